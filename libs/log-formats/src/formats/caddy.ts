import { createTimeReader, makeEntry, type RequestFacts } from '../make-entry.js';
import { NO_VISIT, reject } from '../record-reader.js';
import { isObject, type JsonObject, parseJson, textOf } from '../text/json-object.js';
import {
  byHeader,
  canonicalHeader,
  forwardedOf,
  headerOfAll,
  withHeaders,
} from '../shared/header-facts.js';
import type { ObjectFormat } from '../shared/object-format.js';
import { visitorAddress, visitorProtocol } from '../text/address.js';
import { commonTime, instantOf } from '../text/times.js';

const NO_CADDY = reject(
  'unknown_shape',
  'has no `request` with a `status`: it is no access log of Caddy',
);

const NAMES = byHeader(canonicalHeader);

/**
 * Reads Caddy's access log, one JSON object per line. `ts` may have any form that the encoder can
 * write. `headers` are all that the visitor sent, unless the owner's filter deletes some.
 *
 * Source: https://caddyserver.com/docs/caddyfile/directives/log
 */
export const caddy: ObjectFormat = {
  fits: ({ request, status }) => isObject(request) && typeof status === 'number',

  create: (options) => {
    const readTime = createTimeReader(options);
    return (record) => {
      const { request, status, resp_headers: answered } = record;
      const ts = timeIn(record);
      if (isNote(record)) return NO_VISIT;
      if (!isObject(request) || typeof status !== 'number') return NO_CADDY;
      const { headers } = request;
      // `remote_addr` is the name that Caddy used before 2.5.
      const peer = textOf(request['remote_ip'] ?? request['remote_addr']);
      const client = textOf(request['client_ip']) || peer;
      // `client_ip` differs only behind proxies that Caddy is told to trust. But it is the first
      // forwarded address, which the visitor may have made up, unless Caddy is told to be strict.
      const ip = visitorAddress(
        client,
        forwardedOf(headers, 'X-Forwarded-For'),
        client === peer ? peer : '',
      );
      const facts: RequestFacts = {
        time: readTime(typeof ts === 'string' ? (commonTime(ts) ?? ts) : instantOf(ts)),
        method: textOf(request['method']),
        host: textOf(request['host']),
        path: textOf(request['uri']),
        status,
        ip,
        userAgent: headerOf(headers, 'User-Agent'),
        referer: headerOf(headers, 'Referer'),
        contentType: headerOf(answered, 'Content-Type'),
        protocol: visitorProtocol(textOf(request['proto']), peer, ip),
      };
      return makeEntry(
        withHeaders(facts, (fact) => headerOfAll(headers, NAMES[fact])),
        options,
      );
    };
  },
};

/** The owner may give the time another name, most likely one of these. */
function timeIn({ ts, time, timestamp, '@timestamp': at }: JsonObject): unknown {
  return ts ?? time ?? timestamp ?? at;
}

/** Caddy writes to the same log about itself, and about a request that failed, which it logs too. */
function isNote(record: JsonObject): boolean {
  const { request, status, level, msg, logger } = record;
  if (typeof logger === 'string' && logger.startsWith('http.log.error')) return true;
  const isRequest = isObject(request) && typeof status === 'number';
  return (
    !isRequest &&
    typeof level === 'string' &&
    timeIn(record) !== undefined &&
    typeof msg === 'string'
  );
}

const FIELDS_BEGIN = '\t{';
/** Matches a level, which may have a colour. */
const LEVEL = /^(?:\u001b\[[\d;]{1,16}m)?(?:debug|info|warn|error|d?panic|fatal)/i;

/**
 * Returns the record of a line of Caddy's console encoder, which writes time, level, logger and
 * message in columns in front of the fields; undefined when the line is none.
 */
export function recordOfConsole(line: string): JsonObject | undefined {
  const at = line.indexOf(FIELDS_BEGIN);
  const fields = at < 0 ? undefined : parseJson(line.slice(at + 1));
  if (!isObject(fields)) return undefined;
  const [ts = '', level = '', logger = '', msg = logger] = line.slice(0, at).split('\t', 4);
  if (!LEVEL.test(level)) return undefined;
  return { level, logger, msg, ...fields, ts: isScientific(ts) ? Number(ts) : ts };
}

/** The console encoder writes seconds since 1970 as `1.7956872005e+09`. */
function isScientific(ts: string): boolean {
  return ts.includes('e+') && !Number.isNaN(Number(ts));
}

function headerOf(headers: unknown, name: string): string {
  return headerOfAll(headers, name) ?? '';
}
