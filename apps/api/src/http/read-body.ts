import { createGunzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { ApiError } from './api-error.js';
import { unsupportedContentType } from './to-api-error.js';

/** 1000 entries are at most 5.3 MB. */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** `application/json` or `…+json`, with any parameters. */
const JSON_TYPE = /^application\/(?:json|[\w.-]+\+json)\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^\s";]+)/i;

/** The bytes of a request's body, decompressed, within the bound; read only after these checks. */
export async function readBody(request: FastifyRequest, stream: Readable): Promise<Buffer> {
  checkContentType(request.headers['content-type']);
  const gzip = isGzip(request.headers['content-encoding']);
  // Neither kind of body may be longer on the wire than it may be in memory.
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  return gzip ? collect(gunzip(stream)) : collect(stream);
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
function gunzip(stream: Readable): Readable {
  const output = createGunzip();
  stream.once('error', (error) => output.destroy(error));
  stream.once('close', () => {
    if (!stream.readableEnded) output.destroy(new Error('The request was broken off'));
  });
  return stream.pipe(output);
}

async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    throw isZlibError(error) ? new ApiError('INVALID_JSON', 'The body is not valid gzip') : error;
  }
  return Buffer.concat(chunks, size);
}

function tooLarge(): ApiError {
  return new ApiError('PAYLOAD_TOO_LARGE', 'The body is over 10 MiB; send smaller batches');
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^Z_/.test(String(error.code));
}
