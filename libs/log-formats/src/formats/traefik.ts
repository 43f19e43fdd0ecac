import { createTimeReader, makeEntry, type TimeReader } from '../make-entry.js';
import {
  lineByLine,
  type LogParser,
  type ParsedLine,
  type ParserOptions,
  reject,
} from '../parsed-line.js';
import { readJsonObject, textOf } from '../shared/json-object.js';
import { visitorAddress } from '../text/address.js';

/**
 * Reads Traefik's access log in JSON. Traefik drops all headers unless it is told to keep
 * `User-Agent`.
 *
 * Source: https://doc.traefik.io/traefik/observability/access-logs/
 */
export function createTraefikParser(options: ParserOptions): LogParser {
  const readTime = createTimeReader(options);
  return lineByLine((line) => parseTraefik(line, readTime, options));
}

function parseTraefik(line: string, readTime: TimeReader, options: ParserOptions): ParsedLine {
  const value = readJsonObject(line);
  if (typeof value === 'string') return reject(value);
  // When Traefik did not send a status, the status of the server behind it is used.
  const status = value['DownstreamStatus'] ?? value['OriginStatus'];
  if (value['RequestMethod'] === undefined || typeof status !== 'number') {
    return reject(
      'has no `RequestMethod` with a `DownstreamStatus`: it is no access log of Traefik',
    );
  }
  return makeEntry(
    {
      time: readTime(textOf(value['StartUTC'] ?? value['StartLocal'] ?? value['time'])),
      method: textOf(value['RequestMethod']),
      host: textOf(value['RequestHost'] ?? value['RequestAddr']),
      path: textOf(value['RequestPath']),
      status,
      ip: visitorAddress(
        textOf(value['ClientHost'] ?? value['ClientAddr']),
        textOf(value['request_X-Forwarded-For']),
      ),
      userAgent: textOf(value['request_User-Agent']),
      referer: textOf(value['request_Referer']),
    },
    options,
  );
}
