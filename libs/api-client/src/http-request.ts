import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import type { Answer } from '@app/api-answers';

export interface HttpRequest {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: Uint8Array;
}

const TIMEOUT_MS = 60_000;
const AGENTS = {
  'http:': new http.Agent({ keepAlive: true }),
  'https:': new https.Agent({ keepAlive: true }),
};

/**
 * Sends one request and reads its whole answer. It uses Node's own client, because `fetch` takes 40
 * MB more, which would be a quarter of the memory that an import may use.
 *
 * @throws an error with the reason when there is no whole answer within a minute
 */
export async function httpRequest(url: string, request: HttpRequest): Promise<Answer> {
  return wholeAnswer(await open(url, request, { signal: AbortSignal.timeout(TIMEOUT_MS) }));
}

/**
 * Sends one request and returns its answer as it begins. However long it is, no minute may pass
 * without a byte.
 *
 * @throws an error with the reason when there is no answer
 */
export async function openAnswer(url: string, request: HttpRequest): Promise<IncomingMessage> {
  const response = await open(url, request, { timeout: TIMEOUT_MS });
  response.setTimeout(TIMEOUT_MS, () => response.destroy(silent()));
  return response;
}

/** Reads the rest of an answer. */
export async function wholeAnswer(response: IncomingMessage): Promise<Answer> {
  return {
    status: response.statusCode ?? 0,
    retryAfter: response.headers['retry-after'] ?? null,
    text: await text(response),
  };
}

function open(
  url: string,
  { method, headers, body }: HttpRequest,
  bounds: { signal?: AbortSignal; timeout?: number },
): Promise<IncomingMessage> {
  const { protocol } = new URL(url);
  const secure = protocol === 'https:';
  return new Promise((resolve, reject) => {
    const agent = AGENTS[secure ? 'https:' : 'http:'];
    const length = body ? { 'content-length': String(body.length) } : {};
    const options = { method, agent, ...bounds, headers: { ...headers, ...length } };
    const request = (secure ? https : http).request(url, options, resolve);
    request.once('timeout', () => request.destroy(silent()));
    request.once('error', reject).end(body);
  });
}

function silent(): Error {
  return new Error(`nothing came for ${TIMEOUT_MS / 1_000} s`);
}
