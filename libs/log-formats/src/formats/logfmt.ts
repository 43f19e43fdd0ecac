import { lineReader } from '../carriers/line-reader.js';
import {
  NO_VISIT,
  type ReaderOptions,
  type RecordReader,
  type RecordResult,
  reject,
} from '../record-reader.js';
import { createNamedFieldsReader } from '../shared/named-fields.js';
import { looksLikeAddress } from '../text/address.js';
import type { JsonObject } from '../text/json-object.js';

/** More than a request has. */
const MOST_PAIRS = 100;
/** Matches a name with its value: in quotes, in which quotes are escaped, or up to a space. */
const PAIR = /([A-Za-z_@][\w.@-]{0,63})=(?:"([^"\\]*(?:\\.[^"\\]*)*)"|([^\s"]*))/gs;
const ISO_TIME = /(?:^|[\s[])(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?)/g;
const LONGEST_FRONT = 256;
/** What Heroku writes of its dynos, its add-ons and its own errors besides requests. */
const HEROKU = /(?:^|\s)(?:heroku|app)\[[\w.-]{1,64}\]: /;
const NO_LOGFMT = reject(
  'unknown_shape',
  'has no pairs such as method=GET path=/ status=200: it is no logfmt line of a request',
);

/**
 * Reads lines of pairs, as Heroku's router, lograge of Rails and many programs in Go write them:
 *
 *     2026-11-26T10:00:00+00:00 heroku[router]: at=info method=GET path="/a" host=shop.example fwd="192.0.2.7" status=200
 *
 * The pairs have the names that JSON has elsewhere. A time may stand in front of them. Heroku's router
 * writes no user agent.
 *
 * Source: https://devcenter.heroku.com/articles/http-routing#heroku-router-log-format
 */
export function createLogfmtReader(options: ReaderOptions): RecordReader {
  const readLogfmt = createLogfmtLineReader(options);
  return lineReader((line) => readLogfmt(line) ?? NO_LOGFMT, { keepsHead: true });
}

export function createLogfmtLineReader(
  options: ReaderOptions,
): (line: string) => RecordResult | undefined {
  const readFields = createNamedFieldsReader(options);
  return (line) => {
    const record = pairsIn(line);
    if (record) return readFields(record, { observed: timeInFront(line) });
    return HEROKU.test(line.slice(0, LONGEST_FRONT)) ? NO_VISIT : undefined;
  };
}

/** Returns the pairs of a line; undefined when they are not those of a request. */
function pairsIn(line: string): JsonObject | undefined {
  const record = Object.create(null) as JsonObject;
  let count = 0;
  for (const [, name = '', quoted, bare] of line.matchAll(PAIR)) {
    if (++count > MOST_PAIRS) break;
    record[name] = quoted === undefined ? bare : unescaped(quoted);
  }
  // Heroku's router has names of its own. Elsewhere a host may be the address of the client.
  const { host, fwd, src } = record;
  if (typeof host === 'string' && !looksLikeAddress(host)) record['request_host'] = host;
  // Splunk's name of the client, in the form that it proposes for nginx.
  if (typeof src === 'string' && looksLikeAddress(src)) record['client_ip'] ??= src;
  if (fwd !== undefined) record['forwarded_for'] = fwd;
  const isRequest = record['status'] !== undefined || record['status_code'] !== undefined;
  const hasMethod = record['method'] !== undefined || record['http_method'] !== undefined;
  return isRequest && hasMethod ? record : undefined;
}

function unescaped(text: string): string {
  return text.includes('\\') ? text.replace(/\\(["\\])/g, '$1') : text;
}

/** Returns the time that stands in front of the pairs, behind that of a syslog daemon. */
function timeInFront(line: string): string | undefined {
  const [front = ''] = line.slice(0, LONGEST_FRONT).split('=', 1);
  return [...front.matchAll(ISO_TIME)].at(-1)?.[1];
}
