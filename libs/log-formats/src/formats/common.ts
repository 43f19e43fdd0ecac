import { lineByLine, type LogParser, type ParserOptions } from '../parsed-line.js';
import { clfParser } from '../shared/parse-clf.js';

/**
 * The Common Log Format, with a virtual host in front or without:
 * `client ident user [time] "request" status bytes`. It has no user agents; those of single lines
 * that have one are taken.
 *
 * Source: https://httpd.apache.org/docs/2.4/logs.html#common
 */
export function createCommonParser(options: ParserOptions): LogParser {
  return lineByLine(clfParser(false, options));
}
