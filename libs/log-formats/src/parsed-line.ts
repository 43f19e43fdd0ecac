import type { SentLogEntry } from '@app/contracts';

/**
 * The result of reading one line of a log. `nothing` is an empty line, a comment or a directive.
 */
export type ParsedLine =
  { kind: 'entry'; entry: SentLogEntry } | { kind: 'reject'; reason: string } | { kind: 'nothing' };

export const NOTHING: ParsedLine = { kind: 'nothing' };

/** Rejects a line. `reason` completes a sentence about the line: "has no …". */
export function reject(reason: string): ParsedLine {
  return { kind: 'reject', reason };
}

export interface ParserOptions {
  /** Epoch milliseconds UTC. Entries more than 24 hours later are rejected. */
  now: number;
  /** The host for lines that do not name one; may be empty. */
  host: string;
}

/** Reads the lines of one log in their order. It never throws, whatever the line is. */
export interface LogParser {
  /** Reads one line, given without its line break. */
  parse(line: string): ParsedLine;
  /** Returns the lines that another parser must read first so that it can continue from here. */
  preamble(): string[];
}

/** Returns a parser for a format whose lines do not depend on each other. */
export function lineByLine(parse: (line: string) => ParsedLine): LogParser {
  return {
    parse: (line) => (isBlank(line) ? NOTHING : parse(line)),
    preamble: () => [],
  };
}

/** Tells whether a line is empty or a comment. No entry of any format starts with `#`. */
export function isBlank(line: string): boolean {
  return line.charCodeAt(0) === HASH || line.trim() === '';
}

const HASH = 0x23;
