/**
 * Either `time` in epoch milliseconds UTC, or what is wrong with the timestamp, worded as the end
 * of a sentence.
 */
export type TimestampVerdict = { time: number } | { fault: string };

export interface TimestampBounds {
  /** Epoch milliseconds UTC. */
  now: number;
  /** Entries older than this many days are refused; 0 means that any age is accepted. */
  retentionDays: number;
}

const DAY_MS = 86_400_000;
const LONGEST_TEXT = 256;
const EARLIEST = Date.UTC(2000, 0, 1);
/** Matches a date, optionally with a time, a fraction and an offset. */
const ISO_8601 =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?:[Zz]|([+-])(\d{2})(?::?(\d{2}))?)?)?$/;
const DASH = 0x2d;
const POINT = 0x2e;
const DIGIT_0 = 0x30;
const COLON = 0x3a;
const LETTER_T = 0x54;
const LETTER_Z = 0x5a;
const FORM = 'must be ISO 8601, such as 2026-11-20T13:00:00Z, or a number of milliseconds';

/**
 * Reads a timestamp by our own rules, because V8 turns 30 February into 1 March and reads a time
 * without an offset as local time.
 */
export function parseTimestamp(
  timestamp: string | number,
  { now, retentionDays }: TimestampBounds,
): TimestampVerdict {
  const time = typeof timestamp === 'number' ? Math.trunc(timestamp) : parseText(timestamp);
  if (time === undefined) return { fault: FORM };
  if (Number.isNaN(time)) return { fault: 'must be a date and time that exist' };
  if (time < EARLIEST) {
    const seconds = typeof timestamp === 'number' && isWithin(time * 1000, now);
    return {
      fault: seconds ? 'looks like seconds; send milliseconds' : 'must not be before 2000-01-01',
    };
  }
  if (time > now + DAY_MS) return { fault: 'must not be more than 24 hours ahead' };
  if (retentionDays > 0 && time < now - retentionDays * DAY_MS) {
    return { fault: `must not be more than ${retentionDays} days ago: older visits are not kept` };
  }
  return { time };
}

function isWithin(time: number, now: number): boolean {
  return time >= EARLIEST && time <= now + DAY_MS;
}

/**
 * Returns undefined when the text does not have the form, and NaN when the date or time does not
 * exist.
 */
function parseText(text: string): number | undefined {
  return parseUsual(text) ?? parseAny(text);
}

/**
 * Reads the form that most clients write, 2026-11-20T13:00:00Z with or without milliseconds, from
 * digit to digit: a pattern takes several times as long. Returns undefined for any other text.
 */
function parseUsual(text: string): number | undefined {
  const { length } = text;
  if (length !== 20 && length !== 24) return undefined;
  const isUsual =
    text.charCodeAt(4) === DASH &&
    text.charCodeAt(7) === DASH &&
    text.charCodeAt(10) === LETTER_T &&
    text.charCodeAt(13) === COLON &&
    text.charCodeAt(16) === COLON &&
    (length === 20 || text.charCodeAt(19) === POINT) &&
    text.charCodeAt(length - 1) === LETTER_Z;
  if (!isUsual) return undefined;
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 2);
  const day = digits(text, 8, 2);
  const hours = digits(text, 11, 2);
  const minutes = digits(text, 14, 2);
  const seconds = digits(text, 17, 2);
  const milliseconds = length === 24 ? digits(text, 20, 3) : 0;
  if (Number.isNaN(year + month + day + hours + minutes + seconds + milliseconds)) return undefined;
  const exists = dayExists(year, month, day) && hours <= 23 && minutes <= 59 && seconds <= 59;
  if (!exists) return NaN;
  return (
    Date.UTC(year, month - 1, day) + ((hours * 60 + minutes) * 60 + seconds) * 1_000 + milliseconds
  );
}

/** Returns NaN when there is anything but digits. */
function digits(text: string, from: number, count: number): number {
  let value = 0;
  for (let at = from; at < from + count; at++) {
    const digit = text.charCodeAt(at) - DIGIT_0;
    if (digit < 0 || digit > 9) return NaN;
    value = value * 10 + digit;
  }
  return value;
}

function parseAny(text: string): number | undefined {
  // A fraction may be long, but a megabyte of digits would overflow the engine's stack.
  const match = text.length <= LONGEST_TEXT ? ISO_8601.exec(text) : null;
  if (!match) return undefined;
  // Reads the groups one by one and makes no arrays, because this runs once per entry.
  const part = (place: number) => Number(match[place] ?? 0);
  const year = part(1);
  const month = part(2);
  const day = part(3);
  const time = ((part(4) * 60 + part(5)) * 60 + part(6)) * 1_000;
  const offset = (part(9) * 60 + part(10)) * 60_000;
  const exists =
    dayExists(year, month, day) &&
    part(4) <= 23 &&
    part(5) <= 59 &&
    part(6) <= 59 &&
    part(9) <= 23 &&
    part(10) <= 59;
  if (!exists) return NaN;
  const milliseconds = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const local = Date.UTC(year, month - 1, day) + time + milliseconds;
  return match[8] === '-' ? local + offset : local - offset;
}

const LONG_MONTHS = new Set([1, 3, 5, 7, 8, 10, 12]);

function dayExists(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  if (day <= 28) return true;
  if (month !== 2) return day <= (LONG_MONTHS.has(month) ? 31 : 30);
  return day === 29 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
