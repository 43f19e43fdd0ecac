import { type ApiErrorCode } from '@app/contracts';
import type { AnswerForm } from './answer-forms.js';

/** What one answer must be. */
export interface Expected {
  /** An error of the catalogue. Without it the answer must be 200. */
  code?: ApiErrorCode;
  /** A pattern for the message. */
  message?: RegExp;
  /** How many entries an acknowledgement must count. */
  processed?: number;
  /** How the answer must be written, if not in the envelope of most routes. */
  form?: AnswerForm;
  /** True when a 200 is right too. */
  mayBeTaken?: boolean;
}

/**
 * A request as bytes. In its head, `{{bot}}`, `{{api}}`, `{{id}}` and `{{site}}` stand for the
 * tenant's keys, the public id of its website and its domain, and `{{feeds}}` for the key of the
 * tenant to whom senders of feeds send.
 */
export interface Bytes {
  head: string;
  /** Sent after the head. The head tells the length, unless the test wants a wrong one. */
  body?: Buffer;
}

/** One case of the corpus: what is sent, and what must come back. */
export interface Row extends Expected {
  name: string;
  request: Bytes;
  /** The answers to further requests in the same bytes. */
  then?: Expected[];
  /** True when the answer is to HEAD. */
  bodiless?: boolean;
}

export type Headers = Record<string, string>;

const lines = (headers: Headers) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');

/** A log request. `headers` replace its usual headers. */
export function post(
  body: Buffer | string,
  headers: Headers = {},
  key = '{{bot}}',
  path = '/api/v1/logs/custom',
): Bytes {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const all = {
    Host: 'api.test',
    'x-api-key': key,
    'content-type': 'application/json',
    'content-length': `${bytes.length}`,
    ...headers,
  };
  return { head: `POST ${path} HTTP/1.1\r\n${lines(all)}\r\n`, body: bytes };
}

/** A request without body. */
export function get(target: string, headers: Headers = {}, method = 'GET'): Bytes {
  const all = { Host: 'api.test', 'x-api-key': '{{api}}', ...headers };
  return { head: `${method} ${target} HTTP/1.1\r\n${lines(all)}\r\n` };
}

/** Exactly these characters, one byte each. */
export function raw(head: string, body?: Buffer): Bytes {
  return { head, ...(body ? { body } : {}) };
}

const ENTRY = {
  timestamp: '2026-11-20T12:00:00.000Z',
  method: 'GET',
  host: 'example.com',
  path: '/',
  status_code: 200,
  ip: '192.0.2.17',
  user_agent: 'curl/8.5.0',
};

/** A valid entry with some fields changed. Undefined removes a field. */
export const entry = (fields: Record<string, unknown> = {}) => ({ ...ENTRY, ...fields });

/**
 * The JSON text of a valid entry in which one field has this text as its value, whether it is valid
 * JSON or not.
 */
export const entryWith = (field: string, valueText: string): string =>
  JSON.stringify(entry({ [field]: '<value>' })).replace('"<value>"', () => valueText);

export const NOT_HTTP = /^The request is not valid HTTP$/;

/** Bytes that are not a request at all. */
export const badHttp = (name: string, head: string): Row => ({
  name,
  request: raw(head),
  code: 'VALIDATION_ERROR',
  message: NOT_HTTP,
});
