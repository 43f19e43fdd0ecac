import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { SIGNALS, statusOf } from './command.mjs';

const PARENT_CHECK_MS = 1000;

/**
 * Runs Node with these arguments on this process's standard streams and returns its exit status.
 * Signals are passed on and do not end this process before the child, so that whoever waits for
 * this process waits for everything. The terminal's Ctrl-C reaches the child twice, by itself and
 * from here: a leading target takes that for once.
 *
 * A leading target has an IPC channel, whose loss tells it that this process is gone.
 */
export async function runTarget({ args, cwd, leads, env }) {
  const child = spawn(process.execPath, args, {
    cwd,
    env,
    stdio: ['inherit', 'inherit', 'inherit', ...(leads ? ['ipc'] : [])],
  });
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(statusOf(code, signal)));
  });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  const watch = leads ? stopWithNpm(child) : undefined;
  const status = await ended;
  clearInterval(watch);
  return status;
}

/**
 * npm cannot pass on its own SIGKILL, and the shell it puts between passes on nothing. Only under
 * npm: a shell that ends leaves its jobs running on purpose.
 */
function stopWithNpm(child) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const before = starters();
  return setInterval(() => {
    if (starters() !== before) child.kill('SIGTERM');
  }, PARENT_CHECK_MS);
}

/** Who started this process: npm, or npm's shell and npm. Elsewhere than on Linux the shell replaces itself. */
function starters() {
  const parent = process.ppid;
  try {
    const stat = fs.readFileSync(`/proc/${parent}/stat`, 'utf8');
    const isShell = /\((sh|dash|ash|bash|busybox)\)/.test(stat);
    const grandparent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
    return isShell ? `${parent} ${grandparent}` : `${parent}`;
  } catch {
    return `${parent}`;
  }
}
