import { lineReader } from '../carriers/line-reader.js';
import { createTimeReader, makeEntry, type ReadTime, rememberLast } from '../make-entry.js';
import { createPlainClf } from '../plain/plain-clf.js';
import type { ReaderOptions, RecordReader, RecordResult } from '../record-reader.js';
import { visitorAddress, visitorProtocol } from '../text/address.js';
import { decodeAgent, unescapeLog } from '../text/escapes.js';
import { hostOfUrl, readRequestLine } from '../text/request-line.js';
import { commonTime, isoOfClfTime } from '../text/times.js';
import { readClfFront } from './clf-front.js';
import { type ClfParts, CUT_OFF_BEFORE_AGENT, cutClfLine, type Missing } from './clf-line.js';
import { readClfRest } from './clf-rest.js';
import { cutLaxClfLine, isInQuotes } from './lax-clf-line.js';
import { cutUwsgiLine } from './uwsgi-line.js';

const SLASH = 0x2f;

/**
 * Returns a reader for lines of the Common Log Format. `agents` says whether referer and user agent
 * must follow.
 */
export function createClfReader(agents: boolean, options: ReaderOptions): RecordReader {
  const readPlain = createPlainClf(agents, options, createClfTimeReader(options));
  return lineReader(createClfLineReader(agents, options), { readPlain });
}

/** Returns what reads the text between the brackets. It remembers its last answer. */
function createClfTimeReader(options: ReaderOptions): (text: string) => ReadTime {
  const readTime = createTimeReader(options);
  return rememberLast((text: string) => readTime(isoOfClfTime(text) ?? commonTime(text) ?? text));
}

/** Returns what reads such a line as a text. */
export function createClfLineReader(
  agents: boolean,
  options: ReaderOptions,
): (line: string) => RecordResult {
  const timeOf = createClfTimeReader(options);
  return (line) => {
    const parts = cut(line, agents);
    if ('kind' in parts) return parts;
    const { host, client, forwarded } = readClfFront(parts.front);
    const behind = readClfRest(parts.rest);
    const { method, target, protocol } = readRequestLine(unescapeLog(parts.request));
    const ip = visitorAddress(client, forwarded || behind.forwarded);
    return makeEntry(
      {
        time: timeOf(parts.time),
        method,
        host: host || parts.host || hostIn(target) || behind.host,
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

/** Cuts a line as the format says, and only then as servers write it that do almost the same. */
function cut(line: string, agents: boolean): ClfParts | Missing {
  const parts = cutClfLine(line);
  const isWhole = !('kind' in parts) && (!agents || parts.quoted !== undefined);
  if (isWhole && !isInQuotes(line)) return parts;
  const lax = cutLaxClfLine(line);
  if (lax && (!agents || lax.quoted)) return lax;
  const uwsgi = agents ? undefined : cutUwsgiLine(line);
  if (uwsgi) return uwsgi;
  return 'kind' in parts ? parts : CUT_OFF_BEFORE_AGENT;
}

/** Returns the host of a request for a whole URL, as varnish and proxies log it. */
function hostIn(target: string): string {
  return target.charCodeAt(0) === SLASH ? '' : hostOfUrl(target);
}
