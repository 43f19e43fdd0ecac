/**
 * Formats of access logs, read line by line into log entries.
 *
 * Pure: bytes and lines in, entries or reasons out. A format is a file in `formats/` and a row in
 * `formats.ts`; `fixtures/` has lines of each with the entries they must become.
 */
export { createParser, LOG_FORMAT_NAMES, LOG_FORMATS, recogniseFormat } from './formats.js';
export type { LogFormatName } from './formats.js';
export { LineSplitter, LONGEST_LINE } from './line-splitter.js';
export type { Line } from './line-splitter.js';
export { isBlank } from './parsed-line.js';
export type { LogParser, ParsedLine, ParserOptions } from './parsed-line.js';
