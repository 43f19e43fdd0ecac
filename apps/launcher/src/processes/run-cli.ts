import { spawn } from 'node:child_process';
import { ExpectedError } from '../expected-error.js';
import type { Teardown } from './teardown.js';

export type Answer = Record<string, unknown>;

export interface CliRun {
  /** The path of the program. */
  entry: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  /** Whether the user sees its output. Errors are always shown. */
  shown?: boolean;
  /**
   * Keeps the answer. The command counts its answer as delivered when this succeeds, and fails when
   * this fails.
   */
  keep?: (answer: Answer) => Promise<void>;
  teardown: Teardown;
}

/**
 * Runs one command of the CLI to its end and returns its answer, as with `--json`.
 *
 * @throws ExpectedError when it fails; the command has already printed the reason
 */
export async function runCli({
  entry,
  args,
  env,
  shown = false,
  keep = () => Promise.resolve(),
  teardown,
}: CliRun): Promise<Answer> {
  const child = spawn(process.execPath, [entry, ...args], {
    env,
    // The channel brings the answer, and ends the command when this process is gone.
    stdio: ['ignore', shown ? 'inherit' : 'ignore', 'inherit', 'ipc'],
    detached: true,
  });
  let answer: Answer | undefined;
  let failure: Error | undefined;
  child.on('message', (message) => {
    if (!isAnswer(message)) return;
    answer = message.document;
    keep(answer).then(
      () => child.send('kept', () => undefined),
      (error: Error) => {
        failure = error;
        child.kill('SIGKILL');
      },
    );
  });
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
  if (failure) throw failure;
  if (status === 0 && answer) return answer;
  const why = status === 0 ? 'gave no answer' : 'failed; its message above tells why';
  throw new ExpectedError(`The command ${args[0]} ${why}.`);
}

function isAnswer(message: unknown): message is { document: Answer } {
  return typeof message === 'object' && message !== null && 'document' in message;
}
