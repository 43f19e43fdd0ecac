import { monthOf } from './months.js';

/** What part of a time a piece of its text is. */
type Part =
  | 'year'
  | 'shortYear'
  | 'month'
  | 'monthName'
  | 'day'
  | 'hour'
  | 'hour12'
  | 'half'
  | 'minute'
  | 'second'
  | 'fraction'
  | 'zone'
  | 'seconds'
  | 'milliseconds'
  | 'microseconds';

/** The texts of a time by what they are. Each is undefined where the format does not have it. */
export type TimeParts = Partial<Record<Part, string>>;

/** How a time is written. */
export interface TimeFormat {
  /** As its owner wrote it. */
  text: string;
  /** Matches a time that begins where the search begins. Each part is a group, in their order. */
  pattern: RegExp;
  parts: readonly Part[];
}

type Piece = readonly [pattern: string, part?: Part];

/** One digit is what `%-d` writes. */
const TWO = '\\d{1,2}';
const LETTERS = '[A-Za-z]{3,9}';

/** What stands for a directive in a time. No pattern is longer than a few characters. */
const PIECES: Readonly<Record<string, Piece>> = {
  a: [LETTERS],
  A: [LETTERS],
  b: [LETTERS, 'monthName'],
  B: [LETTERS, 'monthName'],
  h: [LETTERS, 'monthName'],
  d: [TWO, 'day'],
  e: [' ?\\d{1,2}', 'day'],
  f: ['\\d{15,17}', 'microseconds'],
  H: [TWO, 'hour'],
  I: [TWO, 'hour12'],
  j: ['\\d{3}'],
  k: [' ?\\d{1,2}', 'hour'],
  l: [' ?\\d{1,2}', 'hour12'],
  L: ['\\d{3}', 'fraction'],
  m: [TWO, 'month'],
  M: [TWO, 'minute'],
  n: ['\\s'],
  N: ['\\d{1,9}', 'fraction'],
  p: ['[AaPp][Mm]', 'half'],
  P: ['[AaPp][Mm]', 'half'],
  s: ['\\d{9,11}', 'seconds'],
  S: [TWO, 'second'],
  t: ['\\t'],
  u: ['\\d'],
  w: ['\\d'],
  y: [TWO, 'shortYear'],
  Y: ['\\d{4}', 'year'],
  z: ['[+-]\\d{2}:?\\d{2}|Z', 'zone'],
  Z: ['[A-Za-z]{1,5}|[+-]\\d{2}(?:\\d{2})?', 'zone'],
  '*': ['\\d{12,14}', 'milliseconds'],
  '%': ['%'],
};

/** Directives that stand for several others. */
const SHORT_FOR: Readonly<Record<string, string>> = {
  c: '%a %b %e %H:%M:%S %Y',
  D: '%m/%d/%y',
  F: '%Y-%m-%d',
  r: '%I:%M:%S %p',
  R: '%H:%M',
  T: '%H:%M:%S',
  x: '%m/%d/%y',
  X: '%H:%M:%S',
};

