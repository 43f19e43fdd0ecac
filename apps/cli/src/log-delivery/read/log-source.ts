import { createReadStream, type ReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  bytesFrom,
  ENCODING_BYTES,
  encodingOf,
  firstBytes,
  type LogSource,
} from '@app/log-delivery';
import { decoded } from './decoded.js';
import { unreadable, UnreadableLog } from './unreadable-log.js';

export const STANDARD_INPUT = '-';
const CHUNK_BYTES = 64 * 1024;

/**
 * Opens a log by its name; `-` is standard input. What is packed is unpacked, and UTF-16 becomes
 * UTF-8, whatever the name is.
 *
 * @throws UnreadableLog
 */
export async function openLog(name: string, input: Readable): Promise<LogSource> {
  if (name === STANDARD_INPUT) return pipeSource('standard input', input);
  try {
    const info = await stat(name);
    if (info.isDirectory()) throw new UnreadableLog(`${name} is a folder: name the files in it.`);
    if (!info.isFile()) return pipeSource(name, createReadStream(name));
    return fileSource(name, info.size, await isEncoded(name));
  } catch (error) {
    throw unreadable(name, error);
  }
}

function fileSource(name: string, size: number, encoded: boolean): LogSource {
  let file: ReadStream | undefined;
  let start = 0;
  const read = (offset: number): AsyncIterable<Buffer> => {
    file?.destroy();
    start = encoded ? 0 : offset;
    if (start >= size) return nothing();
    // Lines that are appended in the meantime are left to the next import, so that this one ends.
    file = createReadStream(name, { start, end: size - 1, highWaterMark: CHUNK_BYTES });
    return guarded(name, encoded ? bytesFrom(decoded(name, file), offset) : file);
  };
  return {
    name,
    repeatable: true,
    read,
    head: async (bytes) => {
      const { start: head, close } = await firstBytes(read(0), bytes);
      await close();
      return head;
    },
    fraction: () => (size === 0 ? 1 : Math.min(1, (start + (file?.bytesRead ?? 0)) / size)),
  };
}

function pipeSource(name: string, input: Readable): LogSource {
  let chunks: AsyncIterable<Buffer> = guarded(name, decoded(name, buffersOf(input)));
  return {
    name,
    repeatable: false,
    read: (offset) => bytesFrom(chunks, offset),
    head: async (bytes) => {
      const { start, all } = await firstBytes(chunks, bytes);
      chunks = all;
      return start;
    },
    fraction: () => undefined,
  };
}

async function isEncoded(name: string): Promise<boolean> {
  const handle = await open(name, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(ENCODING_BYTES), 0);
    return encodingOf(buffer.subarray(0, bytesRead)) !== undefined;
  } finally {
    await handle.close();
  }
}

async function* buffersOf(input: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of input as AsyncIterable<Buffer | string>) yield Buffer.from(chunk);
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
