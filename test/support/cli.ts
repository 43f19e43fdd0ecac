import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killedAtEnd } from '@app/testing';
import { DIST } from './processes.js';

/** A data folder in which no `npm start` runs, whatever runs in this checkout. */
const NO_SERVICE = join(tmpdir(), 'botgauge-no-service');

export interface CliRun {
  child: ChildProcess;
  /** The exit status (null after a signal) and what the command printed. */
  ended: Promise<{ status: number | null; stdout: string; stderr: string }>;
}

/** Starts a command of the built operator's CLI. */
export function startCli(args: string[], env: Record<string, string>, dist = DIST): CliRun {
  const child = killedAtEnd(
    spawn(process.execPath, [join(dist, 'apps/cli/src/main.js'), ...args], {
      env: { PATH: process.env.PATH, DATA_DIR: NO_SERVICE, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve) =>
    child.once('close', (status) => resolve({ status, stdout, stderr })),
  );
  return { child, ended };
}

/** Runs a command and returns its answer as JSON. */
export async function runCli<Answer>(
  args: string[],
  env: Record<string, string>,
  dist?: string,
): Promise<Answer> {
  const { status, stdout, stderr } = await startCli([...args, '--json'], env, dist).ended;
  if (status !== 0) throw new Error(`botgauge ${args.join(' ')} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout) as Answer;
}
