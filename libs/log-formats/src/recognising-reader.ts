import { createReader, recogniseFormat } from './formats.js';
import {
  COMMENT,
  type ForwardReader,
  NO_VISIT,
  type ReaderOptions,
  type RecordReader,
  type RecordResult,
  reject,
  skipOf,
} from './record-reader.js';
import { withoutContainerName } from './text/line-front.js';
import { isServerNote } from './text/server-note.js';

/** After so many lines that no format reads, no further one is tried in every format. */
const MOST_TRIES = 100;
/**
 * Characters that are tried in every format, of directives and lines: each format reads all of them
 * at each try. A line may begin before this and end behind it.
 */
const MOST_TRIED = 1024 * 1024;
/** Directives at the start of a log, which name its columns. */
const MOST_DIRECTIVES = 20;
/** In characters. The longest known list of columns has 700. */
const LONGEST_DIRECTIVE = 8_192;

const UNKNOWN = reject('unknown_shape', 'is no line of a log format that is known');

/**
 * Reads lines of a log whose format nobody named. The first line that some format reads tells which
 * one it is, and the others are read in the same one.
 */
export function createRecognisingReader(options: ReaderOptions): ForwardReader {
  const directives: string[] = [];
  let reader: RecordReader | undefined;
  let tries = 0;
  let tried = 0;

  const recognise = (line: string): RecordReader | undefined => {
    tries += 1;
    tried += directives.reduce((sum, { length }) => sum + length, line.length);
    const format = recogniseFormat([...directives, line], options);
    if (!format) return undefined;
    const found = createReader(format, options);
    for (const directive of directives) found.readLine(directive);
    return found;
  };

  const readLine = (line: string): RecordResult[] => {
    if (reader) return reader.readLine(line);
    const skip = skipOf(line);
    if (skip) {
      const isKept = directives.length < MOST_DIRECTIVES && line.length <= LONGEST_DIRECTIVE;
      if (skip === COMMENT && isKept) directives.push(line);
      return [skip];
    }
    if (tries < MOST_TRIES && tried < MOST_TRIED) reader = recognise(line);
    return (
      reader?.readLine(line) ?? [isServerNote(withoutContainerName(line)) ? NO_VISIT : UNKNOWN]
    );
  };
  return {
    readLine,
    readValue: (value) => reader?.readValue(value) ?? readLine(JSON.stringify(value)),
  };
}
