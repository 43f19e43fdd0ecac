import {
  isBlank,
  type Line,
  LineSplitter,
  LONGEST_LINE,
  type LogFormatName,
  type LogParser,
  type ParsedLine,
  recogniseFormat,
} from '@app/log-formats';
import { CommandError } from '../../program/failure.js';

/** How many lines are examined. More lines do not make a log clearer. */
const SAMPLE_LINES = 200;
const MOST_LINES = 10_000;

/**
 * Yields the lines of a stream of bytes, all lines of a chunk together, because one step per line
 * would cost more than parsing it.
 */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
  splitter = new LineSplitter(),
): AsyncGenerator<Line[]> {
  for await (const chunk of chunks) {
    const lines = splitter.push(chunk);
    if (lines.length > 0) yield lines;
  }
  const rest = splitter.end();
  if (rest.length > 0) yield rest;
}

/** Parses a line. A line that was too long to be kept is rejected like any other bad line. */
export function parseLine(parser: LogParser, { text }: Line): ParsedLine {
  if (text !== undefined) return parser.parse(text);
  return { kind: 'reject', reason: `is longer than ${LONGEST_LINE / 1024} KiB` };
}

/**
 * Recognises the format of a log by its first lines, and returns it with all of its lines. The
 * format is undefined when there are only comments and directives.
 *
 * @throws CommandError when no format reads any of the first lines
 */
export async function recognise(
  name: string,
  lines: AsyncGenerator<Line[]>,
  now: number,
): Promise<{ format: LogFormatName | undefined; lines: AsyncIterable<Line[]> }> {
  const first: Line[] = [];
  let next = await lines.next();
  for (; !next.done && first.length < MOST_LINES; next = await lines.next()) {
    for (const line of next.value) first.push(line);
    const format = recogniseFormat(sampleOf(first), now);
    if (format) return { format, lines: joined(first, lines) };
  }
  if (next.done && first.every(({ text }) => text !== undefined && isBlank(text))) {
    return { format: undefined, lines: joined(first, lines) };
  }
  throw new CommandError(
    `The format of ${name} is not recognised: none of its first ${first.length} lines is a log entry. ` +
      'Name the format with --format; --help lists them.',
  );
}

/**
 * Returns the start and the lines that were read last, because a log may start with something else.
 */
function sampleOf(lines: Line[]): string[] {
  return [...lines.slice(0, SAMPLE_LINES), ...lines.slice(SAMPLE_LINES).slice(-SAMPLE_LINES)].map(
    ({ text }) => text ?? '',
  );
}

/** Yields lines that were already read, and then those that come after them. */
export async function* joined(first: Line[], rest: AsyncGenerator<Line[]>): AsyncGenerator<Line[]> {
  if (first.length > 0) yield first;
  yield* rest;
}
