import { createTimeReader, makeEntry } from '../make-entry.js';
import { reject } from '../record-reader.js';
import { isObject, textOf } from '../text/json-object.js';
import type { ObjectFormat } from '../shared/object-format.js';
import { visitorAddress } from '../text/address.js';
import { instantOf } from '../text/times.js';

const NO_CADDY = reject(
  'unknown_shape',
  'has no `request` with a `status`: it is no access log of Caddy',
);

/**
 * Reads Caddy's access log, one JSON object per line. `ts` may have any form that the encoder can
 * write.
 *
 * Source: https://caddyserver.com/docs/caddyfile/directives/log
 */
export const caddy: ObjectFormat = {
  fits: ({ request, status }) => isObject(request) && typeof status === 'number',

  create: (options) => {
    const readTime = createTimeReader(options);
    return ({ request, status, ts, resp_headers: answered }) => {
      if (!isObject(request) || typeof status !== 'number') return NO_CADDY;
      // `client_ip` is the address that trusted proxies forwarded. `remote_addr` is the name that
      // Caddy used before 2.5.
      const peer = textOf(request['client_ip'] ?? request['remote_ip'] ?? request['remote_addr']);
      return makeEntry(
        {
          time: readTime(instantOf(typeof ts === 'string' ? withDashes(ts) : ts)),
          method: textOf(request['method']),
          host: textOf(request['host']),
          path: textOf(request['uri']),
          status,
          ip: visitorAddress(peer, headerOf(request['headers'], 'X-Forwarded-For')),
          userAgent: headerOf(request['headers'], 'User-Agent'),
          referer: headerOf(request['headers'], 'Referer'),
          contentType: headerOf(answered, 'Content-Type'),
          signatureAgent: headerOf(request['headers'], 'Signature-Agent'),
        },
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
  const values = isObject(headers) ? headers[name] : undefined;
  return textOf(Array.isArray(values) ? values[0] : values);
}
