import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../http/api-error.js';
import type { BodyTicket } from '../overload/body-budget.js';
import { CUT, discardRest, isGzip, tooLarge, whyUnread } from './read-body.js';

/**
 * Gives the bytes of a body as they arrive, decompressed. Nothing of it is kept, so a body may be
 * far larger than what a process may hold. Whether it is compressed is known by its header or by
 * its first bytes, because some senders compress and do not say so.
 *
 * @param most bytes that the body may have, decompressed
 * @throws ApiError when the body is too long, compressed in an unknown way, or broken off
 */
export async function* streamBody(
  request: FastifyRequest,
  stream: Readable,
  most: number,
): AsyncGenerator<Buffer> {
  const ticket = request.bodyTicket;
  let size = 0;
  try {
    const gzip = isGzip(request.headers['content-encoding']);
    for await (const chunk of decompressed(arriving(stream, ticket), gzip, ticket)) {
      size += chunk.length;
      if (size > most) throw tooLarge(most);
      yield chunk;
    }
    ticket?.complete();
  } catch (error) {
    ticket?.drop();
    await discardRest(stream);
    throw error instanceof ApiError ? error : whyUnread(error);
  }
}

/**
 * Yields what comes over the connection. The request is never destroyed, because that would end the
 * connection before the answer is sent.
 */
async function* arriving(stream: Readable, ticket: BodyTicket | null): AsyncGenerator<Buffer> {
  const givenUp = new Promise<never>((_, reject) =>
    ticket?.onCut((reason) => reject(CUT[reason]())),
  );
  // The next chunk may never be waited for.
  givenUp.catch(() => undefined);
  if (ticket) ticket.hasUnread = () => stream.readableLength > 0;
  const chunks = stream.iterator({ destroyOnReturn: false });
  for (;;) {
    const next = (await Promise.race([chunks.next(), givenUp])) as IteratorResult<Buffer>;
    if (next.done) return;
    ticket?.arrived(next.value.length);
    yield next.value;
  }
}

async function* decompressed(
  chunks: AsyncGenerator<Buffer>,
  gzip: boolean,
  ticket: BodyTicket | null,
): AsyncGenerator<Buffer> {
  const first = await chunks.next();
  if (first.done) return;
  const source = joined(first.value, chunks);
  if (!gzip && !startsLikeGzip(first.value)) return yield* source;
  const gunzip = createGunzip();
  const hasUnread = ticket?.hasUnread;
  if (ticket) ticket.hasUnread = () => gunzip.writableLength > 0 || Boolean(hasUnread?.());
  // Errors are seen by whoever reads what is inflated.
  pipeline(Readable.from(source), gunzip, () => undefined);
  yield* gunzip as AsyncIterable<Buffer>;
}

async function* joined(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

const startsLikeGzip = (chunk: Buffer) => chunk[0] === 0x1f && chunk[1] === 0x8b;
