import type { ReaderOptions, RecordReader } from '../record-reader.js';
import { createClfReader } from '../shared/clf.js';

/**
 * Reads Apache's and nginx's combined format, with or without a virtual host in front
 * (`vhost_combined`): `client ident user [time] "request" status bytes "referer" "user agent"`.
 * Later fields are ignored, except for a list of forwarded addresses. A line that ends before its
 * user agent was cut off. It is rejected, because it would count as a bot without a user agent.
 *
 * Source: https://httpd.apache.org/docs/2.4/logs.html#combined
 */
export function createCombinedReader(options: ReaderOptions): RecordReader {
  return createClfReader(true, options);
}
