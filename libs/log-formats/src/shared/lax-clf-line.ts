import { looksLikeAddress } from '../text/address.js';
import { looksLikeHost } from '../text/host.js';
import { withoutColours } from '../text/line-front.js';
import { commonTime } from '../text/times.js';
import {
  type ClfParts,
  type ClfPlaces,
  cutBehindTime,
  findEnd,
  isBeforeSpaceOrEnd,
  skipSpaces,
  withQuoted,
} from './clf-line.js';

const QUOTE = 0x22;
/** How many brackets may stand in front of the time. */
const MOST_BRACKETS = 8;
const LONGEST_TIME = 40;
/** A line that a shipper wrote into JSON is escaped, and a format that knows JSON reads it. */
const IN_JSON = '{"';
/** What may stand between the time and the request, in characters. */
const LONGEST_GAP = 256;
/** How many words may stand between the number of bytes and the referer. */
const MOST_WORDS = 8;

/**
 * Cuts a line that servers write almost like the Common Log Format, and returns undefined when it
 * still is none. It is asked only about lines that the strict reading does not take:
 *
 * - a line that stands in quotes as a whole (OpenLiteSpeed, CyberPanel);
 * - a time of another form in the brackets, such as ISO 8601 or seconds since 1970;
 * - a time in quotes, or without anything around it (Payara, formats for AWStats);
 * - colours of a terminal (Flask);
 * - a text between the time and the request;
 * - words between the number of bytes and the referer, of which one may be the host (IONOS);
 * - a `-` without quotes in the place of referer or user agent (older releases of Traefik);
 * - a user agent without quotes at the end.
 */
export function cutLaxClfLine(line: string): ClfParts | undefined {
  const bare = withoutQuotesAround(withoutColours(line));
  const places = findPlaces(bare) ?? findPlacesWithoutBrackets(bare);
  const parts = places && cutBehindTime(bare, places, false);
  if (!parts || 'kind' in parts || parts.front === '') return undefined;
  if (parts.front.includes(IN_JSON)) return undefined;
  return withLaxAgent(parts);
}

/** Tells whether a line stands in quotes as a whole: the first quote ends only behind the time. */
export function isInQuotes(line: string): boolean {
  if (line.charCodeAt(0) !== QUOTE || line.charCodeAt(line.length - 1) !== QUOTE) return false;
  const second = line.indexOf('"', 1);
  const bracket = line.indexOf('[');
  return bracket >= 0 && second > bracket;
}

function withoutQuotesAround(line: string): string {
  return isInQuotes(line) ? line.slice(1, -1) : line;
}

function findPlaces(line: string): ClfPlaces | undefined {
  let open = line.indexOf('[');
  for (let count = 0; open >= 0 && count < MOST_BRACKETS; count++) {
    const close = line.slice(open, open + LONGEST_TIME + 2).indexOf(']');
    if (close > 0 && commonTime(line.slice(open + 1, open + close)) !== undefined) {
      const start = requestBehind(line, open, open + close + 1);
      return start < 0 ? undefined : { open, close: open + close, start };
    }
    open = line.indexOf('[', open + 1);
  }
  return undefined;
}

/** Where the time must be that has no brackets. In characters. */
const LONGEST_START = 512;
/** Matches a time in ISO 8601 or in the form of the format, in quotes or not, in front of a quote. */
const TIME_ALONE =
  / "?(?:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?|\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d(?: [+-]\d{4})?)"? "/;

/** A line whose time has no brackets must begin with the address of the client. */
function findPlacesWithoutBrackets(line: string): ClfPlaces | undefined {
  const start = line.slice(0, LONGEST_START);
  const found = TIME_ALONE.exec(start);
  if (!found || !looksLikeAddress(start.split(' ', 1)[0]!.replaceAll('"', ''))) return undefined;
  const isQuoted = found[0].charCodeAt(1) === QUOTE;
  const request = found.index + found[0].length - 1;
  const open = found.index + (isQuoted ? 1 : 0);
  return { open, close: request - (isQuoted ? 2 : 1), start: request };
}

/**
 * Returns the quote with which the request begins; -1 when there is none close by. A line that does
 * not begin with client, ident and user is of another format, with the client behind the time.
 */
function requestBehind(line: string, open: number, from: number): number {
  const gap = line.slice(from, from + LONGEST_GAP).indexOf('"');
  if (gap < 0) return -1;
  const isAtOnce = line.slice(from, from + gap).trim() === '';
  return isAtOnce || CLIENT_IDENT_USER.test(line.slice(0, open)) ? from + gap : -1;
}

const CLIENT_IDENT_USER = /^\S+ +\S+ +\S/;

/** Matches the start of a user agent: a product with its version. */
const PRODUCT = /^(?!HTTP\/)[\w.!+-]{1,64}\/\d/;

/**
 * Reads what stands behind the number of bytes. A text in quotes that does not end was cut off, so
 * the line is none.
 */
function withLaxAgent(parts: ClfParts): ClfParts | undefined {
  const { rest } = parts;
  let at = 0;
  for (let count = 0; count < MOST_WORDS && at < rest.length; count++) {
    const found = agentAt(rest, at, parts);
    if (found) return found;
    if (rest.charCodeAt(at) === QUOTE) return undefined;
    const space = rest.indexOf(' ', at);
    const word = rest.slice(at, space < 0 ? rest.length : space);
    if (looksLikeHost(word)) parts.host = word;
    if (space < 0) break;
    at = skipSpaces(rest, space);
  }
  return parts;
}

/** Returns the parts with the referer and the user agent that begin here, if they do. */
function agentAt(rest: string, at: number, parts: ClfParts): ClfParts | undefined {
  const isQuoted = rest.charCodeAt(at) === QUOTE;
  if (isQuoted) {
    const cut = withQuoted(rest, at, { ...parts });
    if (!('kind' in cut)) return cut;
    const end = findEnd(rest, at + 1, isBeforeSpaceOrEnd);
    return end < 0 ? undefined : agentBehind(rest, rest.slice(at + 1, end), end + 1, parts);
  }
  if (rest.startsWith('- ', at)) return agentBehind(rest, '-', at + 1, parts);
  return isBareAgent(rest, at) ? withAgent(parts, '-', rest.slice(at).trim(), '') : undefined;
}

/** Reads the user agent behind a referer: in quotes, as a `-`, or without quotes up to the end. */
function agentBehind(
  rest: string,
  referer: string,
  behind: number,
  parts: ClfParts,
): ClfParts | undefined {
  const at = skipSpaces(rest, behind);
  if (rest.charCodeAt(at) === QUOTE) {
    const end = findEnd(rest, at + 1, isBeforeSpaceOrEnd);
    return end < 0
      ? undefined
      : withAgent(parts, referer, rest.slice(at + 1, end), rest.slice(end + 1));
  }
  if (rest.startsWith('- ', at) || rest.slice(at) === '-')
    return withAgent(parts, referer, '-', rest.slice(at + 1));
  return isBareAgent(rest, at) ? withAgent(parts, referer, rest.slice(at).trim(), '') : undefined;
}

/** Tells whether all that is left is a user agent without quotes. */
function isBareAgent(rest: string, at: number): boolean {
  return PRODUCT.test(rest.slice(at, at + 80)) && !rest.includes('"', at);
}

function withAgent(parts: ClfParts, referer: string, userAgent: string, rest: string): ClfParts {
  return { ...parts, quoted: { referer, userAgent }, rest: rest.trim() };
}
