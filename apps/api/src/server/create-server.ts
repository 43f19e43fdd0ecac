import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Clock } from '@app/access';
import type { TrustedProxies } from '@app/config';
import type { ApiMetrics } from '@app/observability';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type AdmissionDependencies, createAdmissionHook } from './admission-hook.js';
import { type AccessDependencies, createAccessHook } from './access-hook.js';
import { ApiError, errorBody } from '../http/api-error.js';
import { sendAnswers, type Stopping } from './answers.js';
import { answerClientError, watchRequests } from './connections.js';
import { hideKeysInAddresses } from './key-in-address.js';
import { answerOneByOne } from './pipelining.js';
import { MAX_BODY_BYTES, readBody } from './read-body.js';
import '../http/route.js';
import type { AnswerBudget } from '../overload/answer-budget.js';
import type { RouteTable } from './route-table.js';
import { SECURITY_HEADERS } from './security-headers.js';
import { noSuchRoute, toApiError } from './to-api-error.js';

/** How long a client may take. */
export interface RequestTimeouts {
  /** For the headers of a request. */
  headersMs: number;
  /** For the body of a request that is read as a whole. */
  requestMs: number;
  /** For a request whose body is read as it arrives, and may be large. */
  deliveryMs: number;
}

export interface ServerOptions {
  clock: Clock;
  access: AccessDependencies;
  admission: AdmissionDependencies;
  /** Bounds the answers that nobody reads. */
  answers: AnswerBudget;
  stopping: Stopping;
  /** Whose `X-Forwarded-For` is believed. */
  trustedProxies: TrustedProxies;
  metrics: ApiMetrics;
  /** Gets every route, so that a request with a wrong method can be told the right ones. */
  routes: RouteTable;
  /** By default what the docs promise. */
  timeouts?: RequestTimeouts;
}

const REQUEST_TIMEOUTS: RequestTimeouts = {
  headersMs: 10_000,
  requestMs: 30_000,
  deliveryMs: 180_000,
};
const REQUEST_ID = /^[\w.-]{1,128}$/;

/** The HTTP server with everything that holds for all routes; Nest adds the routes. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { headersMs, requestMs, deliveryMs } = options.timeouts ?? REQUEST_TIMEOUTS;
  const server = fastify({
    trustProxy: trustProxy(options.trustedProxies),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: Math.max(requestMs, deliveryMs),
    keepAliveTimeout: 65_000,
    return503OnClosing: false,
    genReqId: requestId,
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerClientError,
    // By default, Node looks for late requests only every 30 s.
    http: {
      headersTimeout: headersMs,
      connectionsCheckingInterval: 1_000,
      // The answer of Node would have no envelope; see refuseOddProtocol.
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: 1_024, ignoreTrailingSlash: true },
  });
  // An unknown expectation is ignored, because Node would answer it with 417 without an envelope.
  server.server.on('checkExpectation', (request, response) =>
    server.server.emit('request', request, response),
  );
  // A client may close its side of the connection after its request and still wait for the answer.
  // By default, Node would close the other side.
  Object.assign(server.server, { httpAllowHalfOpen: true });
  answerOneByOne(server.server);
  watchRequests(server.server);
  hideKeysInAddresses(server.server);
  server.decorate('clock', options.clock);
  server.decorateRequest('keyHolder', null);
  server.decorateRequest('session', null);
  server.decorateRequest('share', null);
  server.decorateRequest('bodyTicket', null);
  server.addHook('onRoute', (route) => {
    const config = (route.config ??= {});
    if (!config.access) {
      throw new Error(
        `${String(route.method)} ${route.url} does not say who may call it: add @Serves(…)`,
      );
    }
    options.routes.add(route.method, route.url);
  });
  server.addHook('onRequest', async (request, reply) => {
    void reply.headers({ ...SECURITY_HEADERS, 'x-request-id': request.id });
    refuseOddProtocol(request);
    if (!request.is404) return;
    options.access.attempts.admitStranger(request.ip);
    // This must come before the body is read, because such a request needs no key.
    throw refuseRoute(options.routes, request);
  });
  server.addHook('onRequest', async (request) => passOverOddType(request));
  server.addHook('onRequest', createAccessHook(options.access));
  server.addHook('onRequest', createAdmissionHook(options.admission));
  await sendAnswers(server, { ...options, attempts: options.access.attempts });
  server.addHook('onResponse', async (request, reply) => observe(options.metrics, request, reply));
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', async (request: FastifyRequest, stream: IncomingMessage) =>
    request.routeOptions.config.stream ? stream : readBody(request, stream, requestMs),
  );
  return server;
}

/**
 * Tells Fastify whose `X-Forwarded-For` it may believe. The client's address is the first one from
 * the right that does not belong to a trusted proxy. A number of proxies becomes a function,
 * because Fastify does not accept the number itself: it cannot see who is at the other end. The
 * description of `TRUST_PROXY` says when a number is safe.
 */
