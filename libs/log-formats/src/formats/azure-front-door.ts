import { createTimeReader, makeEntry, statusOf } from '../make-entry.js';
import { NO_VISIT, reject, SHIELD_COPY } from '../record-reader.js';
import { isFalse, isObject, type JsonObject, textOf } from '../text/json-object.js';
import type { ObjectFormat } from '../shared/object-format.js';
import { visitorAddress, visitorProtocol } from '../text/address.js';
import { hostOfUrl } from '../text/request-line.js';

const NO_FRONT_DOOR = reject(
  'unknown_shape',
  'has no `category` of Front Door with `properties`: it is no log of Azure Front Door',
);
const NO_PATH = reject('no_path', 'has no `properties.requestUri`');
const NO_STATUS = reject('no_status', 'has no `properties.httpStatusCode`');
/** Matches the version of HTTP in what Azure writes: `2.0.0.0`. */
const MAJOR_AND_MINOR = /^\d\.\d/;

/**
 * Reads the access log of Azure Front Door, as Azure writes it to a storage account or an event
 * hub. Records of other logs (health probes, firewall) stand between its records. `clientCountry` is
 * not read: it is a name, and not a code.
 *
 * Source: https://learn.microsoft.com/azure/frontdoor/monitor-front-door
 */
export const azureFrontDoor: ObjectFormat = {
  fits: ({ category, properties }) =>
    typeof category === 'string' &&
    category.toLowerCase().startsWith('frontdoor') &&
    isObject(properties),

  create: (options) => {
    const readTime = createTimeReader(options);
    return (record) => {
      const { time, category, properties } = record;
      if (!azureFrontDoor.fits(record) || !isObject(properties)) return NO_FRONT_DOOR;
      if (!textOf(category).toLowerCase().endsWith('accesslog')) return NO_VISIT;
      // The copy that an origin shield logs of a request that another server received.
      if (isFalse(properties['isReceivedFromClient'])) return SHIELD_COPY;
      const url = properties['requestUri'];
      const status = properties['httpStatusCode'] ?? properties['httpStatus'];
      // `clientIp` may be a forwarded address. `socketIp` is who made the connection.
      const client = textOf(properties['clientIp']);
      const peer = textOf(properties['socketIp']) || client;
      const ip = visitorAddress(client, '', peer);
      if (url === undefined) return NO_PATH;
      if (status === undefined) return NO_STATUS;
      return makeEntry(
        {
          time: readTime(textOf(time)),
          method: textOf(properties['httpMethod']),
          host: textOf(properties['hostName']) || hostOfUrl(textOf(url)),
          path: textOf(url),
          status: statusOf(status),
          ip,
          userAgent: textOf(properties['userAgent']),
          referer: textOf(properties['referer']),
          protocol: visitorProtocol(
            MAJOR_AND_MINOR.exec(textOf(properties['httpVersion']))?.[0],
            peer,
            ip,
          ),
          id: textOf(properties['trackingReference']),
        },
        options,
      );
    };
  },
};

/** Azure wraps what it writes at the same time: `{"records":[…]}`. */
export function recordsOfAzure({ records }: JsonObject): unknown[] | undefined {
  return Array.isArray(records) ? records : undefined;
}

/** Returns the records of an object that has nothing else, so that it is no record itself. */
export function recordsAlone(object: JsonObject): unknown[] | undefined {
  return Object.keys(object).length === 1 ? recordsOfAzure(object) : undefined;
}
