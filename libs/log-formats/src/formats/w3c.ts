import type { ReaderOptions, RecordReader } from '../record-reader.js';
import { createExtendedLogReader } from '../shared/extended-log.js';
import { decodeAgent } from '../text/escapes.js';
import { isCloudFront } from './cloudfront.js';

/**
 * Reads the W3C Extended Log File Format as IIS writes it: `#Fields:` names the columns, times are
 * in UTC, and `+` stands for a space in a user agent.
 *
 * Source: https://learn.microsoft.com/windows/win32/http/w3c-logging
 */
export function createW3cReader(options: ReaderOptions): RecordReader {
  return createExtendedLogReader(
    {
      decodeUserAgent: (text) => decodeAgent(withSpaces(text)),
      foreign: (fields) =>
        isCloudFront(fields) ? 'is of a CloudFront log: name that format' : undefined,
    },
    options,
  );
}

/** Of two `+` in a row, the first stood for a space: `;++http://…` means `; +http://…`. */
function withSpaces(text: string): string {
  return text.includes(' ') ? text : text.replace(/\+(\+?)/g, ' $1');
}
