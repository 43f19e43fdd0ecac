import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Miniflare } from 'miniflare';
import { undoneAtEnd } from '@app/testing';

const FILES = join(import.meta.dirname, '..');

/** A Worker in miniflare, on the runtime of Cloudflare. */
export interface RunningWorker {
  base: string;
  stop(): Promise<void>;
}

/**
 * Runs a Worker with these variables. It imports the files of this folder as a user's would.
 *
 * @param cf what Cloudflare tells of each request, as `request.cf`
 */
export async function startWorker(
  script: string,
  variables: Record<string, string>,
  cf?: Record<string, unknown>,
): Promise<RunningWorker> {
  const module = (path: string, contents: string) => ({
    type: 'ESModule' as const,
    path,
    contents,
  });
  const own = ['cloudflare-worker.js', 'botgauge.js'].map((name) =>
    module(name, readFileSync(join(FILES, name), 'utf8')),
  );
  const worker = new Miniflare({
    modules: [module('worker.js', script), ...own],
    bindings: variables,
    ...(cf && { cf }),
    compatibilityDate: '2026-01-01',
    host: '127.0.0.1',
    port: 0,
    // What the Worker tells on its console does not belong between the results.
    handleRuntimeStdio: (output: Readable, errors: Readable) => {
      output.resume();
      errors.resume();
    },
  });
  const stop = undoneAtEnd(() => worker.dispose());
  return { base: (await worker.ready).origin, stop };
}
