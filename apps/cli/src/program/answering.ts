import type { Command } from 'commander';
import { type Answer, renderAnswer } from '../output/answer.js';
import { writeAll } from '../output/write-all.js';
import { CommandError } from './command-error.js';
import type { Dependencies } from './dependencies.js';

/** Makes a commander action of a function that returns what is to be printed, as text or with `--json`. */
export function answering<Input extends unknown[]>(
  dependencies: Dependencies,
  work: (...input: Input) => Promise<Answer>,
) {
  return async (...input: Input): Promise<void> => {
    const answer = await work(...input);
    const text = renderAnswer(answer, wantsJson(input.at(-1) as Command));
    await writeAll(dependencies.output, text);
    if (answer.failure !== undefined) throw new CommandError(answer.failure);
  };
}

/** Commander gives the command as the last argument of an action; `--json` may stand anywhere. */
export function wantsJson(command: Command): boolean {
  return command.optsWithGlobals<{ json?: boolean }>().json === true;
}
