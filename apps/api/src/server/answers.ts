import { hash } from 'node:crypto';
import { Socket } from 'node:net';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Attempts } from '../http/attempts.js';
import { formatsOf } from '../http/formats.js';
import '../http/route.js';
import type { AnswerBudget } from '../overload/answer-budget.js';
import { atEndOf } from './connections.js';
import { whoseBytes } from './whose-bytes.js';

/**
 * Whether this process was told to stop. It keeps serving for a while, but asks clients to go
 * elsewhere.
 */
export class Stopping {
  private announced = false;

  get isAnnounced(): boolean {
    return this.announced;
  }

  announce(): void {
    this.announced = true;
  }
}

const KIB = 1024;
/** Shorter answers would hardly become shorter. */
const COMPRESSED_FROM = KIB;
/** Longer answers are compressed beside the event loop. */
const COMPRESSED_AT_ONCE = 16 * KIB;
/** As by default, and lines of JSON, too. */
const COMPRESSED_TYPES =
  /^text\/(?!event-stream)|json(?:;|$)|[+/](?:text|xml)(?:;|$)|octet-stream(?:;|$)/;

export interface AnswerDependencies {
  answers: AnswerBudget;
  stopping: Stopping;
  attempts: Pick<Attempts, 'chargeStranger'>;
}

/** What every answer goes through on its way out: it is made shorter, and held until it is read. */
export async function sendAnswers(
  server: FastifyInstance,
  { answers, stopping, attempts }: AnswerDependencies,
): Promise<void> {
  await shortenAnswers(server);
  server.addHook('onSend', createHoldHook(answers));
  server.addHook('onSend', async ({ routeOptions, ip }, _, payload) => {
    if (routeOptions.config?.access === 'public') attempts.chargeStranger(ip, bytesOf(payload));
  });
  server.addHook('onSend', async (_, reply) => {
    // Then the client opens a new connection, and a load balancer leads it to another process.
    if (stopping.isAnnounced) void reply.header('connection', 'close');
  });
}

/**
 * Makes answers to GET and HEAD shorter: they are compressed, and a client that names the ETag of an
 * answer that has not changed gets 304. Other answers are short anyway. An answer that shows a new
 * key must not be compressed together with text of the client, because the length of the result
 * would tell about the key.
 */
async function shortenAnswers(server: FastifyInstance): Promise<void> {
  server.addHook('onRoute', (route) => {
    if (![route.method].flat().some(reads)) route.compress = false;
  });
  // This comes before the compression, so that an answer has the same tag in every encoding.
  server.addHook('onSend', (request, reply, payload, done) =>
    done(null, revalidate(request, reply, payload)),
  );
  await server.register(compress, {
    // Bodies of requests are decompressed by `readBody`, within its bounds.
    globalDecompression: false,
    encodings: ['br', 'gzip', 'deflate'],
    customTypes: COMPRESSED_TYPES,
    threshold: COMPRESSED_FROM,
    syncThreshold: COMPRESSED_AT_ONCE,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  server.addHook('onRoute', dropBodyLast);
}

/**
 * Lets HEAD have the headers of GET (RFC 9110, 9.3.2). Fastify would drop the body first, and then
 * there is nothing to compress that could tell the encoding and the length.
 */
function dropBodyLast(route: RouteOptions): void {
  if (route.method !== 'HEAD') return;
  const [dropBody, ...others] = [route.onSend ?? []].flat();
  if (!dropBody) return;
  const dropIfThere: typeof dropBody = function (request, reply, payload, done) {
    return payload === null ? done(null, null) : dropBody.call(this, request, reply, payload, done);
  };
  route.onSend = [...others, dropIfThere];
}

/**
 * Gives the reports and lists of an account a weak ETag. The client that asked for one may keep it
 * if it asks again before each use. All other answers stay `no-store`. `@fastify/etag` is not used,
 * because it would also hash errors, metrics and answers to writes, and does not understand a list
 * of tags.
 */
function revalidate(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  const { access, declaration } = request.routeOptions.config ?? {};
  if (access !== 'api' || reply.statusCode !== 200 || !reads(request.method)) return payload;
  const isNegotiated = declaration !== undefined && formatsOf(declaration).length > 1;
  void reply.header('vary', isNegotiated ? 'accept, accept-encoding' : 'accept-encoding');
  if (typeof payload !== 'string') return payload;
  const tag = `"${hash('sha1', payload, 'base64url')}"`;
  void reply.headers({ etag: `W/${tag}`, 'cache-control': 'private, no-cache' });
  if (!names(request.headers['if-none-match'], tag)) return payload;
  void reply.code(304);
  // An empty text would have a length, which would be taken for that of the answer.
  return null;
}

const reads = (method: string) => method === 'GET' || method === 'HEAD';

/** Tells whether `If-None-Match` names the tag, by the weak comparison of RFC 9110. */
function names(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(',').map((text) => text.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(tag);
}

/**
 * Holds an answer until its client has read it, or is gone. Texts count against the room for
 * answers until then. This runs before the compression, because the whole text is held until the
 * last of it is compressed. Bytes are a page that is held once for all, so they take no room, but a
 * client that does not read them in time is given up, too. The connection of an answer that is
 * given up is closed: there is no other way to tell the client.
 */
export function createHoldHook(answers: AnswerBudget) {
  return async function holdAnswer(
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
  ): Promise<unknown> {
    const bytes = bytesOf(payload);
    if (bytes === 0) return payload;
    const { socket } = request.raw;
    // This process asks itself without a connection, and reads the answer at once.
    if (!(socket instanceof Socket)) return payload;
    const held = typeof payload === 'string' ? bytes : 0;
    const release = answers.hold(whoseBytes(request), held, () => socket.destroy(), bytes);
    atEndOf(request, reply, release);
    return payload;
  };
}

/** Returns the length of an answer that is here as a whole, and 0 for any other one. */
function bytesOf(payload: unknown): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload);
  return Buffer.isBuffer(payload) ? payload.length : 0;
}
