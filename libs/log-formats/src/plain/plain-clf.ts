import type { ReaderOptions } from '../record-reader.js';
import type { ReadTime } from '../make-entry.js';
import type { LineBytes, PlainEntry, ReadPlain, Span } from './plain-entry.js';

const LINE_FEED = 0x0a;
const SPACE = 0x20;
const QUOTE = 0x22;
const PERCENT = 0x25;
const DASH = 0x2d;
const POINT = 0x2e;
const SLASH = 0x2f;
const DIGIT_0 = 0x30;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;

/** What a byte may be part of; a byte is of several kinds. */
const TEXT = 1;
const ADDRESS = 2;
const CAPITAL = 4;
const TIME = 8;
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  const isText = byte >= SPACE && byte <= 0x7e && byte !== QUOTE && byte !== BACKSLASH;
  const isOfTime = isText && byte !== OPEN_BRACKET && byte !== CLOSE_BRACKET;
  return (
    (isText ? TEXT : 0) |
    (/[\da-f.:]/i.test(character) ? ADDRESS : 0) |
    (/[A-Z]/.test(character) ? CAPITAL : 0) |
    (isOfTime ? TIME : 0)
  );
});

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const NO_NAMES = bytesOf(' - - [');
const BEFORE_REQUEST = bytesOf('] "');
const PROTOCOL = bytesOf('HTTP/');
const BETWEEN_QUOTES = bytesOf('" "');
/** What nginx writes of forwarded addresses when there are none. */
const NOT_FORWARDED = bytesOf(' "-"');

/** `17/May/2015:10:05:03 +0000` */
const TIME_LENGTH = 26;
const [FIRST_SLASH, SECOND_SLASH, FIRST_COLON] = [2, 6, 11];
const LEAST_ADDRESS = 3;
const MOST_ADDRESS = 45;
const MOST_METHOD = 16;

/**
 * Returns what reads the lines of the Common Log Format that nearly all servers write: an address,
 * no names, the time with its zone, a request for a path, status and bytes, then referer and user
 * agent, and perhaps `"-"` for no forwarded addresses.
 *
 * @param agents whether referer and user agent must follow
 * @param timeOf reads the text between the brackets
 */
export function createPlainClf(
  agents: boolean,
  { host }: ReaderOptions,
  timeOf: (text: string) => ReadTime,
): ReadPlain {
  const times = new LastTime(timeOf);
  return (line, entry) => {
    const { bytes, from, to } = line;
    const open = readClient(bytes, from, entry.ip);
    if (open < 0 || !times.read(bytes, open, to)) return false;
    const request = open + TIME_LENGTH + BEFORE_REQUEST.length;
    const size = readRequest(line, request, entry);
    const behind = size < 0 ? -1 : endOfSize(bytes, size);
    if (behind < 0) return false;
    entry.time = times.time;
    entry.host = host;
    if (behind === to && !agents) return hasNoAgent(entry, to);
    return readAgent(line, behind, entry);
  };
}

/** Returns where the time begins, or -1. */
function readClient(bytes: Uint8Array, from: number, ip: Span): number {
  let at = from;
  let colons = 0;
  let points = 0;
  for (let byte = bytes[at]!; (KINDS[byte]! & ADDRESS) !== 0; byte = bytes[++at]!) {
    if (byte === COLON) colons += 1;
    else if (byte === POINT) points += 1;
  }
  const length = at - from;
  if (length < LEAST_ADDRESS || length > MOST_ADDRESS || !areAt(bytes, at, NO_NAMES)) return -1;
  // A name of a host may have the digits of an address only, and is none.
  if (colons === 0 && (points === 0 || !isDigit(bytes[at - 1]!))) return -1;
  ip.from = from;
  ip.to = at;
  return at + NO_NAMES.length;
}

/** Reads times, of which neighbouring lines often have the same. */
class LastTime {
  /** Of the line that was read last. */
  time = 0;
  /** At first what stands in no line. */
  private readonly text = new Uint8Array(TIME_LENGTH).fill(LINE_FEED);

  constructor(private readonly timeOf: (text: string) => ReadTime) {}

  /** Tells whether a time with its bracket stands here, and the quote of the request behind it. */
  read(bytes: Uint8Array, at: number, to: number): boolean {
    if (at + TIME_LENGTH >= to || !areAt(bytes, at + TIME_LENGTH, BEFORE_REQUEST)) return false;
    return areAt(bytes, at, this.text) || this.learn(bytes, at);
  }

  private learn(bytes: Uint8Array, at: number): boolean {
    const hasForm =
      bytes[at + FIRST_SLASH] === SLASH &&
      bytes[at + SECOND_SLASH] === SLASH &&
      bytes[at + FIRST_COLON] === COLON;
    if (!hasForm) return false;
    let text = '';
    for (let place = at; place < at + TIME_LENGTH; place++) {
      const byte = bytes[place]!;
      if ((KINDS[byte]! & TIME) === 0) return false;
      text += String.fromCharCode(byte);
    }
    const verdict = this.timeOf(text);
    if (verdict === undefined || 'fault' in verdict) return false;
    this.time = verdict.time;
    this.text.set(bytes.subarray(at, at + TIME_LENGTH));
    return true;
  }
}

