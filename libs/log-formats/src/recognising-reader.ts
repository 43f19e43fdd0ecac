import type { RejectReason } from '@app/contracts';
import {
  createReader,
  LOG_FORMAT_NAMES,
  LOG_FORMATS,
  type LogFormatName,
  recogniseFormat,
} from './formats.js';
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
/** Starts a line of a preamble that says what was found before. */
const FOUND = '#Botgauge-formats ';

const UNKNOWN = reject('unknown_shape', 'is no line of a log format that is known');

/** Reads a log whose lines are of more than one format. */
export interface MixedReader extends RecordReader {
  /** How many entries were of other formats than that of the log. It grows while lines are read. */
  readonly others: ReadonlyMap<LogFormatName, number>;
}

/**
 * Reads lines of a log whose format nobody named. The first line that some format reads tells which
 * one it is, and the others are read in the same one. A line that it does not read may be of another
 * format: two servers may write into one file, and a server may be set up anew.
 */
export function createRecognisingReader(options: ReaderOptions): ForwardReader {
  const formats = new FoundFormats(options);
  return {
    readLine: (line) => formats.readLine(line),
    readValue: (value) => formats.readValue(value),
  };
}

/** Reads lines of a log whose format was recognised, and those of other formats between them. */
export function createMixedReader(format: LogFormatName, options: ReaderOptions): MixedReader {
  const formats = new FoundFormats(options);
  const own = formats.add(format);
  let isBegun = false;
  return {
    others: formats.others,
    read: (record) => own.read(record),
    readValue: (value) => formats.readValue(value),
    readLine: (line) => {
      if (!isBegun && line.startsWith(FOUND)) formats.restore(line.slice(FOUND.length));
      isBegun = true;
      return formats.readLine(line);
    },
    ...(own.readPlain && {
      readPlain: (line, entry) => {
        const isRead = own.readPlain?.(line, entry) ?? false;
        if (isRead) isBegun = true;
        return isRead;
      },
    }),
    split: (line) => formats.lastReader.split(line),
    preamble: () => formats.preamble(),
  };
}

/** A format of a log, and its reader. */
interface Found {
  format: LogFormatName;
  reader: RecordReader;
}

/** The formats of a log that were found so far. What an earlier one reads, no later one is asked. */
class FoundFormats {
  readonly others = new Map<LogFormatName, number>();
  private readonly found: Found[] = [];
  private readonly directives: string[] = [];
  private tries = 0;
  private tried = 0;
  private last: RecordReader | undefined;

  constructor(private readonly options: ReaderOptions) {}

  /** The reader that has read the line that was read last. */
  get lastReader(): RecordReader {
    if (!this.last) throw new Error('No format is known');
    return this.last;
  }

  add(format: LogFormatName): RecordReader {
    const reader = createReader(format, this.options);
    this.found.push({ format, reader });
    this.last ??= reader;
    return reader;
  }

  readLine(line: string): RecordResult[] {
    const own = this.found[0];
    if (!own) return this.readFirst(line);
    this.last = own.reader;
    const results = own.reader.readLine(line);
    if (line.charCodeAt(0) === HASH) this.keepDirective(line);
    return isOfAnother(results) ? (this.readByOthers(line) ?? results) : results;
  }

  readValue(value: unknown): RecordResult[] {
    const own = this.found[0];
    if (!own) return this.readFirst(JSON.stringify(value));
    const results = own.reader.readValue(value);
    return isOfAnother(results) ? (this.readByOthers(JSON.stringify(value)) ?? results) : results;
  }

  /** The lines of the own format, after one with what was found. */
  preamble(): string[] {
    const lines = this.found.flatMap(({ reader }) => reader.preamble());
    if (this.tries === 0) return lines;
    const names = this.found.slice(1).map(({ format }) => format);
    return [`${FOUND}${JSON.stringify([names, this.tries, this.tried])}`, ...lines];
  }

  /** Goes on with what another reader has found. A log may have such a line by chance. */
  restore(text: string): void {
    const found = parsed(text);
    if (!Array.isArray(found)) return;
    const [names, tries, tried] = found as unknown[];
    if (!Array.isArray(names) || !isCount(tries) || !isCount(tried)) return;
    for (const name of names as LogFormatName[])
      if (LOG_FORMAT_NAMES.includes(name)) this.add(name);
    this.tries = tries;
    this.tried = tried;
  }

