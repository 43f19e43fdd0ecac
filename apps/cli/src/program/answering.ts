import type { Readable, Writable } from 'node:stream';
import { wantsColours } from '@app/config';
import { type Paint, paintFor, printableJson, printableLines } from '@app/report-text';
import type { Command } from 'commander';
import { CommandError } from './failure.js';

/** What the commands touch of the outside, so that tests can stand in for it. */
export interface Dependencies {
  /** Settings to read instead of the process's environment. */
  env?: Record<string, string | undefined>;
  input: Readable;
  output: Writable;
  errors: Writable;
  /**
   * Where a program runs the command: is told the document of the answer, whatever is printed. Resolves
   * when that program has it.
   */
  tell?: (document: unknown) => Promise<void>;
}

/** What a command has to say, for programs and for people; a command never writes it by itself. */
export interface Answer {
  /** Printed as one line of JSON with `--json`. */
  document: unknown;
  /** Printed otherwise. */
  text: string;
  /** Whether `text` has colours, and nothing else in it that could steer a terminal. */
  painted?: boolean;
  /** Why the command fails although it has something to print; said on standard error. */
  failure?: string;
}

/** Makes a commander action of a function that returns what is to be printed, as text or with `--json`. */
export function answering<Input extends unknown[]>(
  dependencies: Dependencies,
  work: (...input: Input) => Promise<Answer>,
) {
  return async (...input: Input): Promise<void> => {
    const answer = await work(...input);
    await give(dependencies, answer, wantsJson(input.at(-1) as Command));
    if (answer.failure !== undefined) throw new CommandError(answer.failure);
  };
}

/** Prints an answer and tells it; when this returns, whoever asked has it. */
export async function give(
  dependencies: Dependencies,
  answer: Answer,
  json: boolean,
): Promise<void> {
  await writeAll(dependencies.output, `${renderAnswer(answer, json)}\n`);
  await dependencies.tell?.(answer.document);
}

function renderAnswer({ document, text, painted = false }: Answer, json: boolean): string {
  if (json) return printableJson(document);
  return painted ? text : printableLines(text);
}

/** Commander gives the command as the last argument of an action; `--json` may stand anywhere. */
export function wantsJson(command: Command): boolean {
  return command.optsWithGlobals<{ json?: boolean }>().json === true;
}

/** Says a line to the operator on standard error, apart from the answer. */
export function say({ errors }: Pick<Dependencies, 'errors'>, text: string): void {
  errors.write(`${printableLines(text)}\n`);
}

/** Whether a person watches. */
export const isTerminal = (stream: Writable): boolean => 'isTTY' in stream && stream.isTTY === true;

/** Colours where a person watches who has not asked for none. */
export function paintOf({ output, env }: Dependencies): Paint {
  return paintFor(isTerminal(output) && wantsColours(env));
}

/** Writes a text and returns when it is gone; a full disk or a reader that left is an error. */
function writeAll(output: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    output.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
