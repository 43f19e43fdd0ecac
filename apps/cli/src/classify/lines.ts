import { CommandError } from '../program/command-error.js';

/** Far beyond any user agent; without a bound one endless line would fill the memory. */
export const LONGEST_LINE = 16 * 1024 * 1024;

/**
 * The lines of a byte stream, all complete lines of a chunk together: one step a line would cost more
 * than classifying it. A line ends with `\n` or `\r\n`, the last one with the input.
 */
export async function* linesOf(
  input: AsyncIterable<Uint8Array | string>,
): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  let pending = 0;
  for await (const bytes of input) {
    const text = typeof bytes === 'string' ? bytes : decoder.decode(bytes, { stream: true });
    const end = text.lastIndexOf('\n');
    if (end >= 0) {
      yield `${pieces.join('')}${text.slice(0, end)}`.split('\n').map(withoutReturn);
      pieces = [];
      pending = 0;
    }
    pieces.push(text.slice(end + 1));
    pending += text.length - end - 1;
    if (pending > LONGEST_LINE) throw new CommandError(TOO_LONG);
  }
  const rest = pieces.join('') + decoder.decode();
  if (rest !== '') yield [rest];
}

const TOO_LONG = `A line has more than ${LONGEST_LINE} characters: give one user agent a line.`;

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
