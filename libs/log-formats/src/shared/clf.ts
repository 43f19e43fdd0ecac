import { createTimeReader, makeEntry, rememberLast } from '../make-entry.js';
import { type ParsedLine, type ParserOptions, reject } from '../parsed-line.js';
import { looksLikeAddress, visitorAddress } from '../text/address.js';
import { decodeAgent, unescapeLog } from '../text/escapes.js';
import { cutClfLine } from './clf-line.js';

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

/** The host and the client of a request. */
interface ClfFront {
  /** The virtual host; empty when the log has none. */
  host: string;
  /** Address or name of the client, or the list of forwarded addresses. */
  client: string;
}

/**
 * Reads the text before the time: `client ident user`, or `host:port client ident user` as in
 * `vhost_combined`. The client may be a list with spaces, and the user a name with spaces. So the
 * form of each word must tell what it is.
 */
function readClfFront(front: string): ClfFront {
  const end = front.indexOf(' ');
  if (front.endsWith(' - -') && end === front.length - 4) {
    return { host: '', client: front.slice(0, end) };
  }
  const words = front.split(' ');
  const [first = '', second = ''] = words;
  if (!first.endsWith(',') && isHostInFront(first, second, words.length)) {
    return { host: first, client: listFrom(words, 1) };
  }
  return { host: '', client: listFrom(words, 0) };
}

function isHostInFront(first: string, second: string, words: number): boolean {
  if (words < 4 || second === '-') return false;
  return looksLikeAddress(second.replace(/,.*$/, '')) || !looksLikeAddress(first);
}

/** Returns the word at `start`, joined with the following words as long as commas connect them. */
function listFrom(words: string[], start: number): string {
  let end = start;
  while (end < words.length - 1 && words[end]?.endsWith(',')) end++;
  return words.slice(start, end + 1).join(' ');
}

/** The method and the target of a request line. */
interface RequestLine {
  /** Empty when there is none. */
  method: string;
  /** Path or URL; empty when there is none. */
  target: string;
}

/** Matches a token of RFC 9110 that is as short as methods are. */
const METHOD = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}$/;
const PROTOCOL = / HTTP\/\d(?:\.\d)?$/;

/**
 * Reads `GET /path HTTP/1.1`, and what may stand in its place: nothing, `-`, a TLS handshake, a
 * path with spaces. Text that is not a request line has neither method nor target, but it is still
 * a visit.
 */
function readRequestLine(request: string): RequestLine {
  const space = request.indexOf(' ');
  const method = space < 0 ? '' : request.slice(0, space);
  if (!METHOD.test(method)) return { method: '', target: request.startsWith('/') ? request : '' };
  const rest = request.slice(space + 1);
  // Only the end is examined. A pattern over the whole target would start again at every space.
  const protocol = PROTOCOL.exec(rest.slice(-10));
  return { method, target: (protocol ? rest.slice(0, -protocol[0].length) : rest).trim() };
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const CLF_TIME =
  /^(\d{2})\/([A-Z][a-z]{2})\/(\d{4}):(\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(?: ([+-]\d{4}))?$/;
const LONGEST_TIME = 40;

/**
 * Returns `17/May/2015:10:05:03 +0000` as ISO 8601, or undefined when the text does not have this
 * form.
 */
function isoOfClfTime(text: string): string | undefined {
  const match = text.length <= LONGEST_TIME ? CLF_TIME.exec(text) : null;
  if (!match) return undefined;
  const [, day, name = '', year, clock, fraction, zone = 'Z'] = match;
  const month = MONTHS.indexOf(name) + 1;
  if (month === 0) return undefined;
  const milliseconds = fraction === undefined ? '' : `.${fraction}`;
  return `${year}-${String(month).padStart(2, '0')}-${day}T${clock}${milliseconds}${zone}`;
}
