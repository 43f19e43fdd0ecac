import { createTimeReader, makeEntry, statusOf } from '../make-entry.js';
import { NO_VISIT, reject, VALIDATION } from '../record-reader.js';
import { type JsonObject, textOf } from '../text/json-object.js';
import type { ObjectFormat } from '../shared/object-format.js';
import { hostOfUrl } from '../text/request-line.js';
import { instantOf } from '../text/times.js';

const NO_NETLIFY = reject(
  'unknown_shape',
  'has no `log_type`: it is no record of a log drain of Netlify',
);
const NO_PATH = reject('no_path', 'has no `url`');
const NO_STATUS = reject('no_status', 'has no `status_code`');

/** What Netlify calls the log of visits, in records and in the settings of a drain. */
const TRAFFIC = ['traffic', 'user_traffic'];

/**
 * Reads what a log drain of Netlify sends. Only traffic logs have visits. A function that answers a
 * visit is logged too, by a record of another type.
 *
 * Source: https://docs.netlify.com/monitor-sites/log-drains/
 */
export const netlify: ObjectFormat = {
  fits: (record) => typeof record['log_type'] === 'string',

  create: (options) => {
    const readTime = createTimeReader(options);
    return (record) => {
      if (isValidation(record)) return VALIDATION;
      if (!netlify.fits(record)) return NO_NETLIFY;
      if (!TRAFFIC.includes(textOf(record['log_type']))) return NO_VISIT;
      const url = record['url'];
      const status = record['status_code'];
      if (url === undefined) return NO_PATH;
      if (status === undefined) return NO_STATUS;
      const text = (name: string): string => textOf(record[name]);
      return makeEntry(
        {
          time: readTime(instantOf(record['timestamp'])),
          method: text('method'),
          host: hostOfUrl(textOf(url)),
          path: textOf(url),
          status: statusOf(status),
          ip: text('client_ip'),
          userAgent: text('user_agent'),
          referer: text('referrer'),
          contentType: text('content_type'),
          country: text('country'),
          id: text('request_id'),
        },
        options,
      );
    };
  },
};

/** Netlify tries an address with a record that has nothing but a message. */
function isValidation(record: JsonObject): boolean {
  return typeof record['message'] === 'string' && Object.keys(record).length === 1;
}
