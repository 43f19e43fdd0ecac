import { createTimeReader, makeEntry, type TimeReader } from '../make-entry.js';
import {
  lineByLine,
  type LogParser,
  type ParsedLine,
  type ParserOptions,
  reject,
} from '../parsed-line.js';
import { isObject, type JsonObject, readJsonObject, textOf } from '../shared/json-object.js';
import { visitorAddress } from '../text/address.js';

/** Each number is larger than any time in the unit before it. */
const UNITS: [number, number][] = [
  [1e16, 1e-6],
  [1e11, 1],
  [0, 1000],
];

/**
 * Reads Caddy's access log, one JSON object per line. `ts` may have any form that the encoder can
 * write.
 *
 * Source: https://caddyserver.com/docs/caddyfile/directives/log
 */
export function createCaddyParser(options: ParserOptions): LogParser {
  const readTime = createTimeReader(options);
  return lineByLine((line) => parseCaddy(line, readTime, options));
}

function parseCaddy(line: string, readTime: TimeReader, options: ParserOptions): ParsedLine {
  const value = readJsonObject(line);
  if (typeof value === 'string') return reject(value);
  const { request, status, ts } = value;
  if (!isObject(request) || typeof status !== 'number') {
    return reject('has no `request` with a `status`: it is no access log of Caddy');
  }
  // `client_ip` is the address that trusted proxies forwarded. `remote_addr` is the name that Caddy
  // used before 2.5.
  const peer = textOf(request['client_ip'] ?? request['remote_ip'] ?? request['remote_addr']);
  return makeEntry(
    {
      time: readTime(timeOf(ts)),
      method: textOf(request['method']),
      host: textOf(request['host']),
      path: textOf(request['uri']),
      status,
      ip: visitorAddress(peer, headerOf(request, 'X-Forwarded-For')),
      userAgent: headerOf(request, 'User-Agent'),
      referer: headerOf(request, 'Referer'),
    },
    options,
  );
}

/** Reads seconds, milliseconds or nanoseconds since 1970, ISO 8601, or Caddy's `wall` format. */
function timeOf(ts: unknown): number | string | undefined {
  if (typeof ts === 'string') return ts.replace(/^(\d{4})\/(\d{2})\/(\d{2})/, '$1-$2-$3');
  if (typeof ts !== 'number') return undefined;
  const factor = UNITS.find(([least]) => ts >= least)?.[1] ?? 1;
  return ts * factor;
}

function headerOf({ headers }: JsonObject, name: string): string {
  const values = isObject(headers) ? headers[name] : undefined;
  return textOf(Array.isArray(values) ? values[0] : values);
}
