import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** The most bytes of a file after decompression: the protocol's bound. */
export const MOST_FILE_BYTES = 50 * 1024 * 1024;

/** Some servers compress a file once more that is compressed already. */
const MOST_LAYERS = 2;
/** So many bytes are read at once. */
const PIECE_BYTES = 64 * 1024;

type Pieces = AsyncIterable<Uint8Array>;

/** A file has more than `MOST_FILE_BYTES`, compressed or not. */
export class TooLarge extends Error {}
/** A file cannot be decompressed to its end. */
export class BrokenGzip extends Error {}

/**
 * Gives the bytes of a file in pieces, decompressed. What an error of the source is stays one.
 *
 * @throws TooLarge, BrokenGzip
 */
export async function* bytesOfFile(file: Uint8Array | Pieces): AsyncGenerator<Uint8Array> {
  let pieces: Pieces = bounded(file instanceof Uint8Array ? cut(file) : file);
  for (let layer = 0; layer < MOST_LAYERS; layer += 1) {
    const { head, all } = await peek(pieces);
    pieces = all;
    if (head[0] !== 0x1f || head[1] !== 0x8b) break;
    pieces = bounded(decompressed(all));
  }
  yield* pieces;
}

/** Returns the first two bytes, as far as there are so many, and everything with them. */
export async function peek(pieces: Pieces): Promise<{ head: Uint8Array; all: Pieces }> {
  const source = pieces[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  let bytes = 0;
  while (bytes < 2) {
    const { done, value } = await source.next();
    if (done) break;
    seen.push(value);
    bytes += value.length;
  }
  const [first = new Uint8Array()] = seen;
  const head = first.length >= 2 ? first : Buffer.concat(seen);
  return { head: head.subarray(0, 2), all: together(seen, source) };
}

async function* together(seen: Uint8Array[], source: AsyncIterator<Uint8Array>) {
  try {
    yield* seen;
    yield* { [Symbol.asyncIterator]: () => source };
  } finally {
    await source.return?.();
  }
}

async function* decompressed(pieces: Pieces): AsyncGenerator<Uint8Array> {
  const unzipped = pipeline(
    Readable.from(pieces, { objectMode: false }),
    createGunzip({ chunkSize: PIECE_BYTES }),
    () => undefined,
  );
  try {
    yield* unzipped as Pieces;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code?.startsWith('Z_') ? new BrokenGzip('The file cannot be decompressed') : error;
  }
}

async function* bounded(pieces: Pieces): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > MOST_FILE_BYTES) throw new TooLarge('The file has too many bytes');
    yield piece;
  }
}

function* inPieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES)
    yield bytes.subarray(start, start + PIECE_BYTES);
}

async function* cut(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield* inPieces(bytes);
}
