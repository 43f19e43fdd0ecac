import type { RejectReason, SentLogEntry, SkipReason } from '@app/contracts';
import type { ReadPlain } from './plain/plain-entry.js';

/** The result of reading one record of a log. */
export type RecordResult =
  | {
      kind: 'entry';
      entry: SentLogEntry;
      /** Tells this visit from every other of the same source, if the log has such an id. */
      id?: string;
    }
  | Skip
  | Reject;

interface Skip {
  kind: 'skip';
  reason: SkipReason;
}

interface Reject {
  kind: 'reject';
  reason: RejectReason;
  /** Completes a sentence about the record: "has no …". */
  message: string;
}

/** Skips are always the same few objects, because most logs have many of them. */
export const BLANK: Skip = { kind: 'skip', reason: 'blank' };
export const COMMENT: Skip = { kind: 'skip', reason: 'comment' };
export const CONTROL_MESSAGE: Skip = { kind: 'skip', reason: 'control_message' };
export const VALIDATION: Skip = { kind: 'skip', reason: 'validation' };
export const SUBREQUEST: Skip = { kind: 'skip', reason: 'subrequest' };
export const SHIELD_COPY: Skip = { kind: 'skip', reason: 'shield_copy' };
export const NO_VISIT: Skip = { kind: 'skip', reason: 'no_visit' };

export function reject(reason: RejectReason, message: string): Reject {
  return { kind: 'reject', reason, message };
}

export interface ReaderOptions {
  /**
   * Epoch milliseconds UTC. Entries more than 24 hours later are rejected. It is read for each
   * record, so it may be a getter of a clock for a reader that lives for days.
   */
  readonly now: number;
  /** The host for records that do not name one; may be empty. */
  host: string;
  /** The names of the columns, for a log that does not name them itself. */
  fields?: readonly string[];
}

/** Reads the names of columns as people write them, with commas or spaces between them. */
export function columnNames(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

/** What holds one record: a line of text, a JSON object, or the values of columns. */
export type Carrier = 'line' | 'object' | 'columns';

/** Reads the records of one log in their order. It never throws, whatever a record is. */
export interface RecordReader {
  /** Reads one record in the form that carries it. A value of another kind is rejected. */
  read(record: unknown): RecordResult;
  /** Reads a JSON value, which is a record or holds several. */
  readValue(value: unknown): RecordResult[];
  /** Reads a line, given without its line break. A line of JSON may hold several records. */
  readLine(line: string): RecordResult[];
  /**
   * Reads a plain line, which holds one record, from its bytes. A format that cannot do so has none.
   */
  readPlain?: ReadPlain;
  /**
   * Returns a line for each record of a line, in the order of `readLine`. It is empty for those
   * that would make all of them larger than 4 Mi characters.
   */
  split(line: string): string[];
  /** Returns the lines that another reader must read first so that it can continue from here. */
  preamble(): string[];
}

/** What reads a log from its start to its end, and cannot continue in the middle. */
export type ForwardReader = Pick<RecordReader, 'readLine' | 'readValue'>;

/** Returns the skip for a line that is empty or a comment. No record starts with `#`. */
export function skipOf(line: string): RecordResult | undefined {
  if (line.charCodeAt(0) === HASH) return COMMENT;
  return line.trim() === '' ? BLANK : undefined;
}

const HASH = 0x23;
