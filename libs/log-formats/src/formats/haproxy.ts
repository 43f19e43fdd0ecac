import { lineReader } from '../carriers/line-reader.js';
import { createTimeReader, makeEntry } from '../make-entry.js';
import {
  type ReaderOptions,
  type RecordReader,
  type RecordResult,
  reject,
} from '../record-reader.js';
import { visitorAddress } from '../text/address.js';
import { textOfHex } from '../text/bytes.js';
import { hostOfUrl, readRequestLine } from '../text/request-line.js';
import { isoOfClfTime } from '../text/times.js';

/**
 * Matches everything in front of the captured headers: client, time, frontend, backend and server,
 * timers, status, bytes, cookies, state, connections, queues.
 */
const FRONT =
  /^(\S{1,64}) \[([^\]]{1,40})\] \S+ \S+ [-+\d/]+ (-1|\d{3}) \+?\d+ \S+ \S+ \S{4} [-+\d/]+ \d+\/\d+ /;
const CAPTURES = /^\{([^}]*)\} /;
const BYTE = /(?:#[0-9A-F]{2})+/g;
const NO_HAPROXY = reject(
  'unknown_shape',
  'has no client, time, timers and status as `option httplog` writes them: it is no log of HAProxy',
);
const NO_REQUEST = reject('cut_off', 'ends before the end of the request');

/**
 * Reads HAProxy's HTTP log (`option httplog`, `option httpslog`). The host and the user agent are
 * there only when HAProxy captures them, in this order; a referer, the forwarded addresses and the
 * signature agent may follow. Its time has no zone, and is read as UTC.
 *
 * Source: https://docs.haproxy.org/3.0/configuration.html#8.2.3
 */
export function createHaproxyReader(options: ReaderOptions): RecordReader {
  return lineReader(createHaproxyLineReader(options));
}

export function createHaproxyLineReader(options: ReaderOptions): (line: string) => RecordResult {
  const readTime = createTimeReader(options);
  return (line) => {
    const front = FRONT.exec(line);
    if (!front) return NO_HAPROXY;
    const [matched, client = '', time = '', status = ''] = front;
    const rest = line.slice(matched.length);
    const captured = CAPTURES.exec(rest)?.[1] ?? '';
    const start = rest.indexOf('"');
    const end = rest.lastIndexOf('"');
    if (start < 0 || end === start) return NO_REQUEST;
    const { method, target } = readRequestLine(decoded(rest.slice(start + 1, end)));
    const { host, forwarded, ...headers } = headersOf(captured.split('|').map(decoded));
    return makeEntry(
      {
        time: readTime(isoOfClfTime(time) ?? time),
        method,
        host: host || hostOfUrl(target),
        path: target,
        status: status === '-1' ? 0 : Number(status),
        // An IPv6 address has no brackets here, so the port is what follows the last colon.
        ip: visitorAddress(client.slice(0, client.lastIndexOf(':')), forwarded),
        ...headers,
      },
      options,
    );
  };
}

/** One captured header alone is the user agent, because hosts have no spaces and slashes. */
function headersOf([first = '', second, referer = '', forwarded = '', signer = '']: string[]) {
  if (second !== undefined)
    return { host: first, userAgent: second, referer, forwarded, signatureAgent: signer };
  const isHost = /^[\w.-]+(?::\d+)?$/.test(first) && first.includes('.');
  return isHost
    ? { host: first, userAgent: '', referer, forwarded }
    : { host: '', userAgent: first, referer, forwarded };
}

/** HAProxy writes `"`, `#`, `{`, `|`, `}` and what cannot be printed as `#` and two digits. */
function decoded(text: string): string {
  if (!text.includes('#')) return text;
  return text.replace(BYTE, (bytes) => textOfHex(bytes.replaceAll('#', '')));
}
