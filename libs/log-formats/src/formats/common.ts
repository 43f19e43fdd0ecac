import type { ReaderOptions, RecordReader } from '../record-reader.js';
import { createClfReader } from '../shared/clf.js';

/**
 * Reads the Common Log Format, with or without a virtual host in front: `client ident user [time]
 * "request" status bytes`. The format has no user agents, but if a single line has one, it is used.
 *
 * Source: https://httpd.apache.org/docs/2.4/logs.html#common
 */
export function createCommonReader(options: ReaderOptions): RecordReader {
  return createClfReader(false, options);
}
