import type { ReaderOptions, RecordReader } from '../record-reader.js';
import { createExtendedLogReader } from '../shared/extended-log.js';
import { decodeAgent } from '../text/escapes.js';

/** All columns of a standard log, in the order in which CloudFront writes them. */
export const STANDARD_FIELDS = [
  'date',
  'time',
  'x-edge-location',
  'sc-bytes',
  'c-ip',
  'cs-method',
  'cs(Host)',
  'cs-uri-stem',
  'sc-status',
  'cs(Referer)',
  'cs(User-Agent)',
  'cs-uri-query',
  'cs(Cookie)',
  'x-edge-result-type',
  'x-edge-request-id',
  'x-host-header',
  'cs-protocol',
  'cs-bytes',
  'time-taken',
  'x-forwarded-for',
  'ssl-protocol',
  'ssl-cipher',
  'x-edge-response-result-type',
  'cs-protocol-version',
  'fle-status',
  'fle-encrypted-fields',
  'c-port',
  'time-to-first-byte',
  'x-edge-detailed-result-type',
  'sc-content-type',
  'sc-content-len',
  'sc-range-start',
  'sc-range-end',
] as const;

/** Tells whether the columns of an extended log are CloudFront's. The names are in lower case. */
export const isCloudFront = (fields: readonly string[]): boolean =>
  fields.includes('x-edge-location') || fields.includes('x-edge-request-id');

/**
 * Reads Amazon CloudFront's standard log: an extended log with tabs. User agents are
 * percent-encoded, in older logs twice (`%2520`). `x-host-header` is the host that the visitor
 * asked for.
 *
 * Source:
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/standard-logs-reference.html
 */
export function createCloudFrontReader(options: ReaderOptions): RecordReader {
  return createExtendedLogReader(
    {
      decodeUserAgent: decodeAgent,
      fields: STANDARD_FIELDS,
      foreign: (fields) =>
        isCloudFront(fields)
          ? undefined
          : 'comes after a list of columns without x-edge-location: it is no log of CloudFront',
    },
    options,
  );
}
