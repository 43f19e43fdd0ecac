import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a child says once it serves; the API names its port. */
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
  /** Resolves when it serves; stays pending when it ends before. */
  ready: Promise<Ready>;
  exited: Promise<Exit>;
  /** SIGTERM, and SIGKILL when it is still there after `patienceMs`; resolves when it is gone. */
  stop(patienceMs: number): Promise<void>;
  kill(): void;
}

/** A batch makes many objects that live no longer than it: twice Node's room for new ones halves the collector's work. */
const NODE_FLAGS = ['--max-semi-space-size=32'];

/**
 * Starts one of our long-running programs. It shares standard error and says `{ ready: true }` over IPC;
 * when that channel breaks, it ends itself. It shares standard output, too, unless `onLine` takes each
 * line of it.
 */
export function startChild(
  entry: string,
  env: NodeJS.ProcessEnv,
  onLine?: (line: string) => void,
): Child {
  const child = spawn(process.execPath, [...NODE_FLAGS, entry], {
    env,
    stdio: ['ignore', onLine ? 'pipe' : 'inherit', 'inherit', 'ipc'],
    // The terminal's Ctrl-C reaches the launcher only, which then stops one after the other.
    detached: true,
  });
  if (onLine) createInterface({ input: child.stdout! }).on('line', onLine);
  const exited = new Promise<Exit>((resolve) => {
    child.once('error', () => resolve({ code: 1, signal: null }));
    // "close" and not "exit": its last words are read by then.
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

/** Says how something ended: `exit status 1`, `signal SIGKILL`. */
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
