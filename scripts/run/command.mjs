import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { ExpectedError, root } from './root.mjs';

/** What asks this process to end, and is passed on to its child. */
export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a command in the repository without showing what it prints, unless it fails.
 *
 * @throws ExpectedError with `advice` after its output went to standard error
 */
export async function runQuietly(file, args, advice) {
  const child = spawn(file, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32' && file.endsWith('.cmd'),
  });
  const output = [];
  child.stdout.on('data', (bytes) => output.push(bytes));
  child.stderr.on('data', (bytes) => output.push(bytes));
  let interrupted;
  const passOn = (signal) => {
    interrupted = signal;
    child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, passOn);
  const status = await new Promise((resolve) => {
    child.once('error', (error) => {
      output.push(Buffer.from(`${error.message}\n`));
      resolve(1);
    });
    child.once('close', (code, signal) => resolve(statusOf(code, signal)));
  });
  for (const signal of SIGNALS) process.off(signal, passOn);
  if (interrupted) throw new ExpectedError('Interrupted.', statusOf(null, interrupted));
  if (status === 0) return;
  process.stderr.write(Buffer.concat(output));
  throw new ExpectedError(advice);
}

/** npm's own script under this very Node when npm runs us, so that the versions fit together. */
export function npm(...args) {
  const script = process.env.npm_execpath;
  if (script && /npm-cli\.c?js$/.test(script)) return [process.execPath, [script, ...args]];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', args];
}

/** The exit status as a shell reports it: 128 and the number of the signal that ended the process. */
export function statusOf(code, signal) {
  return code ?? 128 + (constants.signals[signal] ?? 0);
}
