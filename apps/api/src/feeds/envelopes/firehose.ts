import { gunzipSync } from 'node:zlib';
import type { CarriedRecord, Envelope } from './envelope.js';
import { JsonPlaces, type Placed } from './json-places.js';
import { OPEN_OBJECT, parseValue } from './json-text.js';
import { jsonValues } from './json-values.js';
import { lines } from './lines.js';

const MIB = 1024 * 1024;

/** What a delivery may hold, in bytes. */
const LIMITS = {
  /** More than a record has: at most 1000 KiB, before they are written in base64. */
  record: 2 * MIB,
  /** More than a compressed record has when it is decompressed. */
  content: 8 * MIB,
  /** More than the compressed records of the largest body have together. */
  inflated: 512 * MIB,
};
type Limits = Readonly<typeof LIMITS>;

/** Decompressed content is cut in pieces, because all records of a piece are held at once. */
const PIECE_BYTES = 128 * 1024;

const RECORD = 'records[]';
const SPACE = 0x20;

/**
 * The body of a request of Amazon Data Firehose: `{"requestId":"…","timestamp":…,"records":[…]}`.
 * Each record is `{"data":"…"}`: in base64, the bytes that were put into the stream. They are lines
 * or JSON objects, often several of them, and may be compressed.
 *
 * Source: https://docs.aws.amazon.com/firehose/latest/dev/httpdeliveryrequestresponse.html
 */
export function firehoseRecords(limits: Limits = LIMITS): Envelope {
  const places = new JsonPlaces([RECORD], limits.record);
  const inflate = createInflate(limits);
  let hasRecords = false;
  let isBroken = false;

  function* take(found: Placed[]): Generator<CarriedRecord> {
    for (const placed of found) {
      if ('broken' in placed) {
        isBroken = true;
        yield placed;
        continue;
      }
      if ('text' in placed && placed.place !== RECORD) continue;
      hasRecords ||= placed.place !== '';
      if ('tooLong' in placed) yield { tooLong: true };
      if ('text' in placed) yield* recordsIn(placed.text, inflate);
    }
  }

  return {
    push: (chunk) => take(places.push(chunk)),
    *end() {
      yield* take(places.end());
      if (!hasRecords && !isBroken) yield { broken: true };
    },
  };
}

type Inflate = (bytes: Buffer) => Buffer | 'too long' | undefined;

/** Gives what one record of Firehose holds. */
function* recordsIn(text: string, inflate: Inflate): Generator<CarriedRecord> {
  const record = parseValue(text);
  const data = dataOf(record);
  if (data === undefined) {
    yield record === undefined ? { text } : { text, value: record };
    return;
  }
  const bytes = Buffer.from(data, 'base64');
  const content = isGzip(bytes) ? inflate(bytes) : bytes;
  if (content === 'too long') yield { tooLong: true };
  else if (content === undefined) yield { text: bytes.toString('latin1') };
  else yield* cut(content);
}

/** A record may lack its last line break, so nothing of it is left for the next one. */
function* cut(content: Buffer): Generator<CarriedRecord> {
  const first = content.find((byte) => byte > SPACE);
  if (first === undefined) {
    yield { text: '' };
    return;
  }
  const envelope = first === OPEN_OBJECT ? jsonValues(LIMITS.content) : lines();
  for (let at = 0; at < content.length; at += PIECE_BYTES)
    yield* envelope.push(content.subarray(at, at + PIECE_BYTES));
  yield* envelope.end();
}

/**
 * Returns a function that decompresses records, but never much more than a record holds, because a
 * few bytes may have been made to become millions. Undefined: the bytes are broken.
 */
function createInflate({ content: most, inflated }: Limits): Inflate {
  let left = inflated;
  return (bytes) => {
    if (left <= 0) return 'too long';
    try {
      const content = gunzipSync(bytes, { maxOutputLength: most });
      left -= content.length;
      return content;
    } catch (error) {
      left -= most;
      const isTooLong = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
      return isTooLong ? 'too long' : undefined;
    }
  };
}

const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

function dataOf(record: unknown): string | undefined {
  if (typeof record !== 'object' || record === null || !('data' in record)) return undefined;
  return typeof record.data === 'string' ? record.data : undefined;
}
