import type { Readable, Writable } from 'node:stream';
import { wantsColours } from '@app/config';
import { type Paint, paintFor, printableJson, printableLines } from '@app/report-text';
import type { Command } from 'commander';
import { CommandError } from './failure.js';

/** What the commands use of the outside world, so that tests can replace it. */
export interface Dependencies {
  /** Settings to read instead of the process's environment. */
  env?: Record<string, string | undefined>;
  /** Why settings of a running service could not be read. It is told when a command fails. */
  obstacle?: string;
  input: Readable;
  output: Writable;
  errors: Writable;
  /** What fetches lists instead of Node's own function. */
  fetch?: typeof fetch;
  /**
   * For a command that a program runs: receives the document of the answer, whatever is printed. It
   * resolves when that program has it.
   */
  tell?: (document: unknown) => Promise<void>;
}

/** The result of a command, for programs and for people. A command never writes it itself. */
export interface Answer {
  /** Printed as one line of JSON with `--json`. */
  document: unknown;
  /** Printed without `--json`. */
  text: string;
  /** Whether `text` has colours. It has nothing else that could control a terminal. */
  painted?: boolean;
  /** Why the command fails although it has something to print. It is written to standard error. */
  failure?: string;
  /**
   * What the operator may want to do next. It is written to standard error after the text, and not
   * with `--json`.
   */
  next?: string;
}

/**
 * Makes a commander action from a function that returns an answer. The answer is printed as text,
 * or as JSON with `--json`.
 */
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

/** Prints an answer and delivers it. When this returns, the caller has it. */
export async function give(
  dependencies: Dependencies,
  answer: Answer,
  json: boolean,
): Promise<void> {
  await writeAll(dependencies.output, `${renderAnswer(answer, json)}\n`);
  if (answer.next !== undefined && !json) say(dependencies, answer.next);
  await dependencies.tell?.(answer.document);
}

function renderAnswer({ document, text, painted = false }: Answer, json: boolean): string {
  if (json) return printableJson(document);
  return painted ? text : printableLines(text);
}

/**
 * Commander passes the command as the last argument of an action. `--json` may be anywhere in the
 * command line.
 */
export function wantsJson(command: Command): boolean {
  return command.optsWithGlobals<{ json?: boolean }>().json === true;
}

/** Writes a line for the operator to standard error, separate from the answer. */
export function say({ errors }: Pick<Dependencies, 'errors'>, text: string): void {
  errors.write(`${printableLines(text)}\n`);
}

/** Tells whether a stream is a terminal. */
export const isTerminal = (stream: Writable): boolean => 'isTTY' in stream && stream.isTTY === true;

/** Returns colours for a terminal, unless the operator has switched them off. */
export function paintOf({ output, env }: Dependencies): Paint {
  return paintFor(isTerminal(output) && wantsColours(env));
}

/**
 * Writes a text and returns when it is written. A full disk or a reader that has gone is an error.
 */
function writeAll(output: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    output.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
