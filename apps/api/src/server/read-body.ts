import { once } from 'node:events';
import { finished, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { ApiError, tooManyBodies, tooSlow } from '../http/api-error.js';
import type { BodyTicket, CutReason } from '../overload/body-budget.js';
import { codeOf, unsupportedContentType } from './to-api-error.js';

const MIB = 1024 * 1024;

/** 1000 entries are at most 5.3 MB. */
export const MAX_BODY_BYTES = 10 * MIB;
/** Requests that manage the account are small. */
export const MAX_ACCOUNT_BODY_BYTES = 64 * 1024;

/** How long the rest of a refused body is read. */
const DISCARD_MS = 2_000;

/** `application/json` or `*+json`, with any parameters. */
const JSON_TYPE = /^(?:application\/json|[\w.-]+\/[\w.+-]+\+json)\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^\s";]+)/i;

/**
 * Reads the body of a request and returns its bytes, decompressed. The headers are checked before a
 * byte is read.
 *
 * @param withinMs how long the body may take
 */
export async function readBody(
  request: FastifyRequest,
  stream: Readable,
  withinMs: number,
): Promise<Buffer> {
  const { access, contentType, mostBytes } = request.routeOptions.config;
  const takesEntries = access === 'bot';
  const most = mostBytes ?? (takesEntries ? MAX_BODY_BYTES : MAX_ACCOUNT_BODY_BYTES);
  const advice = takesEntries ? '; send smaller batches' : '';
  try {
    if (contentType !== 'any') checkContentType(request.headers['content-type']);
    const gzip = isGzip(request.headers['content-encoding']);
    // Neither kind of body may be longer on the wire than it may be in memory.
    if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge(most, advice);
    const body = await collect(stream, {
      ...{ gzip, most, advice, withinMs },
      ticket: request.bodyTicket,
    });
    request.bodyTicket?.complete();
    return body;
  } catch (error) {
    request.bodyTicket?.drop();
    await discardRest(stream);
    throw error;
  }
}

/**
 * Reads the rest of a body for a while and drops it. The answer closes the connection, so a client
 * that is still sending would get a reset instead of the answer.
 */
export async function discardRest(stream: Readable): Promise<void> {
  if (stream.readableEnded || stream.destroyed) return;
  const patience = AbortSignal.timeout(DISCARD_MS);
  stream.resume();
  await once(stream, 'end', { signal: patience }).catch(() => undefined);
}

/** Tells whether a request has a body, by its headers. */
export function hasBody({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Tells whether a Content-Type is that of JSON. A missing one is not. */
export function isJson(type = ''): boolean {
  return JSON_TYPE.test(type);
}

function checkContentType(type: string | undefined): void {
  if (type === undefined || type.trim() === '') return;
  if (!isJson(type)) throw unsupportedContentType();
  const charset = CHARSET.exec(type)?.[1]?.toLowerCase() ?? 'utf-8';
  if (charset !== 'utf-8' && charset !== 'utf8') throw unsupportedContentType();
}

export function isGzip(encoding: string | undefined): boolean {
  const name = encoding?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') return false;
  if (name === 'gzip' || name === 'x-gzip') return true;
  throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Content-Encoding may be gzip or identity');
}

interface Reading {
  gzip: boolean;
  /** Bytes that the body may have, decompressed. */
  most: number;
  /** What a sender is told to do when it has more. */
  advice: string;
  withinMs: number;
  ticket: BodyTicket | null;
}

/**
 * Collects the bytes of a body. It ends early when the body is too long, when the budget of bodies
 * gives it up, and when the connection breaks off. The request itself is never destroyed, because
 * that would end the connection before the answer is sent.
 */
async function collect(
  stream: Readable,
  { gzip, most, advice, withinMs, ticket }: Reading,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const inflating = gzip ? createGunzip() : undefined;
  const output: Readable = inflating ? stream.pipe(inflating) : stream;
  const arrived = (chunk: Buffer) => ticket?.arrived(chunk.length);
  let take: (chunk: Buffer) => void = () => undefined;
  let late: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      take = (chunk) => {
        size += chunk.length;
        if (size > most) reject(tooLarge(most, advice));
        else if (ticket && !ticket.grow(size)) reject(tooManyBodies());
        else chunks.push(chunk);
      };
      ticket?.onCut((reason) => reject(CUT[reason]()));
      late = setTimeout(() => reject(tooSlow()), withinMs);
      if (ticket && inflating) ticket.hasUnread = () => inflating.writableLength > 0;
      const fail = (error: Error) => reject(whyUnread(error));
      finished(stream, { writable: false }, (error) => error && fail(error));
      finished(output, { writable: false }, (error) => (error ? fail(error) : resolve()));
      stream.on('data', arrived);
      output.on('data', take);
    });
  } finally {
    clearTimeout(late);
    stream.off('data', arrived);
    output.off('data', take);
    if (inflating) {
      // This must come first: a pipe without its end would pause the request, and nobody would read
      // the rest.
      stream.unpipe(inflating);
      inflating.destroy();
    }
  }
  return Buffer.concat(chunks, size);
}

/** Answers to a body that the budget gave up. */
export const CUT: Record<CutReason, () => ApiError> = { slow: tooSlow, crowded: tooManyBodies };

/**
 * An error that does not come from gzip is a broken connection. That is no fault of the service,
 * and nobody reads the answer.
 */
export function whyUnread(error: unknown): ApiError {
  return codeOf(error).startsWith('Z_')
    ? new ApiError('INVALID_JSON', 'The body is not valid gzip')
    : new ApiError('VALIDATION_ERROR', 'The request was broken off');
}

export function tooLarge(most: number, advice: string): ApiError {
  const size = most >= MIB ? `${most / MIB} MiB` : `${most / 1024} KiB`;
  return new ApiError('PAYLOAD_TOO_LARGE', `The body is over ${size}${advice}`);
}
