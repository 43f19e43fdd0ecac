import { spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { ExpectedError, root } from './root.mjs';
import { onStopRequest } from './stop-request.mjs';

/**
 * Runs a command in the repository and shows its output only if it fails. When this process is
 * asked to stop, the command and everything that it started are killed at once. So the next run
 * must be able to start the command again from any state.
 *
 * @param ownScript whether the command is a script of ours, which gets a channel to this process and
 *   ends when the channel closes, because this process was killed
 * @returns how it ended, as a shell reports it, and what it printed
 * @throws ExpectedError when a stop was asked for; its status is the one of a shell, 130 for Ctrl-C
 */
export async function runQuietly(file, args, { ownScript = false } = {}) {
  // Before the command is there, because a signal that comes while it starts would end this process
  // alone. Whoever handles a signal runs after the start.
  let interrupted;
  const release = onStopRequest((signal) => {
    interrupted = signal;
    killAll(child);
  });
  const child = spawn(file, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', ...(ownScript ? ['ipc'] : [])],
    shell: process.platform === 'win32' && file.endsWith('.cmd'),
    // A separate process group, so that the terminal's Ctrl-C arrives only here, and a kill reaches
    // all processes of the command.
    detached: process.platform !== 'win32',
  });
  const output = [];
  child.stdout.on('data', (bytes) => output.push(bytes));
  child.stderr.on('data', (bytes) => output.push(bytes));
  const status = await new Promise((resolve) => {
    child.once('error', (error) => {
      output.push(Buffer.from(`${error.message}\n`));
      resolve(1);
    });
    child.once('close', (code, signal) => resolve(statusOf(code, signal)));
  });
  release();
  if (interrupted) {
    throw new ExpectedError(
      'Stopped before it was finished. Run the same command again: it starts from the beginning.',
      statusOf(null, interrupted),
    );
  }
  return { status, output: Buffer.concat(output).toString() };
}

/** Uses npm's own script under this Node when npm runs us, so that the versions fit together. */
export function npm(...args) {
  const script = process.env.npm_execpath;
  if (script && /npm-cli\.c?js$/.test(script)) return [process.execPath, [script, ...args]];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', args];
}

/**
 * Returns the exit status as a shell reports it: 128 plus the number of the signal that ended the
 * process.
 */
export function statusOf(code, signal) {
  return code ?? 128 + (constants.signals[signal] ?? 0);
}

function killAll({ pid }) {
  if (!pid) return;
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/t', '/f']);
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The process has just ended by itself.
  }
}
