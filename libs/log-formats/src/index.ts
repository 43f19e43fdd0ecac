/**
 * Formats of access logs, read line by line into log entries.
 *
 * This library is pure: it takes bytes and lines and returns entries or reasons. A format is a file
 * in `formats/` and a row in `formats.ts`. `fixtures/` has lines of each format with the entries
 * that they must become.
 */
export { createParser, LOG_FORMAT_NAMES, LOG_FORMATS, recogniseFormat } from './formats.js';
export type { LogFormatName } from './formats.js';
export { LineSplitter, LONGEST_LINE } from './line-splitter.js';
export type { Line } from './line-splitter.js';
export { isBlank } from './parsed-line.js';
export type { LogParser, ParsedLine, ParserOptions } from './parsed-line.js';
