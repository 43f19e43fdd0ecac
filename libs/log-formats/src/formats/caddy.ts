import { createTimeReader, makeEntry, type RequestFacts } from '../make-entry.js';
import { reject } from '../record-reader.js';
import { isObject, textOf } from '../text/json-object.js';
import { byHeader, canonicalHeader, headerOfAll, withHeaders } from '../shared/header-facts.js';
import type { ObjectFormat } from '../shared/object-format.js';
import { visitorAddress, visitorProtocol } from '../text/address.js';
import { instantOf } from '../text/times.js';

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
    return ({ request, status, ts, resp_headers: answered }) => {
      if (!isObject(request) || typeof status !== 'number') return NO_CADDY;
      const { headers } = request;
      // `client_ip` is the address that trusted proxies forwarded. `remote_addr` is the name that
      // Caddy used before 2.5.
      const peer = textOf(request['remote_ip'] ?? request['remote_addr']);
      const ip = visitorAddress(
        textOf(request['client_ip']) || peer,
        headerOf(headers, 'X-Forwarded-For'),
      );
      const facts: RequestFacts = {
        time: readTime(instantOf(typeof ts === 'string' ? withDashes(ts) : ts)),
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

/** Caddy's `wall` format writes `2022/03/09`. */
function withDashes(ts: string): string {
  return ts.replace(/^(\d{4})\/(\d{2})\/(\d{2})/, '$1-$2-$3');
}

function headerOf(headers: unknown, name: string): string {
  return headerOfAll(headers, name) ?? '';
}
