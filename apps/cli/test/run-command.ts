import { PassThrough, Readable, Writable } from 'node:stream';
import { run } from '../src/create-program.js';

/** How a command line ended, and what it printed. */
export interface Outcome {
  status: number;
  stdout: string;
  stderr: string;
}

interface Surroundings {
  databaseUrl?: string;
  env?: Record<string, string>;
  input?: (string | Buffer)[];
  fetch?: typeof fetch;
}

/**
 * Runs a command line in this process, with separate streams and without settings of the
 * environment.
 */
export async function runCommand(argv: string[], around: Surroundings = {}): Promise<Outcome> {
  const output = new Collector();
  const errors = new Collector();
  const status = await run(argv, {
    env: { DATABASE_URL: around.databaseUrl, ...around.env },
    input: Readable.from(around.input ?? [], { objectMode: false }).pipe(new PassThrough()),
    output,
    errors,
    ...(around.fetch ? { fetch: around.fetch } : {}),
  });
  return { status, stdout: output.text(), stderr: errors.text() };
}

class Collector extends Writable {
  private readonly chunks: Buffer[] = [];

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void) {
    this.chunks.push(chunk);
    done();
  }

  text(): string {
    return Buffer.concat(this.chunks).toString('utf8');
  }
}
