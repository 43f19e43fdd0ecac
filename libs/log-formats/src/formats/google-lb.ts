import { createTimeReader, makeEntry, statusOf } from '../make-entry.js';
import { NO_VISIT, reject } from '../record-reader.js';
import { isObject, type JsonObject, textOf } from '../text/json-object.js';
import type { ObjectFormat } from '../shared/object-format.js';
import { hostAndPath } from '../text/request-line.js';
import { instantOf } from '../text/times.js';

const NO_LOG_ENTRY = reject(
  'unknown_shape',
  'has no `logName` with `insertId`, and no `httpRequest` with `requestUrl`: it is no log entry of ' +
    'Google Cloud',
);
const NO_PATH = reject('no_path', 'has no `httpRequest.requestUrl`');

/**
 * The end of the name of a log with one entry for each visit: `requests`, or that of a regional load
 * balancer, such as `external_regional_requests`.
 */
const REQUESTS = /(?:\/|%2F)(?:[a-z_]+_)?requests$/i;
/** The name of such a log of a load balancer, global or regional. */
const OF_LOAD_BALANCER = /\/logs\/(?:requests|loadbalancing\.googleapis\.com)/;

/**
 * Reads log entries of Google Cloud. Those of load balancers and of Cloud Run, which are in logs with
 * names that end with `requests`, stand for a visit each. An application may repeat the request in
 * its own entries.
 *
 * Source: https://cloud.google.com/logging/docs/reference/v2/rest/v2/LogEntry
 */
export const googleLb: ObjectFormat = {
  fits: ({ httpRequest }) => isObject(httpRequest) && httpRequest['requestUrl'] !== undefined,

  create: (options) => {
    const readTime = createTimeReader(options);
    return (record) => {
      if (!googleLb.fits(record) && !isLogEntry(record)) return NO_LOG_ENTRY;
      const { httpRequest, timestamp } = record;
      if (!isObject(httpRequest) || !isRequestLog(record)) return NO_VISIT;
      const url = httpRequest['requestUrl'];
      if (url === undefined) return NO_PATH;
      // ingress-nginx can write such records too, without the scheme.
      const { host, path } = hostAndPath(textOf(url));
      const id = textOf(record['insertId']);
      const { logName } = record;
      return makeEntry(
        {
          time: readTime(instantOf(timestamp)),
          method: textOf(httpRequest['requestMethod']),
          host,
          path,
          // Google leaves out what is 0: nothing was answered.
          status: statusOf(httpRequest['status'] ?? 0),
          ip: textOf(httpRequest['remoteIp']),
          userAgent: textOf(httpRequest['userAgent']),
          referer: textOf(httpRequest['referer']),
          protocol: isOfLoadBalancer(logName) ? textOf(httpRequest['protocol']) : undefined,
          // An id is unique among entries with the same time.
          id: id === '' ? '' : `${id} ${textOf(timestamp)}`,
        },
        options,
      );
    };
  },
};

function isLogEntry({ logName, insertId }: JsonObject): boolean {
  return typeof logName === 'string' && typeof insertId === 'string';
}

/** Cloud Run is behind Google's front end, and may log the protocol between the two. */
function isOfLoadBalancer(logName: unknown): boolean {
  return OF_LOAD_BALANCER.test(textOf(logName));
}

function isRequestLog({ logName }: JsonObject): boolean {
  return typeof logName !== 'string' || REQUESTS.test(logName);
}
