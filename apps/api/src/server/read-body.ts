import { once } from 'node:events';
import { createGunzip, type Gunzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { ApiError, tooManyBodies } from '../http/api-error.js';
import { codeOf, unsupportedContentType } from './to-api-error.js';

/** 1000 entries are at most 5.3 MB. */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** Asks for room for a body that is `size` bytes long by now, decompressed. */
type Grow = (size: number) => boolean;

/** How long the rest of a refused body is read. */
const DISCARD_MS = 2_000;

/** `application/json` or `*+json`, with any parameters. */
const JSON_TYPE = /^(?:application\/json|[\w.-]+\/[\w.+-]+\+json)\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^\s";]+)/i;

/** The bytes of a request's body, decompressed, within the bound; read only after these checks. */
export async function readBody(request: FastifyRequest, stream: Readable): Promise<Buffer> {
  try {
    if (request.routeOptions.config.contentType !== 'any')
      checkContentType(request.headers['content-type']);
    const gzip = isGzip(request.headers['content-encoding']);
    // Neither kind of body may be longer on the wire than it may be in memory.
    if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge();
    const grow = (size: number) => request.bodyTicket?.grow(size) ?? true;
    return await (gzip ? collectDecompressed(stream, grow) : collect(stream, grow));
  } catch (error) {
    request.bodyTicket?.drop();
    await discardRest(stream);
    throw error;
  }
}

/**
 * Reads the rest away, for a while: the answer closes the connection, and a client that still sends
 * would get a reset instead of the answer.
 */
async function discardRest(stream: Readable): Promise<void> {
  if (stream.readableEnded || stream.destroyed) return;
  const patience = AbortSignal.timeout(DISCARD_MS);
  stream.resume();
  await once(stream, 'end', { signal: patience }).catch(() => undefined);
}

/** However it ends, nothing goes on decompressing, and the rest of the request can be read away. */
async function collectDecompressed(stream: Readable, grow: Grow): Promise<Buffer> {
  const output = gunzip(stream);
  try {
    return await collect(output, grow);
  } finally {
    // First: a pipe whose end is gone would pause the request, and nobody would read its rest.
    stream.unpipe(output);
    output.destroy();
  }
}

function checkContentType(type: string | undefined): void {
  if (type === undefined || type.trim() === '') return;
  if (!JSON_TYPE.test(type)) throw unsupportedContentType();
  const charset = CHARSET.exec(type)?.[1]?.toLowerCase() ?? 'utf-8';
  if (charset !== 'utf-8' && charset !== 'utf8') throw unsupportedContentType();
}

function isGzip(encoding: string | undefined): boolean {
  const name = encoding?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') return false;
  if (name === 'gzip' || name === 'x-gzip') return true;
  throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Content-Encoding may be gzip or identity');
}

/** A stream of the decompressed bytes; a fault of the client's connection reaches it too. */
function gunzip(stream: Readable): Gunzip {
  const output = createGunzip();
  stream.once('error', (error) => output.destroy(error));
  stream.once('close', () => {
    if (!stream.readableEnded) output.destroy(new Error('The request was broken off'));
  });
  return stream.pipe(output);
}

async function collect(stream: Readable, grow: Grow): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // Not destroyed when it is too long: that would end the connection before the answer is sent.
    for await (const chunk of stream.iterator({
      destroyOnReturn: false,
    }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) throw tooLarge();
      if (!grow(size)) throw tooManyBodies();
      chunks.push(chunk);
    }
  } catch (error) {
    throw whyUnread(error);
  }
  return Buffer.concat(chunks, size);
}

/** All else that can go wrong with a request's stream is its connection: no fault of ours, and nobody hears the answer. */
function whyUnread(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return codeOf(error).startsWith('Z_')
    ? new ApiError('INVALID_JSON', 'The body is not valid gzip')
    : new ApiError('VALIDATION_ERROR', 'The request was broken off');
}

function tooLarge(): ApiError {
  return new ApiError('PAYLOAD_TOO_LARGE', 'The body is over 10 MiB; send smaller batches');
}