function trustProxy(proxies: TrustedProxies) {
  return typeof proxies === 'number'
    ? (_address: string, place: number) => place < proxies
    : proxies;
}

/**
 * Returns the caller's own id if it sent one, so that its logs and ours can be joined, or else a
 * new id.
 */
function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

/**
 * Refuses what Node lets pass: other versions in the form of HTTP/1; no Host or two of them; a
 * transfer coding beside `chunked`. RFC 9112 asks for 400 in these cases, because a proxy on the
 * way may have read the request in another way. So the connection is not used again either.
 */
function refuseOddProtocol({ raw, headers }: FastifyRequest): void {
  const fault = oddityOf(raw, headers);
  if (fault) throw new ApiError('VALIDATION_ERROR', fault, { connection: 'close' });
}

function oddityOf(raw: IncomingMessage, headers: IncomingHttpHeaders): string | undefined {
  if (raw.httpVersionMajor !== 1) return 'The request is not valid HTTP';
  if (headers.host === undefined)
    return raw.httpVersion === '1.1' ? 'The request has no Host header' : undefined;
  if (timesSent(raw, 'host') > 1) return 'The request has more than one Host header';
  const coding = headers['transfer-encoding'];
  return coding === undefined || coding.trim().toLowerCase() === 'chunked'
    ? undefined
    : 'Transfer-Encoding may be chunked and nothing else; name a compression in Content-Encoding';
}

/** `headers` has only the first one of those that must not be repeated. */
function timesSent({ rawHeaders }: IncomingMessage, name: string): number {
  let times = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.toLowerCase() === name) times++;
  return times;
}

/** Fastify refuses a type that is not written as one, also where types are not judged. */
function passOverOddType({ raw, mediaType, routeOptions }: FastifyRequest): void {
  const isOdd = raw.headers['content-type'] !== undefined && mediaType === undefined;
  if (isOdd && routeOptions.config.contentType === 'any') delete raw.headers['content-type'];
}

function refuseRoute(routes: RouteTable, request: FastifyRequest): ApiError {
  const allowed = routes.methodsOf(request.url.split('?', 1)[0] ?? '');
  if (allowed.length === 0) return noSuchRoute();
  return new ApiError('METHOD_NOT_ALLOWED', `This route takes ${allowed.join(', ')}`, {
    allow: allowed.join(', '),
  });
}

/** Answers a path that cannot be routed at all, which reaches neither the hooks nor the filter. */
function answerFrameworkError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const answer = toApiError(error);
  void reply
    .status(answer.status)
    .headers({ ...SECURITY_HEADERS, ...answer.headers, 'x-request-id': request.id })
    .send(errorBody(answer.code, answer.message));
}

function observe(metrics: ApiMetrics, request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url ?? 'none';
  const labels = { method: request.method, route };
  metrics.requests.inc({ ...labels, status: reply.statusCode });
  metrics.requestSeconds.observe(labels, reply.elapsedTime / 1000);
}
