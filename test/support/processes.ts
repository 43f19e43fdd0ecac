import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OFFLINE, undoneAtEnd } from '@app/testing';

/** The build of this checkout. */
export const DIST = join(import.meta.dirname, '..', '..', 'dist');

/** As the service is started by every deployment. */
const NODE_FLAGS = { api: '--max-semi-space-size=32', worker: '--max-semi-space-size=64' };

/** A built process of the service, as an operator runs it. */
export interface ServiceProcess {
  app: 'api' | 'worker';
  /** The port where it listens. A worker gives the port of its health routes. */
  port: number;
  /** The base address of its HTTP. */
  base: string;
  pid: number;
  /** Tells whether it is running. */
  lives(): boolean;
  /** Returns everything that it has written so far to standard output and standard error. */
  output(): string;
  /** `kill -9`, so that it cannot finish anything. */
  kill(): Promise<void>;
  /** Sends SIGTERM, and resolves with the exit status. */
  stop(): Promise<number | null>;
}

export interface ProcessOptions {
  /** Another build to run. */
  dist?: string;
  /** Further arguments for Node itself. */
  execArgv?: string[];
}

/**
 * Starts `dist/apps/<app>/src/main.js` and waits until it accepts work.
 *
 * @throws Error with its output when it ends instead
 */
export async function startProcess(
  app: 'api' | 'worker',
  env: Record<string, string>,
  { dist = DIST, execArgv = [] }: ProcessOptions = {},
): Promise<ServiceProcess> {
  const main = join(dist, 'apps', app, 'src', 'main.js');
  if (!existsSync(main)) throw new Error(`${main} is not there: build it with npm run build`);
  const child = fork(main, [], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', PORT: '0', ...OFFLINE, ...env },
    execArgv: [NODE_FLAGS[app], ...execArgv],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const kill = undoneAtEnd(() => end(child, 'SIGKILL'));
  const output: string[] = [];
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  const port = await untilReady(child, output);
  return {
    app,
    port,
    base: `http://127.0.0.1:${port}`,
    pid: child.pid as number,
    lives: () => child.exitCode === null && child.signalCode === null,
    output: () => output.join(''),
    kill,
    stop: () => end(child, 'SIGTERM'),
  };
}

function untilReady(child: ChildProcess, output: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('exit', (status) =>
      reject(new Error(`It ended with ${status} instead of starting: ${output.join('')}`)),
    );
    child.once('message', (message) => {
      const { port, statusPort } = message as { port?: number; statusPort?: number };
      resolve(port ?? statusPort ?? 0);
    });
  });
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  }
  return child.exitCode;
}
