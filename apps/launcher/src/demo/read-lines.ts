import { type Line as RawLine, LineSplitter, LONGEST_LINE } from '@app/log-formats';
import { ExpectedError } from '../expected-error.js';

export interface Line {
  /** From 1. */
  number: number;
  text: string;
}

/**
 * The lines of a stream of bytes, split at line feeds only: a user agent may hold other characters
 * that some readers take for line breaks. Empty lines are left out, but counted.
 *
 * @throws ExpectedError naming the line that is too long for a log entry
 */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  const splitter = new LineSplitter();
  for await (const chunk of chunks) yield* withText(splitter.push(chunk));
  yield* withText(splitter.end());
}

function* withText(lines: RawLine[]): Generator<Line> {
  for (const { number, text } of lines) {
    if (text === undefined) {
      throw new ExpectedError(
        `Line ${number} is longer than ${LONGEST_LINE / 1024} KiB: that is no log entry.`,
      );
    }
    const trimmed = text.trim();
    if (trimmed !== '') yield { number, text: trimmed };
  }
}
