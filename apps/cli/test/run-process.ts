import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { childEnvironment } from '@app/config';
import { killedAtEnd } from '@app/testing';
import type { Outcome } from './run-command.js';

const MAIN = join(import.meta.dirname, '../../../dist/apps/cli/src/main.js');

/**
 * Runs the built command, which is `$main`, as `$botgauge` of a shell. This is for pipes, and for
 * errors that Node itself makes: inside Jest, these are not of its own class `Error`.
 */
export async function runShell(script: string, env: Record<string, string> = {}): Promise<Outcome> {
  const child = killedAtEnd(
    spawn('bash', ['--norc', '-o', 'pipefail', '-c', script], {
      env: childEnvironment({
        DATABASE_URL: '',
        // No `npm start` that runs in this checkout is found.
        DATA_DIR: join(tmpdir(), 'botgauge-no-service'),
        botgauge: `${process.execPath} ${MAIN}`,
        main: MAIN,
        ...env,
      }),
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ]);
  return { status, stdout, stderr };
}
