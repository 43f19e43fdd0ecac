import {
  bytesFrom,
  type Encoding,
  ENCODING_BYTES,
  encodingOf,
  firstBytes,
  type LogSource,
  utf8From,
} from '@app/log-delivery';
import { ReadFault } from './read-fault.js';

/** So much is unpacked at once: gzip makes a thousand bytes of one at most. */
const PIECE_BYTES = 16 * 1024;

/**
 * Opens a file that somebody dropped. Gzip content is unpacked, and UTF-16 becomes UTF-8, whatever
 * the name is. No more of it is in memory than what is read at the moment.
 *
 * @param signal ends the reading: it throws
 * @throws ReadFault when it is packed in a way that browsers cannot unpack
 */
export async function openFile(file: File, signal: AbortSignal): Promise<LogSource> {
  const start = new Uint8Array(await readable(file.slice(0, ENCODING_BYTES).arrayBuffer()));
  const encoding = encodingOf(start);
  if (encoding && !isReadable(encoding)) throw unpackable(encoding);
  const isGzip = encoding?.kind === 'packing';
  let read = 0;
  const bytes = async function* (from: number) {
    read = from;
    for await (const piece of piecesOf(file.slice(from).stream())) {
      signal.throwIfAborted();
      read += piece.length;
      yield piece;
    }
  };
  const source = (offset: number): AsyncGenerator<Uint8Array> =>
    guarded(isGzip, encoding ? bytesFrom(decoded(encoding, bytes(0)), offset) : bytes(offset));
  return {
    name: file.name,
    repeatable: true,
    read: source,
    head: async (count) => {
      const head = new Uint8Array(count);
      let length = 0;
      for await (const piece of source(0)) {
        head.set(piece.subarray(0, count - length), length);
        length = Math.min(count, length + piece.length);
        if (length === count) break;
      }
      return head.subarray(0, length);
    },
    fraction: () => (file.size === 0 ? 1 : Math.min(1, read / file.size)),
  };
}

/** Yields the bytes of a stream in small pieces. The stream is closed when nobody reads on. */
async function* piecesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunksOf(stream))
    for (let at = 0; at < chunk.length; at += PIECE_BYTES)
      yield chunk.subarray(at, at + PIECE_BYTES);
}

/** Not every browser can go through a stream by `for await`. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** A packed log may have text in another encoding in it. */
async function* decoded(
  encoding: Encoding,
  bytes: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (encoding.kind === 'text') return yield* utf8From(encoding.name, bytes);
  const { start, all } = await firstBytes(unpacked(bytes), ENCODING_BYTES);
  const inside = encodingOf(start);
  yield* inside?.kind === 'text' ? utf8From(inside.name, all) : all;
}

async function* unpacked(packed: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: async (controller) => {
        const { done, value } = await packed.next();
        if (done) controller.close();
        else controller.enqueue(value as Uint8Array<ArrayBuffer>);
      },
      cancel: async () => void (await packed.return(undefined)),
    },
    { highWaterMark: 0 },
  );
  yield* chunksOf(source.pipeThrough(new DecompressionStream('gzip')));
}

async function* guarded(
  isGzip: boolean,
  chunks: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    throw faultOf(isGzip, error);
  }
}

async function readable<Value>(value: Promise<Value>): Promise<Value> {
  try {
    return await value;
  } catch (error) {
    throw faultOf(false, error);
  }
}

const isReadable = ({ kind, name }: Encoding): boolean => kind === 'text' || name === 'gzip';

const unpackable = ({ kind, name }: Encoding): ReadFault =>
  new ReadFault({ kind: 'packed', as: name, isForCommand: kind === 'packing' });

/** An unpacker refuses with a TypeError what is not gzip, what ends early, and what has several parts. */
function faultOf(isGzip: boolean, error: unknown): unknown {
  if (isGzip && error instanceof TypeError) return new ReadFault({ kind: 'damaged' });
  const isOfFile = error instanceof DOMException && error.name !== 'AbortError';
  return isOfFile ? new ReadFault({ kind: 'unreadable' }) : error;
}
