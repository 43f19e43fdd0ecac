import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import { type ApiError, errorBody } from './api-error.js';

/** The body of an answer as it is sent. */
export interface Payload {
  contentType: string;
  body: string | Buffer;
}

/**
 * Returns a body whose type is exactly `application/json`, for senders that accept no other one. It
 * is bytes, because the server adds a charset to the type of a text.
 */
export function exactJson(body: object): Payload {
  return { contentType: 'application/json', body: Buffer.from(JSON.stringify(body)) };
}

/** An error as a route writes it. */
export interface ErrorPayload extends Payload {
  /** Replaces the status of the error. */
  status?: number;
  headers?: Readonly<Record<string, string>>;
}

/** What an answer may repeat of its request. */
export interface AnsweredRequest {
  headers: IncomingHttpHeaders;
  /** The time of the answer, in epoch milliseconds. */
  now: number;
}

/**
 * How a route writes its errors. Some senders read an answer only when it has the form that their
 * own documentation asks for.
 */
export interface ErrorForm {
  /** The schema of the body in JSON, for the documentation. */
  schema: z.ZodType;
  write(error: ApiError, request: AnsweredRequest): ErrorPayload;
}

const ENVELOPE: Pick<ErrorForm, 'write'> = {
  write: ({ code, message }) => ({
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify(errorBody(code, message)),
  }),
};

/** Writes an error in the form of its route. A request without a route gets the envelope. */
export function writeError(
  form: ErrorForm | undefined,
  error: ApiError,
  request: AnsweredRequest,
): ErrorPayload {
  return (form ?? ENVELOPE).write(error, request);
}
