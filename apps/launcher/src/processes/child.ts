import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a child reports when it serves. The API reports its port. */
export interface Ready {
  ready: true;
  port?: number;
}

/** How a child ended. */
export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface Child {
  pid: number | undefined;
  /** Resolves when the child serves. Stays pending when the child ends before. */
  ready: Promise<Ready>;
  exited: Promise<Exit>;
  /**
   * Sends SIGTERM, and SIGKILL when the child is still there after `patienceMs`. Resolves when it
   * is gone.
   */
  stop(patienceMs: number): Promise<void>;
  kill(): void;
}

/**
 * Starts one of our long-running programs. It shares standard error, reports `{ ready: true }` over
 * IPC, and ends when that channel breaks. It also shares standard output, unless `onLine` takes
 * each line of it.
 *
 * @param program.nodeOptions options of Node, such as `--inspect`
 */
export function startChild(
  program: { entry: string; nodeOptions: string[] },
  env: NodeJS.ProcessEnv,
  onLine?: (line: string) => void,
): Child {
  const child = spawn(process.execPath, [...program.nodeOptions, program.entry], {
    env,
    stdio: ['ignore', onLine ? 'pipe' : 'inherit', 'inherit', 'ipc'],
    // The terminal's Ctrl-C reaches only the launcher, which then stops one program after the
    // other.
    detached: true,
  });
  if (onLine) createInterface({ input: child.stdout! }).on('line', onLine);
  const exited = new Promise<Exit>((resolve) => {
    child.once('error', () => resolve({ code: 1, signal: null }));
    // At "close", unlike at "exit", all of its output has been read.
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  const ready = new Promise<Ready>((resolve) => {
    child.on('message', (message) => {
      if (isReady(message)) resolve(message);
    });
  });
  return {
    pid: child.pid,
    ready,
    exited,
    stop: (patienceMs) => stop(child, exited, patienceMs),
    kill: () => void child.kill('SIGKILL'),
  };
}

/** Tells how a process ended: `exit status 1`, `signal SIGKILL`. */
export function describeExit({ code, signal }: Exit): string {
  return signal ? `signal ${signal}` : `exit status ${code}`;
}

function isReady(message: unknown): message is Ready {
  return typeof message === 'object' && message !== null && 'ready' in message;
}

async function stop(child: ChildProcess, exited: Promise<Exit>, patienceMs: number): Promise<void> {
  child.kill('SIGTERM');
  await Promise.race([exited, sleep(patienceMs, undefined, { ref: false })]);
  child.kill('SIGKILL');
  await exited;
}
