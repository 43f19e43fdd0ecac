import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import type { Answer } from '@app/api-answers';

export interface HttpRequest {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: Buffer;
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
  const { protocol } = new URL(url);
  const secure = protocol === 'https:';
  const { method, headers, body } = request;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const agent = AGENTS[secure ? 'https:' : 'http:'];
    const length = body ? { 'content-length': String(body.length) } : {};
    const options = { method, agent, signal, headers: { ...headers, ...length } };
    (secure ? https : http).request(url, options, resolve).once('error', reject).end(body);
  });
  return {
    status: response.statusCode ?? 0,
    retryAfter: response.headers['retry-after'] ?? null,
    text: await text(response),
  };
}
