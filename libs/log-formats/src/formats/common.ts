import { lineByLine, type LogParser, type ParserOptions } from '../parsed-line.js';
import { clfParser } from '../shared/clf.js';

/**
 * Reads the Common Log Format, with or without a virtual host in front: `client ident user [time]
 * "request" status bytes`. The format has no user agents, but if a single line has one, it is used.
 *
 * Source: https://httpd.apache.org/docs/2.4/logs.html#common
 */
export function createCommonParser(options: ParserOptions): LogParser {
  return lineByLine(clfParser(false, options));
}
