import { createTimeReader, makeEntry, rememberLast } from '../make-entry.js';
import { type ParsedLine, type ParserOptions, reject } from '../parsed-line.js';
import { visitorAddress } from '../text/address.js';
import { decodeAgent } from '../text/decode-percent.js';
import { unescapeLog } from '../text/unescape.js';
import { readClfFront } from './clf-front.js';
import { cutClfLine } from './clf-line.js';
import { readRequestLine } from './clf-request.js';
import { isoOfClfTime } from './clf-time.js';

/**
 * Reads lines of the Common Log Format. `agents` says whether referer and user agent must follow.
 */
export function clfParser(agents: boolean, options: ParserOptions): (line: string) => ParsedLine {
  const readTime = createTimeReader(options);
  const timeOf = rememberLast((text: string) => readTime(isoOfClfTime(text)));
  return (line) => {
    const parts = cutClfLine(line);
    if (typeof parts === 'string') return reject(parts);
    if (agents && !parts.quoted) return reject('ends before the user agent');
    const { host, client } = readClfFront(parts.front);
    const { method, target } = readRequestLine(unescapeLog(parts.request));
    return makeEntry(
      {
        time: timeOf(parts.time),
        method,
        host,
        path: target,
        status: parts.status === '-' ? 0 : Number(parts.status),
        ip: visitorAddress(client, firstField(parts.rest)),
        userAgent: decodeAgent(unescapeLog(parts.quoted?.userAgent ?? '')),
        referer: parts.quoted && unescapeLog(parts.quoted.referer),
      },
      options,
    );
  };
}

/** The default configuration of nginx ends each line with the forwarded addresses, in quotes. */
function firstField(rest: string): string {
  return rest.startsWith('"') ? rest.slice(1).split('"', 1)[0]! : '';
}
