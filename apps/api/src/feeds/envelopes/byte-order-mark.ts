import type { CarriedRecord, Envelope } from './envelope.js';

/** U+FEFF in UTF-8. Programs on Windows like to begin a text with it, and it says nothing. */
const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Drops a byte order mark at the start of a delivery, also when it comes in several chunks, and
 * leaves everything else to the envelope. No sender's binary form begins with these bytes.
 */
export function withoutByteOrderMark(envelope: Envelope): Envelope {
  /** The first bytes, while they may still become the mark; undefined behind them. */
  let start: Buffer | undefined = Buffer.alloc(0);

  return {
    push(chunk) {
      if (!start) return envelope.push(chunk);
      const bytes = start.length === 0 ? chunk : Buffer.concat([start, chunk]);
      if (bytes.length < MARK.length && MARK.indexOf(bytes) === 0) {
        start = Buffer.from(bytes);
        return [];
      }
      start = undefined;
      const isMarked = bytes.subarray(0, MARK.length).equals(MARK);
      return envelope.push(isMarked ? bytes.subarray(MARK.length) : bytes);
    },
    *end(): Iterable<CarriedRecord> {
      if (start && start.length > 0) yield* envelope.push(start);
      start = undefined;
      yield* envelope.end();
    },
    get size() {
      return envelope.size;
    },
  };
}