  private readFirst(line: string): RecordResult[] {
    const skip = skipOf(line);
    if (skip === COMMENT) this.keepDirective(line);
    if (skip) return [skip];
    const own = this.recognise(line);
    if (!own && isServerNote(withoutContainerName(line))) return [NO_VISIT];
    if (!own) return [this.passedOver(line) ?? UNKNOWN];
    this.found.push(own);
    this.last = own.reader;
    return own.reader.readLine(line);
  }

  /** Reads a line that the own format does not read; undefined when no other one does. */
  private readByOthers(line: string): RecordResult[] | undefined {
    for (let place = 1; place < this.found.length; place++) {
      const other = this.found[place] as Found;
      const results = other.reader.readLine(line);
      if (!isOfAnother(results)) return this.takenBy(other, results);
    }
    const other = this.recognise(line);
    if (!other) return undefined;
    this.found.push(other);
    return this.takenBy(other, other.reader.readLine(line));
  }

  private takenBy({ format, reader }: Found, results: RecordResult[]): RecordResult[] {
    this.last = reader;
    const entries = results.filter(({ kind }) => kind === 'entry').length;
    if (entries > 0) this.others.set(format, (this.others.get(format) ?? 0) + entries);
    return results;
  }

  private recognise(line: string): Found | undefined {
    if (this.tries >= MOST_TRIES || this.tried >= MOST_TRIED) return undefined;
    this.tries += 1;
    this.tried += this.directives.reduce((sum, { length }) => sum + length, line.length);
    const format = recogniseFormat([...this.directives, line], this.options);
    if (!format || !this.mayBeFound(format, line)) return undefined;
    const reader = createReader(format, this.options);
    for (const directive of this.directives) reader.readLine(directive);
    return { format, reader };
  }

  /** Returns why a format passes over a line that none reads, such as a command of FTP. */
  private passedOver(line: string): RecordResult | undefined {
    if (this.tries >= MOST_TRIES || this.tried >= MOST_TRIED) return undefined;
    for (const format of LOG_FORMAT_NAMES) {
      const reader = createReader(format, this.options);
      for (const directive of this.directives) reader.readLine(directive);
      const [only] = reader.readLine(line);
      if (only?.kind === 'skip' && tellsOfLine(only, line)) return only;
    }
    return undefined;
  }

  /** What Firehose carries has any shape. Alone in its text, it must not be guessed by its columns. */
  private mayBeFound(format: LogFormatName, line: string): boolean {
    const [own] = this.found;
    if (!own) return format !== 'firehose' || isJson(line);
    return mayFollow(format, own.format) && this.found.every((one) => one.format !== format);
  }

  /** Directives name the columns for every format that has some. */
  private keepDirective(line: string): void {
    for (const { reader } of this.found.slice(1)) reader.readLine(line);
    if (this.directives.length < MOST_DIRECTIVES && line.length <= LONGEST_DIRECTIVE)
      this.directives.push(line);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

const isJson = (line: string): boolean => /^\s{0,8}[{[]/.test(line);

/**
 * Tells whether a skip says what the line is: a format that is no more than JSON calls any object no
 * visit, and a part of a line is none that was read.
 */
function tellsOfLine({ reason }: RecordResult & { kind: 'skip' }, line: string): boolean {
  return reason !== COMMENT.reason && !(reason === NO_VISIT.reason && isJson(line));
}

const HASH = 0x23;
/** Why a line is rejected that may well be of another format. Others have the shape of the own one. */
const OF_ANOTHER: ReadonlySet<RejectReason> = new Set([
  ...(['not_json', 'not_an_object', 'unknown_shape', 'wrong_columns'] as const),
  ...(['no_time', 'no_path', 'no_status'] as const),
]);

function isOfAnother(results: readonly RecordResult[]): boolean {
  const only = results[0];
  return only?.kind === 'reject' && results.length === 1 && OF_ANOTHER.has(only.reason);
}

/**
 * Tells whether a log of one format may also have lines of another one. A line of the common format
 * is most often one of another format that was cut off. What guesses by the names of fields must not
 * read the other messages of a server whose visits are JSON: those of its errors name visits again.
 */
function mayFollow(format: LogFormatName, own: LogFormatName): boolean {
  if (format === 'common' || format === 'firehose') return false;
  return format !== 'json-fields' || LOG_FORMATS[own].carries !== 'object';
}
