import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { childEnvironment } from '@app/config';
import type { Packing } from '@app/log-delivery';
import { BOTGAUGE } from '../../program/called-as.js';
import { failureOf, UNPACKERS, type Unpacker } from './programs.js';
import { damaged, endsEarly, UnreadableLog } from './unreadable-log.js';

const LONGEST_SAID = 2_000;

/**
 * Yields what a program of the system unpacks. It runs without a shell and gets bytes only, so no
 * name can mean anything to it.
 *
 * @throws LogFault `ends_early`, UnreadableLog
 */
export async function* unpack(
  name: string,
  packing: Exclude<Packing, 'gzip'>,
  packed: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const unpacker = UNPACKERS[packing];
  // What it says is compared, so it must say it in English.
  const env = childEnvironment({ LC_ALL: 'C', XZ_OPT: '', XZ_DEFAULTS: '', BZIP2: '', BZIP: '' });
  const child = spawn(unpacker.program, unpacker.args, { env, stdio: 'pipe' });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(0, LONGEST_SAID);
  });
  const ended = once(child, 'close') as Promise<[number | null, string | null]>;
  // It is awaited after everything was read.
  ended.catch(() => undefined);
  const counted = new Counted(packed);
  const given = pipeline(Readable.from(counted.bytes()), child.stdin).catch((error: unknown) =>
    counted.failed(error),
  );
  try {
    yield* outputOf(child.stdout);
    const [status] = await ended.catch((error: unknown) => {
      throw missing(name, packing, unpacker, error);
    });
    await given;
    if (counted.error !== undefined) throw counted.error as Error;
    if (status !== 0) throw faultOf(name, packing, said, counted.size);
  } finally {
    child.kill();
  }
}

/** A program that could not be started has an output that is closed before it ends. */
async function* outputOf(output: Readable): AsyncGenerator<Buffer> {
  try {
    yield* output as AsyncIterable<Buffer>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

/** The packed bytes, how many there were, and why there were no more. */
class Counted {
  size = 0;
  error: unknown;

  constructor(private readonly packed: AsyncIterable<Buffer>) {}

  async *bytes(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of this.packed) {
        this.size += chunk.length;
        yield chunk;
      }
    } catch (error) {
      this.error = error;
      throw error;
    }
  }

  /** A program that ends before it has read everything says why itself. */
  failed(error: unknown): void {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EPIPE' && code !== 'ERR_STREAM_PREMATURE_CLOSE') this.error ??= error;
  }
}

function missing(name: string, packing: string, unpacker: Unpacker, error: unknown): UnreadableLog {
  const { code } = error as NodeJS.ErrnoException;
  const { program } = unpacker;
  return new UnreadableLog(
    code === 'ENOENT'
      ? `${name} is compressed with ${packing}, and there is no program ${program} that unpacks it: install it (the package ${unpacker.package}), or unpack the file elsewhere.`
      : `${name} is compressed with ${packing}, and the program ${program} cannot be run (${code}): unpack the file yourself.`,
  );
}

function faultOf(name: string, packing: string, said: string, bytes: number): Error {
  switch (failureOf(said, bytes)) {
    case 'ends_early':
      return endsEarly(name);
    case 'memory':
      return new UnreadableLog(
        `${name} needs too much memory to be unpacked: unpack it yourself, or send it through a pipe: ${UNPACKERS[packing as keyof typeof UNPACKERS].program} -dc … | ${BOTGAUGE} import -`,
      );
    case 'damaged':
      return damaged(name, said.trim().split('\n')[0] || packing);
  }
}
