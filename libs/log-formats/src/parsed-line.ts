import type { SentLogEntry } from '@app/contracts';

/** What one line of a log is. Nothing: an empty line, a comment or a directive. */
export type ParsedLine =
  { kind: 'entry'; entry: SentLogEntry } | { kind: 'reject'; reason: string } | { kind: 'nothing' };

export const NOTHING: ParsedLine = { kind: 'nothing' };

/** `reason` is the end of a sentence about the line: "has no …". */
export function reject(reason: string): ParsedLine {
  return { kind: 'reject', reason };
}

export interface ParserOptions {
  /** Epoch milliseconds UTC; entries more than 24 hours ahead of it are rejects. */
  now: number;
  /** Host of the lines that name none; may be empty. */
  host: string;
}

/** Reads the lines of one log in their order. Never throws, whatever the line. */
export interface LogParser {
  /** `line` is without its line break. */
  parse(line: string): ParsedLine;
  /** The lines another parser must be given first to go on from here. */
  preamble(): string[];
}

/** A parser for a format whose lines stand alone. */
export function lineByLine(parse: (line: string) => ParsedLine): LogParser {
  return {
    parse: (line) => (isBlank(line) ? NOTHING : parse(line)),
    preamble: () => [],
  };
}

/** An empty line, or a comment: no entry of any format starts with `#`. */
export function isBlank(line: string): boolean {
  return line.charCodeAt(0) === HASH || line.trim() === '';
}

const HASH = 0x23;
