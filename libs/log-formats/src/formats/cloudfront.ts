import type { ReaderOptions, RecordReader } from '../record-reader.js';
import { createExtendedLogReader } from '../shared/extended-log.js';
import { decodeAgent } from '../text/escapes.js';

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
      foreign: (fields) =>
        isCloudFront(fields)
          ? undefined
          : 'comes after a list of columns without x-edge-location: it is no log of CloudFront',
    },
    options,
  );
}
