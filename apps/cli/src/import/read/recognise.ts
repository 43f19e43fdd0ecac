import { type Line, type LogFormatName, recogniseFormat } from '@app/log-formats';
import { CommandError } from '../../program/command-error.js';

/** Lines looked at; beyond them a log does not become clearer. */
const SAMPLE_LINES = 200;
const MOST_LINES = 10_000;

/**
 * The format of a log by its first lines, with all of its lines. Undefined for a log without lines.
 *
 * @throws CommandError when no format reads any of the first lines
 */
export async function recognise(
  name: string,
  lines: AsyncGenerator<Line[]>,
  now: number,
): Promise<{ format: LogFormatName | undefined; lines: AsyncIterable<Line[]> }> {
  const first: Line[] = [];
  while (first.length < MOST_LINES) {
    const next = await lines.next();
    if (next.done) break;
    first.push(...next.value);
    const format = recogniseFormat(sampleOf(first), now);
    if (format) return { format, lines: joined(first, lines) };
  }
  if (first.every(({ text }) => text === ''))
    return { format: undefined, lines: joined(first, lines) };
  throw new CommandError(
    `The format of ${name} is not recognised: none of its first ${first.length} lines is a log entry. ` +
      'Name the format with --format; --help lists them.',
  );
}

/** The newest of them: a log may start with something else. */
function sampleOf(lines: Line[]): string[] {
  return [...lines.slice(0, SAMPLE_LINES), ...lines.slice(SAMPLE_LINES).slice(-SAMPLE_LINES)].map(
    ({ text }) => text ?? '',
  );
}

async function* joined(first: Line[], rest: AsyncGenerator<Line[]>): AsyncGenerator<Line[]> {
  if (first.length > 0) yield first;
  yield* rest;
}
