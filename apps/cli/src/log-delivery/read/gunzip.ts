import { createGunzip, type Gunzip } from 'node:zlib';
import { endsEarly, unreadable } from './unreadable-log.js';

const CHUNK_BYTES = 64 * 1024;
/** So much is unpacked at once: gzip makes a thousand bytes of one at most. */
const PIECE_BYTES = 16 * 1024;
/** More than a piece becomes, so that all of it is there when it is unpacked. */
const MOST_READY = 32 * 1024 * 1024;

/**
 * Yields what gzip packed, also as several members one after the other. Everything that could be
 * unpacked before a missing end is yielded first; a stream that an error ends would throw away what
 * nobody has read yet.
 *
 * @throws LogFault `ends_early`, UnreadableLog when it is damaged
 */
export async function* gunzip(name: string, packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const unzip = new Unzip();
  try {
    for await (const chunk of packed) {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES)
        yield* await unzip.unpack(chunk.subarray(at, at + PIECE_BYTES));
      if (unzip.fault) break;
    }
    yield* await unzip.end();
    if (unzip.fault) throw faultOf(name, unzip.fault);
  } finally {
    unzip.close();
  }
}

/** Unpacks one piece after the other, and gives all that came of it. */
class Unzip {
  fault: Error | undefined;
  private isOver = false;
  private wake: () => void = () => undefined;
  private ready: Buffer[] = [];
  private readonly stream: Gunzip;

  constructor() {
    const options = { chunkSize: CHUNK_BYTES, readableHighWaterMark: MOST_READY };
    this.stream = createGunzip(options)
      .on('readable', () => this.take())
      // Zeros may stand behind the last member.
      .on('end', () => this.over())
      .on('error', (error) => this.over(error));
  }

  async unpack(piece: Buffer): Promise<Buffer[]> {
    if (!this.isOver)
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        this.stream.write(piece, () => resolve());
      });
    return this.taken();
  }

  async end(): Promise<Buffer[]> {
    if (!this.isOver)
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        this.stream.end();
      });
    return this.taken();
  }

  close(): void {
    this.stream.destroy();
  }

  private over(fault?: Error): void {
    this.isOver = true;
    this.fault = fault;
    this.wake();
  }

  private taken(): Buffer[] {
    this.take();
    const { ready } = this;
    this.ready = [];
    return ready;
  }

  private take(): void {
    for (let chunk = this.read(); chunk !== null; chunk = this.read()) this.ready.push(chunk);
  }

  private read(): Buffer | null {
    return this.stream.read() as Buffer | null;
  }
}

function faultOf(name: string, error: Error): Error {
  // All bytes were taken, and the last member wants more.
  if ((error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR') return endsEarly(name);
  return unreadable(name, error);
}
