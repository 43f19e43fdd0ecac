import { createTimeReader, makeEntry, rememberLast } from '../make-entry.js';
import type { ReaderOptions, RecordResult } from '../record-reader.js';
import { looksLikeAddress, visitorAddress, visitorProtocol } from '../text/address.js';
import { decodeAgent, unescapeLog } from '../text/escapes.js';
import { readRequestLine } from '../text/request-line.js';
import { isoOfClfTime } from '../text/times.js';
import { CUT_OFF_BEFORE_AGENT, cutClfLine } from './clf-line.js';

/**
 * Reads lines of the Common Log Format. `agents` says whether referer and user agent must follow.
 */
export function createClfReader(
  agents: boolean,
  options: ReaderOptions,
): (line: string) => RecordResult {
  const readTime = createTimeReader(options);
  const timeOf = rememberLast((text: string) => readTime(isoOfClfTime(text) ?? text));
  return (line) => {
    const parts = cutClfLine(line);
    if ('kind' in parts) return parts;
    if (agents && !parts.quoted) return CUT_OFF_BEFORE_AGENT;
    const { host, client } = readClfFront(parts.front);
    const { method, target, protocol } = readRequestLine(unescapeLog(parts.request));
    const ip = visitorAddress(client, firstField(parts.rest));
    return makeEntry(
      {
        time: timeOf(parts.time),
        method,
        host,
        path: target,
        status: parts.status === '-' ? 0 : Number(parts.status),
        ip,
        userAgent: decodeAgent(unescapeLog(parts.quoted?.userAgent ?? '')),
        referer: parts.quoted && unescapeLog(parts.quoted.referer),
        protocol: visitorProtocol(protocol, client, ip),
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
  return looksLikeAddress(second.split(',', 1)[0] ?? '') || !looksLikeAddress(first);
}

/** Returns the word at `start`, joined with the following words as long as commas connect them. */
function listFrom(words: string[], start: number): string {
  let end = start;
  while (end < words.length - 1 && words[end]?.endsWith(',')) end++;
  return words.slice(start, end + 1).join(' ');
}
