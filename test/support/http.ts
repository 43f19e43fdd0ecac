import { once } from 'node:events';
import { Agent, type IncomingMessage, request as ask } from 'node:http';
import { connect } from 'node:net';
import type { ApiErrorCode } from '@app/contracts';
import { API_ERRORS } from '@app/contracts';
import { errorShape } from './shapes.js';

export interface Answer {
  status: number;
  headers: Headers;
  // The shape is what the tests are about.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
}

export interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

/** What came as an answer, and is not read yet. */
export interface TextAnswer {
  status: number;
  headers: Headers;
  text: string;
}

const agent = new Agent({ keepAlive: true });

/**
 * Sends a request, and reads the whole answer as text. Suites send tens of thousands of requests,
 * and `fetch` needs twice the processor time for one.
 */
export async function exchange(url: string, asked: Asked = {}): Promise<TextAnswer> {
  const { method = 'GET', body } = asked;
  const plain = typeof body === 'string' ? { 'content-type': 'text/plain;charset=UTF-8' } : {};
  const sent = ask(url, { agent, method, headers: { ...plain, ...lowerCased(asked.headers) } });
  // The server may close the connection while a body is sent that it has already refused.
  sent.on('error', () => undefined);
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  answer.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(answer, 'end');
  const text = Buffer.concat(chunks).toString('utf8');
  return { status: answer.statusCode ?? 0, headers: headersOf(answer), text };
}

const lowerCased = (headers: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let i = 0; i < rawHeaders.length; i += 2)
    headers.append(rawHeaders[i] as string, rawHeaders[i + 1] as string);
  return headers;
}

/** Sends a request, reads the whole answer, and expects JSON. */
export async function request(url: string, asked: Asked = {}): Promise<Answer> {
  const { status, headers, text } = await exchange(url, asked);
  return { status, headers, body: text && JSON.parse(text) };
}

export function get(base: string, path: string, key?: string): Promise<Answer> {
  return request(`${base}/api/v1${path}`, {
    headers: key === undefined ? {} : { 'x-api-key': key },
  });
}

/** Sends any request of the API. A body that is neither text nor bytes is sent as JSON. */
export function send(
  base: string,
  key: string | undefined,
  route: `${string} /${string}`,
  body?: unknown,
): Promise<Answer> {
  const [method, path] = route.split(' ', 2);
  const raw = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
  return request(`${base}/api/v1${path}`, {
    method,
    headers: {
      ...(key === undefined ? {} : { 'x-api-key': key }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: raw ? (body as string) : JSON.stringify(body) }),
  });
}

/**
 * Sends a body to the ingestion endpoint. A body that is neither text nor bytes is sent as JSON.
 */
export function ingest(
  base: string,
  key: string | undefined,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const raw = typeof body === 'string' || body instanceof Uint8Array;
  return request(`${base}/api/v1/logs/custom`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'x-api-key': key }),
      ...headers,
    },
    body: raw ? (body as string) : JSON.stringify(body),
  });
}

const REQUEST_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const JSON_TYPE = 'application/json; charset=utf-8';

/** Expects what holds for every answer: JSON and a request id. */
export function expectJson(answer: Answer, status: number): void {
  expect({ status: answer.status, body: answer.body }).toEqual({ status, body: expect.anything() });
  expect(answer.headers.get('content-type')).toBe(JSON_TYPE);
  expect(answer.headers.get('x-request-id')).toMatch(REQUEST_ID);
}

/** Expects an error of the catalogue in its envelope, and nothing else. */
export function expectError(answer: Answer, code: ApiErrorCode, message?: string | RegExp): void {
  expect({ status: answer.status, code: answer.body?.error?.code }).toEqual({
    status: API_ERRORS[code].status,
    code,
  });
  expectJson(answer, API_ERRORS[code].status);
  errorShape.parse(answer.body);
  if (message instanceof RegExp) expect(answer.body.error.message).toMatch(message);
  else if (message !== undefined) expect(answer.body.error.message).toBe(message);
  const mayRetry = code === 'RATE_LIMITED' || code === 'SERVICE_UNAVAILABLE';
  if (mayRetry) expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
}

/** Expects an acknowledgement of `processed` entries. */
export function expectProcessed(answer: Answer, processed: number): void {
  expect({ status: answer.status, body: answer.body }).toEqual({
    status: 200,
    body: { success: true, processed, message: 'Logs received' },
  });
  expectJson(answer, 200);
}

export interface RateLimitHeaders {
  limit: number;
  remaining: number;
  /** Epoch seconds UTC. */
  reset: number;
}

/** Returns the three headers as numbers. It fails when one is missing or is not an integer. */
export function rateLimitOf(answer: Answer): RateLimitHeaders {
  const number = (name: string) => {
    const value = answer.headers.get(`x-ratelimit-${name}`);
    expect({ name, value }).toEqual({ name, value: expect.stringMatching(/^\d+$/) });
    return Number(value);
  };
  return { limit: number('limit'), remaining: number('remaining'), reset: number('reset') };
}

export function expectNoRateLimit(answer: Answer): void {
  const names = [...answer.headers.keys()].filter((name) => name.startsWith('x-ratelimit'));
  expect(names).toEqual([]);
}

/** Sends bytes as they are, and reads the answer until the server closes the connection. */
export async function sendRaw(base: string, text: string): Promise<Answer> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => undefined);
  socket.write(text);
  await once(socket, 'close');
  const [head = '', body = ''] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n', 2);
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = new Headers(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, body: body && JSON.parse(body) };
}
