import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { type Pace, paced, TOO_SLOW, TOO_WORDY } from './paced.js';

/** Makes something of the pieces of a body. It need not read them to the end. */
export type ReadPieces<Body> = (pieces: AsyncIterable<Buffer>) => Promise<Body>;

/**
 * What was read of a body, decoded. `isCut`: it goes on. `lost`: the connection ended before the
 * body, or hardly anything of what came was data. `bad_encoding`: it is not encoded as it says, or
 * as nobody asked for. `too_slow`: it came more slowly than it must.
 */
export type ReadBody<Body> =
  { kind: 'read'; body: Body; isCut: boolean } | { kind: 'lost' | 'bad_encoding' | 'too_slow' };

export interface BodyBounds {
  /** How many decoded bytes are read. */
  mostBytes: number;
  pace: Pace;
  /** How many bytes the connection has received so far. */
  wireBytes?: () => number;
}

/** What servers may use. All others are as if they were asked for nothing. */
export const ACCEPTED_ENCODINGS = 'gzip, br';
const BROTLI = 'br';
const DECODERS = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  [BROTLI, createBrotliDecompress],
]);
/** Nobody encodes more often with a purpose. */
const MOST_ENCODINGS = 2;
/** Brotli remembers up to 16 MiB, and gzip 32 KiB. */
const MOST_BROTLI = 1;
/** Errors of the connection. All others are those of decoders. */
const LOST = new RegExp(`^(?:E[A-Z]+|HPE_\\w+|ABORT_ERR|ERR_STREAM_PREMATURE_CLOSE|${TOO_WORDY})$`);

/**
 * Reads the beginning of a body, at most so many decoded bytes. What comes after them is neither
 * read nor decoded. Of what comes, nothing is kept here.
 *
 * @param encoding the header `Content-Encoding`
 */
export async function readBody<Body>(
  body: Readable,
  encoding: string | undefined,
  { mostBytes, pace, wireBytes }: BodyBounds,
  read: ReadPieces<Body>,
): Promise<ReadBody<Body>> {
  const names = namesOf(encoding);
  const makers = names.map((name) => DECODERS.get(name));
  const brotli = names.filter((name) => name === BROTLI).length;
  if (makers.length > MOST_ENCODINGS || brotli > MOST_BROTLI || makers.includes(undefined))
    return { kind: 'bad_encoding' };
  let decoded = Readable.from(paced(body, pace, wireBytes), { objectMode: false });
  // What was encoded last is decoded first. An error comes out at the end.
  for (const make of makers.reverse())
    if (make) decoded = pipeline(decoded, make(), () => undefined);
  const beginning = new Beginning(decoded, mostBytes);
  try {
    const made = await read(beginning.pieces());
    return { kind: 'read', body: made, isCut: beginning.isCut };
  } catch (error) {
    if (beginning.failure) return { kind: faultOf(beginning.failure) };
    throw error;
  } finally {
    decoded.destroy();
  }
}

/** Puts the pieces of a body together. */
export const wholeBody: ReadPieces<Buffer> = async (pieces) => {
  const parts: Buffer[] = [];
  for await (const piece of pieces) parts.push(piece);
  return Buffer.concat(parts);
};

/** The beginning of a stream, and how it ended. */
class Beginning {
  isCut = false;
  /** Why the stream failed. An error of whoever reads the pieces is none of it. */
  failure: NodeJS.ErrnoException | undefined;

  constructor(
    private readonly stream: Readable,
    private readonly mostBytes: number,
  ) {}

  async *pieces(): AsyncGenerator<Buffer> {
    let left = this.mostBytes;
    try {
      for await (const piece of this.stream as AsyncIterable<Buffer>) {
        this.isCut = piece.length > left;
        if (left > 0) yield piece.subarray(0, left);
        left -= piece.length;
        if (this.isCut) return;
      }
    } catch (error) {
      this.failure = error as NodeJS.ErrnoException;
      throw error;
    }
  }
}

function namesOf(encoding = ''): string[] {
  const names = encoding.split(',').map((name) => name.trim().toLowerCase());
  return names.filter((name) => name !== '' && name !== 'identity');
}

function faultOf({ code = '' }: NodeJS.ErrnoException): 'lost' | 'bad_encoding' | 'too_slow' {
  if (code === TOO_SLOW) return 'too_slow';
  return LOST.test(code) ? 'lost' : 'bad_encoding';
}
