import { lineReader } from '../carriers/line-reader.js';
import { createTimeReader, makeEntry, type RequestFacts } from '../make-entry.js';
import {
  NO_VISIT,
  type ReaderOptions,
  type RecordReader,
  type RecordResult,
  reject,
} from '../record-reader.js';
import { visitorAddress, visitorProtocol, withoutPort } from '../text/address.js';
import { textOfHex } from '../text/bytes.js';
import { HEADER_FACTS, type HeaderFact, withHeaders } from '../shared/header-facts.js';
import { hostOfUrl, readRequestLine } from '../text/request-line.js';
import { isoOfClfTime } from '../text/times.js';

/**
 * Matches everything in front of the captured headers: client, time, frontend, backend and server,
 * timers, status, bytes, cookies, state, connections, queues.
 */
const FRONT =
  /^(\S{1,64}) \[([^\]]{1,40})\] \S+ \S+ [-+\d/]+ (-1|\d{3}) \+?\d+ \S+ \S+ \S{4} [-+\d/]+ \d+\/\d+ /;
/**
 * Matches what is logged of a connection without a request: an error at its beginning, or the line
 * that `option tcplog` writes.
 */
const CONNECTION =
  /^\S{1,64} \[[^\]]{1,40}\] (?:[^\s/]{1,256}\/[^\s/]{1,256}: +[A-Z]|\S{1,256} \S{1,256} [-+\d]{1,12}\/[-+\d]{1,12}\/[-+\d]{1,12} \+?\d{1,20} \S{2} )/;
const CAPTURES = /^\{([^}]*)\} /;
/** The places of captured headers behind host and user agent. */
const REFERER = 2;
const FORWARDED = 3;
const CAPTURES_OF = Object.fromEntries(
  HEADER_FACTS.map((fact, index) => [fact, FORWARDED + 1 + index]),
) as Record<HeaderFact, number>;
/** A client on the same machine has no address. */
const SOCKET = 'unix:';
const BYTE = /(?:#[0-9A-F]{2})+/g;
const NO_HAPROXY = reject(
  'unknown_shape',
  'has no client, time, timers and status as `option httplog` writes them: it is no log of HAProxy',
);
const NO_REQUEST = reject('cut_off', 'ends before the end of the request');

/**
 * Reads HAProxy's HTTP log (`option httplog`, `option httpslog`). The host and the user agent are
 * there only when HAProxy captures them, in this order; a referer, the forwarded addresses and the
 * headers of `REQUEST_HEADERS` may follow, in the order of that list. Its time has no zone, and is
 * read as UTC.
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
    if (!front) return CONNECTION.test(line) ? NO_VISIT : NO_HAPROXY;
    const [matched, client = '', time = '', status = ''] = front;
    const rest = line.slice(matched.length);
    const captured = CAPTURES.exec(rest)?.[1] ?? '';
    const start = rest.indexOf('"');
    const end = rest.lastIndexOf('"');
    if (start < 0 || end === start) return NO_REQUEST;
    const { method, target, protocol } = readRequestLine(decoded(rest.slice(start + 1, end)));
    const captures = captured.split('|').map(decoded);
    const { host, userAgent } = hostAndAgent(captures);
    const peer = client.startsWith(SOCKET) ? '' : withoutPort(client);
    const ip = visitorAddress(peer, captures[FORWARDED] ?? '');
    const facts: RequestFacts = {
      time: readTime(isoOfClfTime(time) ?? time),
      method,
      host: host || hostOfUrl(target),
      path: target,
      status: status === '-1' ? 0 : Number(status),
      ip,
      userAgent,
      referer: captures[REFERER],
      protocol: visitorProtocol(protocol, peer, ip),
    };
    return makeEntry(
      withHeaders(facts, (fact) => captures[CAPTURES_OF[fact]]),
      options,
    );
  };
}

/** One captured header alone is the user agent, because hosts have no spaces and slashes. */
function hostAndAgent([first = '', second]: string[]) {
  if (second !== undefined) return { host: first, userAgent: second };
  const isHost = /^[\w.-]+(?::\d+)?$/.test(first) && first.includes('.');
  return isHost ? { host: first, userAgent: '' } : { host: '', userAgent: first };
}

/** HAProxy writes `"`, `#`, `{`, `|`, `}` and what cannot be printed as `#` and two digits. */
function decoded(text: string): string {
  if (!text.includes('#')) return text;
  return text.replace(BYTE, (bytes) => textOfHex(bytes.replaceAll('#', '')));
}
