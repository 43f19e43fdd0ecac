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

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const CLF_TIME =
  /^(\d{2})\/([A-Z][a-z]{2})\/(\d{4}):(\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(?: ([+-]\d{4}))?$/;
const LONGEST_CLF_TIME = 40;

/**
 * Returns `17/May/2015:10:05:03 +0000` as ISO 8601, or undefined when the text does not have this
 * form.
 */
export function isoOfClfTime(text: string): string | undefined {
  const match = text.length <= LONGEST_CLF_TIME ? CLF_TIME.exec(text) : null;
  if (!match) return undefined;
  const [, day, name = '', year, clock, fraction, zone = 'Z'] = match;
  const month = MONTHS.indexOf(name) + 1;
  if (month === 0) return undefined;
  const milliseconds = fraction === undefined ? '' : `.${fraction}`;
  return `${year}-${String(month).padStart(2, '0')}-${day}T${clock}${milliseconds}${zone}`;
}
