import { createTimeReader, makeEntry, statusOf } from '../make-entry.js';
import { reject } from '../record-reader.js';
import { textOf } from '../text/json-object.js';
import type { ObjectFormat } from '../shared/object-format.js';
import { visitorAddress } from '../text/address.js';

const NO_TRAEFIK = reject(
  'unknown_shape',
  'has no `RequestMethod` with a `DownstreamStatus`: it is no access log of Traefik',
);

/**
 * Reads Traefik's access log in JSON. Traefik drops all headers unless it is told to keep
 * `User-Agent` and others.
 *
 * Source: https://doc.traefik.io/traefik/observability/access-logs/
 */
export const traefik: ObjectFormat = {
  fits: (record) =>
    record['RequestMethod'] !== undefined &&
    (record['DownstreamStatus'] ?? record['OriginStatus']) !== undefined,

  create: (options) => {
    const readTime = createTimeReader(options);
    return (record) => {
      if (!traefik.fits(record)) return NO_TRAEFIK;
      return makeEntry(
        {
          time: readTime(textOf(record['StartUTC'] ?? record['StartLocal'] ?? record['time'])),
          method: textOf(record['RequestMethod']),
          host: textOf(record['RequestHost'] ?? record['RequestAddr']),
          path: textOf(record['RequestPath']),
          // When Traefik did not send a status, the status of the server behind it is used.
          status: statusOf(record['DownstreamStatus'] ?? record['OriginStatus']),
          ip: visitorAddress(
            textOf(record['ClientHost'] ?? record['ClientAddr']),
            textOf(record['request_X-Forwarded-For']),
          ),
          userAgent: textOf(record['request_User-Agent']),
          referer: textOf(record['request_Referer']),
          contentType: textOf(record['downstream_Content-Type']),
          signatureAgent: textOf(record['request_Signature-Agent']),
        },
        options,
      );
    };
  },
};
