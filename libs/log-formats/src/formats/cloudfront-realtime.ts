import type { ReaderOptions, RecordReader } from '../record-reader.js';
import { createExtendedLogReader } from '../shared/extended-log.js';
import { decodeAgent } from '../text/escapes.js';

/** All columns of a real-time log, in the order in which CloudFront writes them. */
export const REALTIME_FIELDS = [
  'timestamp',
  'c-ip',
  'time-to-first-byte',
  'sc-status',
  'sc-bytes',
  'cs-method',
  'cs-protocol',
  'cs-host',
  'cs-uri-stem',
  'cs-bytes',
  'x-edge-location',
  'x-edge-request-id',
  'x-host-header',
  'time-taken',
  'cs-protocol-version',
  'c-ip-version',
  'cs-user-agent',
  'cs-referer',
  'cs-cookie',
  'cs-uri-query',
  'x-edge-response-result-type',
  'x-forwarded-for',
  'ssl-protocol',
  'ssl-cipher',
  'x-edge-result-type',
  'fle-encrypted-fields',
  'fle-status',
  'sc-content-type',
  'sc-content-len',
  'sc-range-start',
  'sc-range-end',
  'c-port',
  'x-edge-detailed-result-type',
  'c-country',
  'cs-accept-encoding',
  'cs-accept',
  'cache-behavior-path-pattern',
  'cs-headers',
  'cs-header-names',
  'cs-headers-count',
] as const;

/**
 * Reads Amazon CloudFront's real-time log: columns with tabs between them, and no names. Which
 * columns there are is the owner's choice; without a choice there are all of them. Here `cs-host`
 * is the host that the visitor asked for, and `x-host-header` is CloudFront's own name.
 *
 * Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/real-time-logs.html
 */
export function createCloudFrontRealtimeReader(options: ReaderOptions): RecordReader {
  return createExtendedLogReader(
    {
      decodeUserAgent: decodeAgent,
      host: ['cs-host', 'x-host-header'],
      fields: REALTIME_FIELDS,
      foreign: (fields) =>
        fields.includes('timestamp')
          ? undefined
          : 'comes after a list of columns without timestamp: it is no real-time log of CloudFront',
    },
    options,
  );
}
