import { reject } from '../record-reader.js';
import { isDigit } from '../text/digits.js';

/** The parts of a line of the Common Log Format and its extensions. They are still escaped. */
export interface ClfParts {
  /** The text before the time: `host ident user`, with or without a virtual host in front. */
  front: string;
  time: string;
  request: string;
  /** Three digits or `-`. */
  status: string;
  /** The host, where it stands behind the number of bytes. */
  host?: string;
  /** Undefined when the line ends before these fields. */
  quoted: { referer: string; userAgent: string } | undefined;
  /** The fields that the server adds to the format. */
  rest: string;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const DASH = 0x2d;
const SLASH = 0x2f;
const COLON = 0x3a;

export type Missing = ReturnType<typeof reject>;

const NO_TIME = reject('unknown_shape', 'has no time like [17/May/2015:10:05:03 +0000]');
const NO_REQUEST = reject('unknown_shape', 'has no request in quotes after the time');
const NO_STATUS = reject('unknown_shape', 'has no status after a request in quotes');
const NO_QUOTE = reject('cut_off', 'has a user agent without closing quote');
export const CUT_OFF_BEFORE_AGENT = reject('cut_off', 'ends before the user agent');

/** Cuts a line into its parts from left to right, or says what is missing. */
export function cutClfLine(line: string): ClfParts | Missing {
  const open = findTime(line);
  const close = open < 0 ? -1 : line.indexOf(']', open);
  if (close < 0) return NO_TIME;
  const start = skipSpaces(line, close + 1);
  if (line.charCodeAt(start) !== QUOTE) return NO_REQUEST;
  return cutBehindTime(line, { open, close, start }, true);
}

/** Where the time of a line begins and ends, and where the request begins. */
export interface ClfPlaces {
  open: number;
  close: number;
  start: number;
}

/**
 * Cuts a line of which the time and the start of the request are found. Where `agents` is false, all
 * that stands behind the number of bytes is the rest.
 */
export function cutBehindTime(
  line: string,
  { open, close, start }: ClfPlaces,
  agents: boolean,
): ClfParts | Missing {
  const end = findEnd(line, start + 1, isBeforeStatus);
  if (end < 0) return NO_STATUS;
  const status = tokenAt(line, end + 2);
  const bytes = end + 2 + status.length + 1;
  const size = line.charCodeAt(bytes) === QUOTE ? '' : tokenAt(line, bytes);
  const rest = skipSpaces(line, bytes + size.length);
  const parts: ClfParts = {
    front: line.slice(0, open).trim(),
    time: line.slice(open + 1, close),
    request: line.slice(start + 1, end),
    status,
    quoted: undefined,
    rest: '',
  };
  if (agents && line.charCodeAt(rest) === QUOTE) return withQuoted(line, rest, parts);
  parts.rest = line.slice(rest);
  return parts;
}

/** The end of a referer, with the dash that older releases of Traefik write for no user agent. */
const NO_AGENT = '" - ';

/** Adds the referer and the user agent, which begin with the quote at `start`. */
export function withQuoted(line: string, start: number, parts: ClfParts): ClfParts | Missing {
  const refererEnd = findEnd(line, start + 1, isBeforeQuote);
  if (refererEnd < 0) return CUT_OFF_BEFORE_AGENT;
  const first = line.indexOf('"', start + 1);
  if (first < refererEnd && line.startsWith(NO_AGENT, first)) {
    parts.quoted = { referer: line.slice(start + 1, first), userAgent: '' };
    parts.rest = line.slice(first + NO_AGENT.length);
    return parts;
  }
  const agentStart = refererEnd + 3;
  const firstEnd = findEnd(line, agentStart, isBeforeSpaceOrEnd);
  if (firstEnd < 0) return NO_QUOTE;
  const agentEnd = firstEnd + 1 < line.length ? withPairsBehind(line, firstEnd) : firstEnd;
  parts.quoted = {
    referer: line.slice(start + 1, refererEnd),
    userAgent: line.slice(agentStart, agentEnd),
  };
  parts.rest = line.slice(agentEnd + 1).trim();
  return parts;
}

/** Finds the bracket in front of the time. User names may also contain brackets. */
function findTime(line: string): number {
  for (let open = line.indexOf('['); open >= 0; open = line.indexOf('[', open + 1)) {
    if (isBeforeTime(line, open)) return open;
  }
  return -1;
}

/** Tells whether the separators of `17/May/2015:10:05:03` stand behind a bracket. */
function isBeforeTime(line: string, open: number): boolean {
  return (
    line.charCodeAt(open + 3) === SLASH &&
    line.charCodeAt(open + 7) === SLASH &&
    line.charCodeAt(open + 12) === COLON
  );
}

/**
 * Finds the quote that ends a text. It is not escaped, and the right text follows it. Some servers
 * do not escape, so a text may end with a backslash. Then the first escaped quote in the right
 * place counts.
 */
export function findEnd(
  line: string,
  from: number,
  fits: (line: string, after: number) => boolean,
): number {
  let escaped = -1;
  for (let end = line.indexOf('"', from); end >= 0; end = line.indexOf('"', end + 1)) {
    if (!fits(line, end + 1)) continue;
    if (!isEscaped(line, end, from)) return end;
    if (escaped < 0) escaped = end;
  }
  return escaped;
}

/**
 * Returns the end of a user agent that may have quotes of its own, because its server does not escape
 * them. The fields behind it have two quotes each.
 */
function withPairsBehind(line: string, firstEnd: number): number {
  const quotes: number[] = [];
  for (let at = line.indexOf('"', firstEnd + 1); at >= 0; at = line.indexOf('"', at + 1))
    if (!isEscaped(line, at, firstEnd + 1)) quotes.push(at);
  if (quotes.length % 2 === 0) return firstEnd;
  const odd = quotes.findIndex((at, index) => index % 2 === 0 && isBeforeSpaceOrEnd(line, at + 1));
  return quotes[odd] ?? firstEnd;
}

function isEscaped(line: string, quote: number, from: number): boolean {
  let at = quote;
  while (at > from && line.charCodeAt(at - 1) === BACKSLASH) at--;
  return (quote - at) % 2 === 1;
}

function isBeforeStatus(line: string, at: number): boolean {
  if (line.charCodeAt(at) !== SPACE) return false;
  if (line.charCodeAt(at + 1) === DASH) return isBeforeSpaceOrEnd(line, at + 2);
  for (let place = at + 1; place <= at + 3; place++)
    if (!isDigit(line.charCodeAt(place))) return false;
  return isBeforeSpaceOrEnd(line, at + 4);
}

function isBeforeQuote(line: string, at: number): boolean {
  return line.charCodeAt(at) === SPACE && line.charCodeAt(at + 1) === QUOTE;
}

export function isBeforeSpaceOrEnd(line: string, at: number): boolean {
  return at === line.length || line.charCodeAt(at) === SPACE;
}

function tokenAt(line: string, start: number): string {
  const end = line.indexOf(' ', start);
  return line.slice(start, end < 0 ? line.length : end);
}

export function skipSpaces(line: string, at: number): number {
  while (line.charCodeAt(at) === SPACE) at++;
  return at;
}
