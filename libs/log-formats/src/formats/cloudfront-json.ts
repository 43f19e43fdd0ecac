import { createTimeReader, makeEntry, statusOf } from '../make-entry.js';
import { reject } from '../record-reader.js';
import { textOf } from '../text/json-object.js';
import type { ObjectFormat } from '../shared/object-format.js';
import { visitorAddress, visitorProtocol } from '../text/address.js';
import { decodeAgent, decodePercent } from '../text/escapes.js';
import { instantOf } from '../text/times.js';

const NO_CLOUDFRONT = reject(
  'unknown_shape',
  'has no `x-edge-location`, `x-edge-request-id` or `cs-uri-stem`: it is no log of CloudFront',
);
const NO_PATH = reject('no_path', 'has no `cs-uri-stem`: add it to the fields of the log delivery');
const NO_STATUS = reject(
  'no_status',
  'has no `sc-status`: add it to the fields of the log delivery',
);

/**
 * Reads Amazon CloudFront's standard log (v2) in JSON. Its owner chooses the fields. Every value is
 * a text, and `-` is an empty one.
 *
 * Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/standard-logging.html
 */
export const cloudFrontJson: ObjectFormat = {
  fits: (record) =>
    record['x-edge-location'] !== undefined ||
    record['x-edge-request-id'] !== undefined ||
    record['cs-uri-stem'] !== undefined,

  create: (options) => {
    const readTime = createTimeReader(options);
    return (record) => {
      if (!cloudFrontJson.fits(record)) return NO_CLOUDFRONT;
      const path = record['cs-uri-stem'];
      const status = record['sc-status'];
      if (path === undefined) return NO_PATH;
      if (status === undefined) return NO_STATUS;
      const text = (name: string): string => textOf(record[name]);
      const site = text('x-host-header');
      const peer = text('c-ip');
      const ip = visitorAddress(peer, decodePercent(text('x-forwarded-for')));
      return makeEntry(
        {
          time: readTime(
            instantOf(record['timestamp(ms)']) ?? dateAndTime(text('date'), text('time')),
          ),
          method: text('cs-method'),
          // `cs(Host)` is CloudFront's own name of the site.
          host: site === '' || site === '-' ? text('cs(Host)') : site,
          path: textOf(path),
          status: statusOf(status),
          ip,
          userAgent: decodeAgent(text('cs(User-Agent)')),
          referer: text('cs(Referer)'),
          contentType: text('sc-content-type'),
          country: text('c-country'),
          asn: text('asn'),
          protocol: visitorProtocol(text('cs-protocol-version'), peer, ip),
          id: text('x-edge-request-id'),
        },
        options,
      );
    };
  },
};

function dateAndTime(date: string, time: string): string {
  return date === '' || time === '' ? '' : `${date}T${time}Z`;
}
