import { createTimeReader, makeEntry, statusOf } from '../make-entry.js';
import { NO_VISIT, reject, VALIDATION } from '../record-reader.js';
import { firstText, isObject, type JsonObject, textOf } from '../text/json-object.js';
import type { ObjectFormat } from '../shared/object-format.js';
import { looksLikeAddress } from '../text/address.js';
import { instantOf } from '../text/times.js';

const NO_VERCEL = reject(
  'unknown_shape',
  'has no `source` with a `deploymentId`: it is no record of a log drain of Vercel',
);
const NO_PATH = reject('no_path', 'has no `proxy.path`');

/** What begins the message of a record that Vercel sends to try an address. */
const SAMPLE = 'SAMPLE MESSAGE';
const LEAST_STATUS = 100;
const MOST_STATUS = 599;

/**
 * Reads records of a log drain of Vercel. One visit has several: the functions that answer it and
 * each line that they write repeat its `proxy`. Exactly one of them has the status that the visitor
 * got, so only this one counts.
 *
 * `path` and `host` of the record are those of the file and of the deployment, so they are not read.
 *
 * Source: https://vercel.com/docs/drains/reference/logs
 */
export const vercel: ObjectFormat = {
  fits: ({ source, deploymentId, projectId }) =>
    typeof source === 'string' && typeof deploymentId === 'string' && typeof projectId === 'string',

  create: (options) => {
    const readTime = createTimeReader(options);
    return (record) => {
      if (isSample(record)) return VALIDATION;
      const { proxy } = record;
      if (!isObject(proxy)) return vercel.fits(record) ? NO_VISIT : NO_VERCEL;
      const status = statusOf(proxy['statusCode']);
      if (!(status >= LEAST_STATUS && status <= MOST_STATUS)) return NO_VISIT;
      if (proxy['path'] === undefined) return NO_PATH;
      return makeEntry(
        {
          time: readTime(instantOf(proxy['timestamp'] ?? record['timestamp'])),
          method: textOf(proxy['method']),
          host: textOf(proxy['host']),
          path: textOf(proxy['path']),
          status,
          ip: textOf(proxy['clientIp']),
          userAgent: firstText(proxy['userAgent']),
          referer: textOf(proxy['referer']),
          id: textOf(record['requestId']) || textOf(record['id']),
        },
        options,
      );
    };
  },
};

/** An application may write such a message too. Then it is about a visitor with an address. */
function isSample({ message, proxy }: JsonObject): boolean {
  if (typeof message !== 'string' || !message.startsWith(SAMPLE)) return false;
  return !isObject(proxy) || !looksLikeAddress(textOf(proxy['clientIp']));
}
