/**
 * Format strings: what a server's owner wrote to say how lines of a log look becomes a reader of them.
 * `apache.ts`, `nginx.ts` and `goaccess.ts` read the three languages, `compile.ts` says what is wrong
 * with a text, and `matcher.ts` goes through a line.
 */
export { compileFormatString } from './compile.js';
export {
  FORMAT_SYNTAXES,
  FormatStringFault,
  formatStringTitle,
  LONGEST_FORMAT_STRING,
} from './format-string.js';
export type { FormatString, FormatSyntax } from './format-string.js';
export { createFormatStringReader } from './reader.js';
