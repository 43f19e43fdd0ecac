import {
  type Line,
  LineSplitter,
  LONGEST_LINE,
  type LogFormatName,
  type ReaderOptions,
  recogniseFormat,
  type RecordReader,
  type RecordResult,
  reject,
  skipOf,
} from '@app/log-formats';
import { LogFault } from './log-fault.js';
import { thenMissingEnd, untilMissingEnd } from './missing-end.js';

/** How many lines are examined, at each end. More lines do not make a log clearer. */
const SAMPLE_LINES = 200;
/** In characters, at each end. Every format reads all of them. A longer line stands alone. */
const SAMPLE_CHARACTERS = 512 * 1024;
/** How much is read, and held, of a log that is not recognised. */
const MOST_LINES = 10_000;
const MOST_CHARACTERS = 8 * 1024 * 1024;

/**
 * Yields the lines of a stream of bytes, all lines of a chunk together, because one step per line
 * would cost more than parsing it. An empty chunk says that the stream pauses, and becomes an empty
 * list.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  splitter = new LineSplitter(),
): AsyncGenerator<Line[]> {
  for await (const chunk of chunks) {
    const lines = splitter.push(chunk);
    if (lines.length > 0 || chunk.length === 0) yield lines;
  }
  const rest = splitter.end();
  if (rest.length > 0) yield rest;
}

/** A record of a line, as a line of its own, and what it became. */
export interface LineRecord {
  text: string;
  result: RecordResult;
}

const TOO_LONG = reject('too_long', `is longer than ${LONGEST_LINE / 1024} KiB`);

/** Reads the records of a line: one, unless it is JSON that holds several. */
export function readRecords(reader: RecordReader, { text }: Line): LineRecord[] {
  // A line that was too long to be kept is rejected like any other bad line.
  if (text === undefined) return [{ text: '', result: TOO_LONG }];
  const results = reader.readLine(text);
  const texts = results.length > 1 ? reader.split(text) : [text];
  return results.map((result, index) => ({ text: texts[index] ?? '', result }));
}

/**
 * Recognises the format of a log by its first lines, and returns it with all of its lines. The
 * format is undefined when there are only comments and directives. Lines that no format reads are
 * examined again when there are twice as many, and when the stream pauses or ends: so it takes no
 * longer when they come in many small pieces.
 *
 * @throws LogFault `unknown_format` when no format reads any of the first lines, `ends_early` when
 *   the end of the log is missing before one does
 */
export async function recognise(
  name: string,
  lines: AsyncGenerator<Line[]>,
  options: Pick<ReaderOptions, 'now' | 'fields'>,
): Promise<{ format: LogFormatName | undefined; lines: AsyncIterable<Line[]> }> {
  let fault: LogFault | undefined;
  const whole = untilMissingEnd(lines, (found) => (fault = found));
  const rest = () => thenMissingEnd(joined(first, whole), () => fault);
  const first: Line[] = [];
  let size = 0;
  let examined = 0;
  let next: IteratorResult<Line[]>;
  let isOver: boolean;
  do {
    next = await whole.next();
    for (const line of next.done ? [] : next.value) {
      first.push(line);
      size += 1 + (line.text?.length ?? 0);
    }
    isOver = next.done === true || first.length >= MOST_LINES || size >= MOST_CHARACTERS;
    const isPause = !next.done && next.value.length === 0;
    if (size === examined || !(isOver || isPause || size >= 2 * examined)) continue;
    examined = size;
    const format = recogniseFormat(sampleOf(first), options);
    if (format) return { format, lines: rest() };
  } while (!isOver);
  if (fault) throw fault as LogFault;
  if (next.done && first.every(({ text }) => text !== undefined && skipOf(text))) {
    return { format: undefined, lines: rest() };
  }
  throw new LogFault(
    'unknown_format',
    `The format of ${name} is not recognised: none of its first ${first.length} lines is a log entry`,
  );
}

/**
 * Returns the start and the lines that were read last, because a log may start with something else.
 */
function sampleOf(lines: Line[]): string[] {
  const start = withinSample(lines.slice(0, SAMPLE_LINES));
  const rest = lines.slice(start.length).slice(-SAMPLE_LINES).reverse();
  return [...start, ...withinSample(rest).reverse()];
}

/** Returns the texts of lines as long as there is room for them. */
function withinSample(lines: readonly Line[]): string[] {
  const texts: string[] = [];
  let characters = 0;
  for (const { text = '' } of lines) {
    characters += text.length;
    if (characters > SAMPLE_CHARACTERS && texts.length > 0) break;
    texts.push(text);
  }
  return texts;
}

/** Yields lines that were already read, and then those that come after them. */
export async function* joined(first: Line[], rest: AsyncGenerator<Line[]>): AsyncGenerator<Line[]> {
  if (first.length > 0) yield first;
  yield* rest;
}