const MODIFIER = /%[-_0^#EO](?=[A-Za-z])/g;
const DIRECTIVE = /%(.?)/gs;
const SPECIAL = /[.*+?^${}()|[\]\\/]/g;

/**
 * Reads a format of `strftime`, also with GoAccess's `%f` (microseconds since 1970) and `%*`
 * (milliseconds). Returns the directive that there is not, if there is one. Names of months are
 * English.
 */
export function compileStrftime(text: string): TimeFormat | { unknown: string } {
  const parts: Part[] = [];
  let source = '';
  let from = 0;
  const long = text
    .replace(MODIFIER, '%')
    .replace(/%([cDFrRTxX])/g, (_, short: string) => SHORT_FOR[short] ?? '');
  for (const found of long.matchAll(DIRECTIVE)) {
    const [directive, letter = ''] = found;
    const piece = Object.hasOwn(PIECES, letter) ? PIECES[letter] : undefined;
    if (!piece) return { unknown: directive };
    const [pattern, part] = piece;
    source += escaped(long.slice(from, found.index)) + (part ? `(${pattern})` : `(?:${pattern})`);
    if (part) parts.push(part);
    from = found.index + directive.length;
  }
  source += escaped(long.slice(from));
  return { text, parts, pattern: new RegExp(source, 'y') };
}

function escaped(text: string): string {
  return text.replace(SPECIAL, '\\$&');
}

/** Returns a format that has one part, written in digits. */
export function timePart(text: string, pattern: string, part: Part): TimeFormat {
  return { text, parts: [part], pattern: new RegExp(`(${pattern})`, 'y') };
}

/** Adds the parts of a time that are not known yet. */
export function addTimeParts(known: TimeParts, { pattern, parts }: TimeFormat, text: string): void {
  pattern.lastIndex = 0;
  const found = pattern.exec(text);
  if (!found) return;
  parts.forEach((part, index) => (known[part] ??= found[index + 1]));
}

const INSTANTS: readonly Part[] = ['seconds', 'milliseconds', 'microseconds'];
const DATES: readonly Part[] = ['year', 'shortYear'];
const HOURS: readonly Part[] = ['hour', 'hour12'];

/** Returns what the parts of a time lack, as a phrase, or undefined when they are a whole time. */
export function missingInTime(parts: readonly Part[]): string | undefined {
  const has = (some: readonly Part[]) => some.some((part) => parts.includes(part));
  if (has(INSTANTS)) return undefined;
  if (!has(DATES) || !has(['month', 'monthName']) || !has(['day'])) return 'a date';
  return has(HOURS) && has(['minute']) ? undefined : 'a time of day';
}

/**
 * Returns a time as epoch milliseconds or ISO 8601. A time without a zone is in UTC. A part that is
 * no such part, such as a month of another language, makes a text that is no time.
 */
export function timeOfParts(parts: TimeParts): number | string {
  const { seconds, milliseconds, microseconds, fraction } = parts;
  if (microseconds !== undefined) return Math.floor(Number(microseconds) / 1e3);
  if (milliseconds !== undefined) return Number(milliseconds);
  if (seconds !== undefined)
    return Number(seconds) * 1e3 + Math.floor(Number(`0.${fraction ?? 0}`) * 1e3 + 1e-6);
  const year = parts.year ?? `20${parts.shortYear}`;
  const date = `${year}-${digitsOfMonth(parts)}-${padded(parts.day)}`;
  const clock = `${hourOf(parts)}:${padded(parts.minute)}:${padded(parts.second)}`;
  return `${date}T${clock}${fraction === undefined ? '' : `.${fraction}`}${zoneOf(parts.zone)}`;
}

/** No month has the digits 00, so that a name that is none makes no time. */
function digitsOfMonth({ month, monthName = '' }: TimeParts): string {
  if (month !== undefined) return padded(month);
  return monthOf(monthName.slice(0, 3)) ?? '00';
}

function hourOf({ hour, hour12, half = '' }: TimeParts): string {
  if (hour !== undefined) return padded(hour);
  const afternoon = half.toLowerCase() === 'pm' ? 12 : 0;
  return padded(String((Number(hour12) % 12) + afternoon));
}

function padded(text = ''): string {
  return text.trim().padStart(2, '0');
}

/** Zones without an offset of which everybody means the same. */
const UTC = ['Z', 'UTC', 'GMT'];

function zoneOf(zone: string | undefined): string {
  if (zone === undefined || UTC.includes(zone.toUpperCase())) return 'Z';
  return zone.length === 3 && /^[+-]\d/.test(zone) ? `${zone}00` : zone;
}

const ZONE = /^(?:[+-]\d{2}:?\d{2}|Z|UTC|GMT)$/;

/** Tells whether a text is a zone that can be read. */
export function isZone(text: string): boolean {
  return ZONE.test(text);
}
