import { createTimeReader, makeEntry, type RequestFacts, statusOf } from '../make-entry.js';
import { reject } from '../record-reader.js';
import { textOf } from '../text/json-object.js';
import { byHeader, headerOfChosen, traefikHeader, withHeaders } from '../shared/header-facts.js';
import type { ObjectFormat } from '../shared/object-format.js';
import { visitorAddress, visitorProtocol, withoutPort } from '../text/address.js';

const NO_TRAEFIK = reject(
  'unknown_shape',
  'has no `RequestMethod` with a `DownstreamStatus`: it is no access log of Traefik',
);

const NAMES = byHeader(traefikHeader);

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
      const address = textOf(record['ClientAddr']);
      const host = textOf(record['ClientHost']) || address;
      // `ClientHost` is what a proxy forwarded, if any. `ClientAddr` is who made the connection.
      const peer = host === address ? host : withoutPort(address);
      const ip = visitorAddress(host, textOf(record['request_X-Forwarded-For']), peer);
      const facts: RequestFacts = {
        time: readTime(textOf(record['StartUTC'] ?? record['StartLocal'] ?? record['time'])),
        method: textOf(record['RequestMethod']),
        host: textOf(record['RequestHost'] ?? record['RequestAddr']),
        path: textOf(record['RequestPath']),
        // When Traefik did not send a status, the status of the server behind it is used.
        status: statusOf(record['DownstreamStatus'] ?? record['OriginStatus']),
        ip,
        userAgent: textOf(record['request_User-Agent']),
        referer: textOf(record['request_Referer']),
        contentType: textOf(record['downstream_Content-Type']),
        protocol: visitorProtocol(textOf(record['RequestProtocol']), peer, ip),
      };
      return makeEntry(
        withHeaders(facts, (fact) => headerOfChosen(record, NAMES[fact])),
        options,
      );
    };
  },
};
