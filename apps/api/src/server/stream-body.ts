import { once } from 'node:events';
import { finished, PassThrough, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../http/api-error.js';
import { CUT, discardRest, isGzip, tooLarge, whyUnread } from './read-body.js';

/**
 * Gives the bytes of a body as they arrive, decompressed. Nothing of it is kept, so a body may be
 * far larger than what a process may hold. Whether it is compressed is known by its header or by
 * its first bytes, because some senders compress and do not say so.
 *
 * The request itself is never destroyed, because that would end the connection before the answer
 * is sent. When the reader stops early, the rest is read away for a while.
 *
 * @param most bytes that the body may have, decompressed
 * @param onArrival is given the bytes as they come over the connection
 * @throws ApiError when the body is too long, compressed in an unknown way, or broken off
 */
export async function* streamBody(
  request: FastifyRequest,
  stream: Readable,
  most: number,
  onArrival?: (chunk: Buffer) => void,
): AsyncGenerator<Buffer> {
  const ticket = request.bodyTicket;
  const arrived = (chunk: Buffer) => {
    ticket?.arrived(chunk.length);
    onArrival?.(chunk);
  };
  const givenUp = new AbortController();
  let output: PassThrough | ReturnType<typeof createGunzip> | undefined;
  let size = 0;
  let complete = false;
  try {
    ticket?.onCut((reason) => givenUp.abort(CUT[reason]()));
    const gzip = isGzip(request.headers['content-encoding']);
    const isCompressed = gzip || startsLikeGzip(await firstBytes(stream, givenUp.signal));
    const bytes = (output = isCompressed ? createGunzip() : new PassThrough());
    givenUp.signal.addEventListener('abort', () => bytes.destroy(givenUp.signal.reason as Error));
    let isBusy = false;
    if (ticket)
      ticket.hasUnread = () => isBusy || stream.readableLength > 0 || bytes.writableLength > 0;
    finished(stream, { writable: false }, (error) => error && bytes.destroy(error));
    stream.on('data', arrived).pipe(bytes);
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > most) throw tooLarge(most, '; send smaller batches');
      const since = performance.now();
      isBusy = true;
      yield chunk;
      isBusy = false;
      ticket?.waited(performance.now() - since);
    }
    ticket?.complete();
    complete = true;
  } catch (error) {
    const reason: unknown = givenUp.signal.reason ?? error;
    throw reason instanceof ApiError ? reason : whyUnread(reason);
  } finally {
    stream.off('data', arrived);
    // A pipe without its end would pause the request, and nobody would read the rest.
    if (output) stream.unpipe(output);
    output?.destroy();
    if (!complete) {
      ticket?.drop();
      await discardRest(stream);
    }
  }
}

/** Waits for the first bytes and leaves them in the stream. An empty body has none. */
async function firstBytes(stream: Readable, signal: AbortSignal): Promise<Buffer> {
  signal.throwIfAborted();
  // No listener may stay, because one for `readable` would keep the bytes from flowing.
  const waiting = new AbortController();
  const either = { signal: AbortSignal.any([signal, waiting.signal]) };
  try {
    if (stream.readableLength === 0 && !stream.readableEnded)
      await Promise.race([once(stream, 'readable', either), once(stream, 'end', either)]);
  } finally {
    waiting.abort();
  }
  const first = stream.read() as Buffer | null;
  if (first) stream.unshift(first);
  return first ?? Buffer.alloc(0);
}

const startsLikeGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b;
