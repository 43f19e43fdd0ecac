import { reject } from '../record-reader.js';

/** The parts of a line of the Common Log Format and its extensions. They are still escaped. */
export interface ClfParts {
  /** The text before the time: `host ident user`, with or without a virtual host in front. */
  front: string;
  time: string;
  request: string;
  /** Three digits or `-`. */
  status: string;
  /** Undefined when the line ends before these fields. */
  quoted: { referer: string; userAgent: string } | undefined;
  /** The fields that the server adds to the format. */
  rest: string;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
/** The places of the separators in `17/May/2015:10:05:03`, counted after the bracket. */
const SEPARATORS: [number, string][] = [
  [3, '/'],
  [7, '/'],
  [12, ':'],
];

type Missing = ReturnType<typeof reject>;

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
  const end = findEnd(line, start + 1, isBeforeStatus);
  if (end < 0) return NO_STATUS;
  const status = tokenAt(line, end + 2);
  const size = tokenAt(line, end + 2 + status.length + 1);
  const rest = skipSpaces(line, end + 2 + status.length + 1 + size.length);
  const parts: ClfParts = {
    front: line.slice(0, open).trim(),
    time: line.slice(open + 1, close),
    request: line.slice(start + 1, end),
    status,
    quoted: undefined,
    rest: '',
  };
  if (line.charCodeAt(rest) === QUOTE) return withQuoted(line, rest, parts);
  parts.rest = line.slice(rest);
  return parts;
}

function withQuoted(line: string, start: number, parts: ClfParts): ClfParts | Missing {
  const refererEnd = findEnd(line, start + 1, isBeforeQuote);
  if (refererEnd < 0) return CUT_OFF_BEFORE_AGENT;
  const agentStart = refererEnd + 3;
  const agentEnd = findEnd(line, agentStart, isBeforeSpaceOrEnd);
  if (agentEnd < 0) return NO_QUOTE;
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
    if (SEPARATORS.every(([at, character]) => line[open + at] === character)) return open;
  }
  return -1;
}

/**
 * Finds the quote that ends a text. It is not escaped, and the right text follows it. Some servers
 * do not escape, so a text may end with a backslash. Then the first escaped quote in the right
 * place counts.
 */
function findEnd(
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

function isEscaped(line: string, quote: number, from: number): boolean {
  let at = quote;
  while (at > from && line.charCodeAt(at - 1) === BACKSLASH) at--;
  return (quote - at) % 2 === 1;
}

function isBeforeStatus(line: string, at: number): boolean {
  if (line.charCodeAt(at) !== SPACE) return false;
  const status = line.slice(at + 1, at + 5);
  return /^(?:\d{3}|-)(?: |$)/.test(status.startsWith('- ') ? '-' : status);
}

function isBeforeQuote(line: string, at: number): boolean {
  return line.charCodeAt(at) === SPACE && line.charCodeAt(at + 1) === QUOTE;
}

function isBeforeSpaceOrEnd(line: string, at: number): boolean {
  return at === line.length || line.charCodeAt(at) === SPACE;
}

function tokenAt(line: string, start: number): string {
  const end = line.indexOf(' ', start);
  return line.slice(start, end < 0 ? line.length : end);
}

function skipSpaces(line: string, at: number): number {
  while (line.charCodeAt(at) === SPACE) at++;
  return at;
}
