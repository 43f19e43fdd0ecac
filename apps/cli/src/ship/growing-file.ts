import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Encoding, ENCODING_BYTES, encodingOf, type LogSource } from '@app/log-delivery';
import { fileId } from './file-id.js';
import type { Turns } from './turns.js';

const CHUNK_BYTES = 64 * 1024;
/** How much of a log is read and sent in one turn. */
const TURN_BYTES = 2 * 1024 * 1024;
/** How much before a place is compared to see whether the file is still the same. */
const TAIL_BYTES = 256;
/** How often a file is looked at. What there is then is sent. */
export const LOOK_EVERY_MS = 1000;
/** A file that was rotated away is left when nothing came for so long. */
const QUIET_MS = 60_000;
const PAUSE = Buffer.alloc(0);

/** What the reading of a log depends on. */
export interface Following {
  turns: Turns;
  /** Its signal ends the reading: it throws. */
  stop: AbortController;
}

/**
 * A file that grows while it is read. It is held open, so it is read to its end although it was
 * renamed or deleted.
 */
export class GrowingFile {
  /** Set when the file is no longer at any of its paths. */
  rotated = false;
  /** Of all that was read, the part that was read last. */
  private tail: Buffer = PAUSE;
  private offset = 0;

  private constructor(
    readonly path: string,
    private readonly handle: FileHandle,
    /** Device and inode. While the file is open, no other can get them. */
    readonly id: string,
  ) {}

  static async open(path: string): Promise<GrowingFile> {
    const handle = await open(path, 'r');
    return new GrowingFile(path, handle, fileId(await handle.stat({ bigint: true })));
  }

  async size(): Promise<number> {
    return (await this.handle.stat()).size;
  }

  /** Returns how the file is written, where that is not plain UTF-8. */
  async encoding(): Promise<Encoding | undefined> {
    return encodingOf(await this.bytes(0, ENCODING_BYTES));
  }

  /** Returns this number of bytes from `offset` on, or as many as there are. */
  async bytes(offset: number, count: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.handle.read(Buffer.alloc(count), 0, count, offset);
    return buffer.subarray(0, bytesRead);
  }

  /** Returns the file as it is now, as a source that ends. */
  async asItIs(): Promise<LogSource> {
    const size = await this.size();
    const bytes = (from: number, count: number) => this.bytes(from, count);
    return {
      name: this.path,
      repeatable: true,
      head: (count) => bytes(0, count),
      fraction: () => undefined,
      read: async function* (from) {
        for (let at = from; at < size;) {
          const chunk = await bytes(at, Math.min(CHUNK_BYTES, size - at));
          if (chunk.length === 0) return;
          at += chunk.length;
          yield chunk;
        }
      },
    };
  }

  /**
   * Yields the bytes from `offset` on as they are written, and an empty chunk whenever there are no
   * more for now. It ends when the file was rotated away and is quiet, and when it was emptied or
   * written anew.
   *
   * @throws AbortError when the signal says so
   */
  async *follow(offset: number, { turns, stop }: Following): AsyncGenerator<Buffer> {
    const { signal } = stop;
    this.offset = offset;
    const before = Math.max(0, offset - TAIL_BYTES);
    this.tail = await this.bytes(before, offset - before);
    let news = performance.now();
    for (;;) {
      signal.throwIfAborted();
      const start = this.offset;
      if (!(await this.isWhole())) return;
      if ((await this.size()) > start) {
        const end = await turns.take();
        try {
          yield* this.someChunks(signal);
          yield PAUSE;
        } finally {
          end(this.offset - start);
        }
      }
      if (this.offset > start || !this.rotated) news = performance.now();
      if (performance.now() - news > QUIET_MS) return;
      if (this.offset - start < TURN_BYTES) await sleep(LOOK_EVERY_MS, undefined, { signal });
    }
  }

  async close(): Promise<void> {
    await this.handle.close();
  }

  /** Yields the next bytes, as many as fit into a turn. */
  private async *someChunks(signal: AbortSignal): AsyncGenerator<Buffer> {
    for (let read = 0; read < TURN_BYTES;) {
      // It may have waited long for its turn, or for the API.
      if (!(await this.isWhole())) return;
      const chunk = await this.bytes(this.offset, CHUNK_BYTES);
      if (chunk.length === 0) return;
      read += chunk.length;
      this.offset += chunk.length;
      this.tail = Buffer.from(
        Buffer.concat([this.tail, chunk.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES),
      );
      yield chunk;
      signal.throwIfAborted();
    }
  }

  /** Tells whether what was read last still stands where it stood. */
  async isWhole(): Promise<boolean> {
    const { tail, offset } = this;
    return (await this.bytes(offset - tail.length, tail.length)).equals(tail);
  }
}

/** Tells whether a file holds nothing but what another one begins with. */
export async function isCopyOf(file: GrowingFile, original: GrowingFile): Promise<boolean> {
  const size = await file.size();
  if (size > (await original.size())) return false;
  const last = Math.max(0, size - CHUNK_BYTES);
  for (const at of [0, last]) {
    const [one, other] = await Promise.all([
      file.bytes(at, Math.min(CHUNK_BYTES, size)),
      original.bytes(at, Math.min(CHUNK_BYTES, size)),
    ]);
    if (!one.equals(other)) return false;
  }
  return true;
}