/** Reads a request and the status behind it. Returns where the number of bytes begins, or -1. */
function readRequest({ bytes }: LineBytes, from: number, entry: PlainEntry): number {
  const { method, path, protocol } = entry;
  let at = from;
  while ((KINDS[bytes[at]!]! & CAPITAL) !== 0) at++;
  if (at === from || at - from > MOST_METHOD || bytes[at] !== SPACE) return -1;
  method.from = from;
  method.to = at;
  path.from = ++at;
  if (bytes[at] !== SLASH) return -1;
  for (let byte = bytes[at]!; byte !== SPACE; byte = bytes[++at]!)
    if ((KINDS[byte]! & TEXT) === 0) return -1;
  path.to = at++;
  if (!areAt(bytes, at, PROTOCOL) || !isDigit(bytes[at + PROTOCOL.length]!)) return -1;
  protocol.from = at;
  at += PROTOCOL.length + 1;
  if (bytes[at] === POINT && isDigit(bytes[at + 1]!)) at += 2;
  protocol.to = at;
  if (bytes[at] !== QUOTE || bytes[at + 1] !== SPACE || bytes[at + 5] !== SPACE) return -1;
  const status = threeDigits(bytes, at + 2);
  entry.statusCode = status;
  return status < 0 ? -1 : at + 6;
}

function threeDigits(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  const second = bytes[at + 1]!;
  const third = bytes[at + 2]!;
  if (!isDigit(first) || !isDigit(second) || !isDigit(third)) return -1;
  return (first - DIGIT_0) * 100 + (second - DIGIT_0) * 10 + third - DIGIT_0;
}

/** Returns the place behind a number of bytes, or a dash in its place; -1 where neither is. */
function endOfSize(bytes: Uint8Array, from: number): number {
  if (bytes[from] === DASH) return from + 1;
  let at = from;
  while (isDigit(bytes[at]!)) at++;
  return at === from ? -1 : at;
}

function hasNoAgent({ userAgent, referer }: PlainEntry, to: number): boolean {
  userAgent.from = userAgent.to = to;
  referer.from = referer.to = -1;
  return true;
}

/** Reads referer and user agent, which begin with a space and a quote. */
function readAgent({ bytes, to }: LineBytes, from: number, entry: PlainEntry): boolean {
  const { referer, userAgent } = entry;
  if (bytes[from] !== SPACE || bytes[from + 1] !== QUOTE) return false;
  const refererEnd = endOfText(bytes, from + 2, to);
  if (refererEnd < 0 || !areAt(bytes, refererEnd, BETWEEN_QUOTES)) return false;
  const agent = refererEnd + BETWEEN_QUOTES.length;
  const agentEnd = endOfAgent(bytes, agent, to);
  if (agentEnd < 0 || !isEnd(bytes, agentEnd + 1, to)) return false;
  const isNone = isMissing(bytes, from + 2, refererEnd);
  referer.from = isNone ? -1 : from + 2;
  referer.to = isNone ? -1 : refererEnd;
  userAgent.from = isMissing(bytes, agent, agentEnd) ? agentEnd : agent;
  userAgent.to = agentEnd;
  return true;
}

/** Returns the place of the quote behind a text, or -1 where the text is not plain. */
function endOfText(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while ((KINDS[bytes[at]!]! & TEXT) !== 0) at++;
  return at < to && bytes[at] === QUOTE ? at : -1;
}

/** The same for a user agent, which the log may have percent-encoded. */
function endOfAgent(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  for (let byte = bytes[at]!; (KINDS[byte]! & TEXT) !== 0; byte = bytes[++at]!)
    if (byte === PERCENT) return -1;
  return at < to && bytes[at] === QUOTE ? at : -1;
}

/** Servers write `-` for a missing value. */
function isMissing(bytes: Uint8Array, from: number, to: number): boolean {
  return from === to || (to === from + 1 && bytes[from] === DASH);
}

function isEnd(bytes: Uint8Array, at: number, to: number): boolean {
  return at === to || (at + NOT_FORWARDED.length === to && areAt(bytes, at, NOT_FORWARDED));
}

/** The last bytes of a time differ first. */
function areAt(bytes: Uint8Array, at: number, wanted: Uint8Array): boolean {
  for (let place = wanted.length - 1; place >= 0; place--)
    if (bytes[at + place] !== wanted[place]) return false;
  return true;
}

function isDigit(byte: number): boolean {
  return byte >= DIGIT_0 && byte <= 0x39;
}
