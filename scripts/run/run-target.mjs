import { spawn } from 'node:child_process';
import { statusOf } from './command.mjs';
import { onStopRequest } from './stop-request.mjs';

/**
 * Runs Node with these arguments on this process's standard streams and returns its exit status.
 * A request to stop is passed on and does not end this process before the child, so that whoever
 * waits for this process waits for everything. The terminal's Ctrl-C reaches the child twice, by
 * itself and from here: a leading target takes that for once.
 *
 * A leading target has an IPC channel, whose loss tells it that this process is gone.
 */
export async function runTarget({ args, cwd, leads, env }) {
  const child = spawn(process.execPath, args, {
    cwd,
    env,
    stdio: ['inherit', 'inherit', 'inherit', ...(leads ? ['ipc'] : [])],
  });
  const release = onStopRequest((signal) => child.kill(signal));
  const status = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(statusOf(code, signal)));
  });
  release();
  return status;
}
