import { createTimeReader, makeEntry, rememberLast } from '../make-entry.js';
import type { ReaderOptions, RecordResult } from '../record-reader.js';
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
 * Reads lines of the Common Log Format. `agents` says whether referer and user agent must follow.
 */
export function createClfReader(
  agents: boolean,
  options: ReaderOptions,
): (line: string) => RecordResult {
  const readTime = createTimeReader(options);
  const timeOf = rememberLast((text: string) =>
    readTime(isoOfClfTime(text) ?? commonTime(text) ?? text),
  );
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
