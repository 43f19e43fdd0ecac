import { createReadStream, type ReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { LogSource } from '@app/log-delivery';
import { CommandError } from '../../program/failure.js';

export const STANDARD_INPUT = '-';
const CHUNK_BYTES = 64 * 1024;
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);

/**
 * Opens a log by its name; `-` is standard input. Gzip content is decompressed, whatever the name
 * is.
 *
 * @throws CommandError when it cannot be read
 */
export async function openLog(name: string, input: Readable): Promise<LogSource> {
  if (name === STANDARD_INPUT) return pipeSource('standard input', input);
  try {
    const info = await stat(name);
    if (info.isDirectory()) throw new CommandError(`${name} is a folder: name the files in it.`);
    if (!info.isFile()) return pipeSource(name, createReadStream(name));
    return fileSource(name, info.size, await isGzip(name));
  } catch (error) {
    throw unreadable(name, error);
  }
}

function fileSource(name: string, size: number, zipped: boolean): LogSource {
  let file: ReadStream | undefined;
  let start = 0;
  const read = (offset: number): AsyncIterable<Buffer> => {
    file?.destroy();
    start = zipped ? 0 : offset;
    if (start >= size) return nothing();
    // Lines that are appended in the meantime are left to the next import, so that this one ends.
    file = createReadStream(name, { start, end: size - 1, highWaterMark: CHUNK_BYTES });
    return guarded(name, zipped ? skip(unzip(file), offset) : file);
  };
  return {
    name,
    repeatable: true,
    read,
    head: async (bytes) => (await take(read(0), bytes)).head,
    fraction: () => (size === 0 ? 1 : Math.min(1, (start + (file?.bytesRead ?? 0)) / size)),
  };
}

function pipeSource(name: string, input: Readable): LogSource {
  const chunks = guarded(name, unzipWhenZipped(input));
  let taken: Buffer[] = [];
  const whole = async function* () {
    yield* taken.splice(0);
    yield* chunks;
  };
  return {
    name,
    repeatable: false,
    read: (offset) => skip(whole(), offset),
    head: async (bytes) => {
      const { head, chunks: read } = await take(chunks, bytes, false);
      taken = read;
      return head;
    },
    fraction: () => undefined,
  };
}

/** Returns the first bytes of a stream, and closes the stream unless told otherwise. */
async function take(source: AsyncIterable<Buffer>, bytes: number, close = true) {
  const iterator = source[Symbol.asyncIterator]();
  const chunks: Buffer[] = [];
  for (let size = 0; size < bytes; size += chunks.at(-1)?.length ?? 0) {
    const next = await iterator.next();
    if (next.done) break;
    chunks.push(next.value);
  }
  if (close) await iterator.return?.();
  return { chunks, head: Buffer.concat(chunks).subarray(0, bytes) };
}

async function isGzip(name: string): Promise<boolean> {
  const handle = await open(name, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer.equals(GZIP_MAGIC);
  } finally {
    await handle.close();
  }
}

function unzip(bytes: Readable): AsyncIterable<Buffer> {
  // An error of the file also ends the reading of the decompressed bytes.
  return pipeline(bytes, createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined);
}

async function* unzipWhenZipped(input: Readable): AsyncGenerator<Buffer> {
  const chunks = (input as AsyncIterable<Buffer | string>)[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) return;
  const start = Buffer.from(first.value);
  const all = async function* () {
    yield start;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
      yield Buffer.from(next.value);
    }
  };
  yield* start.subarray(0, 2).equals(GZIP_MAGIC) ? unzip(Readable.from(all())) : all();
}

async function* skip(chunks: AsyncIterable<Buffer>, offset: number): AsyncGenerator<Buffer> {
  let left = offset;
  for await (const chunk of chunks) {
    if (left < chunk.length) yield left === 0 ? chunk : chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

async function* nothing(): AsyncGenerator<Buffer> {
  yield* [];
}

async function* guarded(name: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* chunks;
  } catch (error) {
    throw unreadable(name, error);
  }
}

function unreadable(name: string, error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code?.startsWith('Z_'))
    return new CommandError(
      `${name} is damaged, or it ends too early (${code}): use another copy of it. What was sent of this one is not sent again.`,
      { cause: error },
    );
  return new CommandError(
    `${name} cannot be read (${code ?? message}): check the file and its name.`,
    { cause: error },
  );
}
