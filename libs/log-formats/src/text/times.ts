import { monthOf } from './months.js';

/**
 * Half a microsecond, in milliseconds. A number of nanoseconds or seconds that was read from JSON
 * may be smaller than the number that was written, and must not fall into the millisecond before.
 */
const READING_ERROR = 0.0005;
/** Each number is smaller than any time in the unit after it, from 1973 on. */
const LEAST_MILLISECONDS = 1e11;
const LEAST_MICROSECONDS = 1e14;
const LEAST_NANOSECONDS = 1e17;
const DIGITS = /^\d{9,19}(?:\.\d{1,9})?$/;
const LONGEST_DIGITS = 29;
/** Nanoseconds have at least this many digits: more than a number of JavaScript can hold. */
const NANOSECOND_DIGITS = 18;

/**
 * Returns a time in epoch milliseconds if it is a number of seconds, milliseconds, microseconds or
 * nanoseconds since 1970, also as text. Any other text is returned as it is, and any other value as
 * undefined.
 */
export function instantOf(value: unknown): number | string | undefined {
  if (typeof value === 'number') return milliseconds(value);
  if (typeof value !== 'string' || value === '' || value === '-') return undefined;
  if (value.length > LONGEST_DIGITS || !DIGITS.test(value)) return value;
  return value.length >= NANOSECOND_DIGITS && !value.includes('.')
    ? Number(value.slice(0, -6))
    : milliseconds(Number(value));
}

function milliseconds(since1970: number): number {
  if (since1970 < LEAST_MILLISECONDS) return Math.floor(since1970 * 1e3 + READING_ERROR);
  if (since1970 < LEAST_MICROSECONDS) return Math.floor(since1970 + READING_ERROR);
  if (since1970 < LEAST_NANOSECONDS) return Math.floor(since1970 / 1e3 + READING_ERROR);
  return Math.floor(since1970 / 1e6 + READING_ERROR);
}

const LONGEST_TEXT = 48;
/** `2026/11/26 10:00:01.123`, and ISO 8601 with a space in front of the zone. */
const DATE_AND_CLOCK =
  /^(\d{4})[-/](\d{2})[-/](\d{2})[T ](\d{2}:\d{2}:\d{2})(?:[.,](\d{1,9}))? ?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/;
/** RFC 1123 and its predecessors: `Thu, 26 Nov 2026 10:00:04 GMT`, `Thursday, 26-Nov-26 10:00:04 UTC`. */
const DAY_AND_NAME =
  /^(?:[A-Z][a-z]{2,8}, )?(\d{1,2})[ -]([A-Z][a-z]{2})[ -](\d{4}|\d{2}) (\d{2}:\d{2}(?::\d{2})?) ?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/;
/** What C and Unix call a time: `Thu Nov 26 10:00:04 2026`, `Thu Nov 26 10:00:04 UTC 2026`. */
const OF_C =
  /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) ([ \d]\d) (\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(?: (UTC|GMT|[+-]\d{2}:?\d{2}))? (\d{4})$/;
/** Only this century has logs with years of two digits. */
const CENTURY = '20';

/**
 * Returns a time in any of the forms in which servers write it, as epoch milliseconds or ISO 8601;
 * undefined when a text is none of them. A time without a zone is one in UTC.
 */
export function commonTime(text: string): number | string | undefined {
  if (text.length > LONGEST_TEXT) return undefined;
  const instant = instantOf(text);
  if (typeof instant === 'number') return instant;
  return isoOfClfTime(text) ?? isoOfNumbers(text) ?? isoOfNames(text);
}

function isoOfNumbers(text: string): string | undefined {
  const [, year, month, day, clock, fraction, zone] = DATE_AND_CLOCK.exec(text) ?? [];
  return year === undefined ? undefined : iso({ year, month, day, clock, fraction, zone });
}

function isoOfNames(text: string): string | undefined {
  const [, day, name, year = '', clock, zone] = DAY_AND_NAME.exec(text) ?? [];
  if (day !== undefined) {
    const whole = year.length === 2 ? `${CENTURY}${year}` : year;
    return iso({ year: whole, month: monthOf(name), day, clock, zone });
  }
  const [, month, date, time, fraction, ofZone, ofYear] = OF_C.exec(text) ?? [];
  if (month === undefined) return undefined;
  const parts = { year: ofYear, month: monthOf(month), day: date, clock: time };
  return iso({ ...parts, fraction, zone: ofZone });
}

const UTC: ReadonlySet<string> = new Set(['Z', 'UTC', 'GMT', '+0000', '+00:00']);

type TimeParts = Partial<
  Record<'year' | 'month' | 'day' | 'clock' | 'fraction' | 'zone', string | undefined>
>;

function iso({
  year,
  month,
  day = '',
  clock,
  fraction,
  zone = 'Z',
}: TimeParts): string | undefined {
  if (month === undefined) return undefined;
  // With `Z`, the usual form of a time, it is read several times as fast as with an offset.
  const offset = UTC.has(zone) ? 'Z' : zone;
  const milliseconds = fraction === undefined ? '' : `.${fraction}`;
  return `${year}-${month}-${day.trim().padStart(2, '0')}T${clock}${milliseconds}${offset}`;
}

/** Python writes a space in front of the clock. */
const CLF_TIME =
  /^(\d{2})\/([A-Z][a-z]{2})\/(\d{4})[: ](\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(?: ([+-]\d{4}))?$/;
const LONGEST_CLF_TIME = 40;

/**
 * Returns `17/May/2015:10:05:03 +0000` as ISO 8601, or undefined when the text does not have this
 * form.
 */
export function isoOfClfTime(text: string): string | undefined {
  const match = text.length <= LONGEST_CLF_TIME ? CLF_TIME.exec(text) : null;
  if (!match) return undefined;
  const [, day, name = '', year, clock, fraction, zone = 'Z'] = match;
  return iso({ year, month: monthOf(name), day, clock, fraction, zone });
}
