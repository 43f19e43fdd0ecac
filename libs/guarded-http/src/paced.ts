import type { Readable } from 'node:stream';

/** The least pace at which a body may come. */
export interface Pace {
  /** How long may be waited for it in all, whatever has come. */
  graceMs: number;
  /** Each second beyond that must have brought so many bytes, as they come on the wire. */
  bytesPerSecond: number;
}

/** The codes of the errors by which a body is given up. */
export const TOO_SLOW = 'ERR_BODY_TOO_SLOW';
export const TOO_WORDY = 'ERR_BODY_TOO_WORDY';

/**
 * What may come around the data of a body, in bytes, besides as much as the data itself: headers,
 * sizes of chunks, and what a sender writes behind these sizes, which is 16 KiB for each byte of
 * data if it likes.
 */
const FRAMING_BYTES = 256 * 1024;

/**
 * Gives the pieces of a body as they come, and fails when they come too slowly. Only the time
 * counts that passes while a piece is awaited: whoever reads may take as long as it needs.
 *
 * @param wireBytes how many bytes the connection has received so far
 * @throws Error with the code TOO_SLOW or TOO_WORDY; the body is destroyed then
 */
export async function* paced(
  body: Readable,
  { graceMs, bytesPerSecond }: Pace,
  wireBytes: () => number = () => 0,
): AsyncGenerator<Buffer> {
  const pieces = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let waitedMs = 0;
  let bytes = 0;
  try {
    for (;;) {
      const leftMs = graceMs + (bytes / bytesPerSecond) * 1_000 - waitedMs;
      const began = performance.now();
      const timer = setTimeout(() => body.destroy(failure(TOO_SLOW)), Math.max(0, leftMs));
      const { done, value } = await pieces.next().finally(() => clearTimeout(timer));
      waitedMs += performance.now() - began;
      if (done) return;
      bytes += value.length;
      if (wireBytes() > FRAMING_BYTES + 2 * bytes) throw failure(TOO_WORDY);
      yield value;
    }
  } finally {
    body.destroy();
  }
}

function failure(code: string): Error {
  return Object.assign(new Error('the body is given up'), { code });
}
