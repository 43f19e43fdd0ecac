import { spawn } from 'node:child_process';
import { ExpectedError } from '../expected-error.js';
import type { Teardown } from './teardown.js';

/**
 * Runs one command of the CLI to its end and returns the JSON object it printed last. What it says on
 * standard error is shown.
 *
 * @throws ExpectedError when it fails or prints no JSON object
 */
export async function runCli(
  entry: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  teardown: Teardown,
): Promise<Record<string, unknown>> {
  const child = spawn(process.execPath, [entry, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  teardown.add({
    name: `the command ${args[0]}`,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
    kill: () => void child.kill('SIGKILL'),
  });
  const status = await ended;
  const value = lastObject(printed);
  if (status === 0 && value) return value;
  const why = status === 0 ? 'printed no JSON object' : `ended with exit status ${status}`;
  throw new ExpectedError(`The command \`botgauge ${args.join(' ')}\` ${why}.`);
}

function lastObject(printed: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(printed.trim().split('\n').at(-1) ?? '');
    return typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
