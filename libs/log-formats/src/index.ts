/**
 * Formats of access logs: what turns a record of a log into a log entry, a skip or a reject.
 *
 * This library is pure: it takes bytes, lines and records, and returns entries or reasons. A format
 * is a file in `formats/` and a row in `formats.ts`. `fixtures/` has lines of each format with the
 * results that they must have. `carriers/` reads the lines, and the records within lines of JSON.
 * `format-strings/` makes a reader of the format string that the owner of a log has.
 */
export {
  createReader,
  formatTitle,
  LOG_FORMAT_NAMES,
  LOG_FORMATS,
  recogniseFormat,
} from './formats.js';
export type { ChosenFormat, LogFormatName } from './formats.js';
export {
  compileFormatString,
  FORMAT_SYNTAXES,
  FormatStringFault,
  LONGEST_FORMAT_STRING,
} from './format-strings/index.js';
export type { FormatString, FormatSyntax } from './format-strings/index.js';
export { createMixedReader, createRecognisingReader } from './recognising-reader.js';
export type { MixedReader } from './recognising-reader.js';
export { LineSplitter, LONGEST_LINE } from './line-splitter.js';
export type { Line } from './line.js';
export { PlainEntry } from './plain/plain-entry.js';
export type { LineBytes, ReadPlain, Span } from './plain/plain-entry.js';
export { columnNames, reject, skipOf } from './record-reader.js';
export type {
  Carrier,
  ForwardReader,
  ReaderOptions,
  RecordReader,
  RecordResult,
} from './record-reader.js';
