import { spawn } from 'node:child_process';
import { statusOf } from './command.mjs';
import { onStopRequest } from './stop-request.mjs';

/**
 * Runs Node with these arguments on this process's standard streams and returns its exit status. A
 * request to stop is passed on, and this process ends only after the child, so that whoever waits
 * for this process waits for everything. The terminal's Ctrl-C reaches the child twice, directly
 * and from here; a leading target counts that as once.
 *
 * A leading target has an IPC channel. When it closes, the target knows that this process is gone.
 */
export async function runTarget({ args, cwd, leads, env }) {
  // Before the child is there, because a signal that comes while it starts would end this process
  // alone. Whoever handles a signal runs after the start.
  const release = onStopRequest((signal) => {
    // On Windows the console tells the child itself, and a signal from here would end it at once.
    if (process.platform !== 'win32' || signal === 'SIGTERM') child.kill(signal);
  });
  const child = spawn(process.execPath, args, {
    cwd,
    env,
    stdio: ['inherit', 'inherit', 'inherit', ...(leads ? ['ipc'] : [])],
  });
  const status = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(statusOf(code, signal)));
  });
  release();
  return status;
}
