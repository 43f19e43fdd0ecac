import { ExpectedError } from '../expected-error.js';

/** A line longer than this is no log entry, and a file without line breaks must not fill the memory. */
const LONGEST_LINE = 1024 * 1024;
const BREAK = 0x0a;

export interface Line {
  /** From 1. */
  number: number;
  text: string;
}

/**
 * The lines of a stream of bytes, split at line feeds only: a user agent may hold other characters
 * that some readers take for line breaks. Empty lines are left out, but counted.
 *
 * @throws ExpectedError naming the line that is longer than 1 MiB
 */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let pending: Buffer[] = [];
  let size = 0;
  let number = 0;
  const take = (): Line | undefined => {
    number++;
    const text = Buffer.concat(pending)
      .toString('utf8')
      .replace(/^\ufeff/, '')
      .trim();
    pending = [];
    size = 0;
    return text === '' ? undefined : { number, text };
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(BREAK); end >= 0; end = chunk.indexOf(BREAK, from)) {
      pending.push(chunk.subarray(from, end));
      from = end + 1;
      const line = take();
      if (line) yield line;
    }
    pending.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size > LONGEST_LINE) {
      throw new ExpectedError(`Line ${number + 1} is longer than 1 MiB: that is no log entry.`);
    }
  }
  const line = take();
  if (line) yield line;
}
