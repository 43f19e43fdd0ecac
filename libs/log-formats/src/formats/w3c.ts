import { type LogParser, type ParserOptions } from '../parsed-line.js';
import { createExtendedLogParser } from '../shared/extended-log.js';
import { decodeAgent } from '../text/decode-percent.js';
import { isCloudFront } from './cloudfront.js';

/**
 * The W3C Extended Log File Format, as IIS writes it: columns named by `#Fields:`, times in UTC, `+`
 * for the spaces of a user agent.
 *
 * Source: https://learn.microsoft.com/windows/win32/http/w3c-logging
 */
export function createW3cParser(options: ParserOptions): LogParser {
  return createExtendedLogParser(
    {
      decodeUserAgent: (text) => decodeAgent(withSpaces(text)),
      foreign: (fields) =>
        isCloudFront(fields) ? 'is of a CloudFront log: name that format' : undefined,
    },
    options,
  );
}

/** Of two `+` the first was a space: `;++http://…` says `; +http://…`. */
function withSpaces(text: string): string {
  return text.includes(' ') ? text : text.replace(/\+(\+?)/g, ' $1');
}
