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
const PLUS = 0x2b;
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
 * Reads the form that nearly all programs write, 2026-11-20T13:00:00Z, also with a fraction or with an
 * offset such as +01:00, from digit to digit: a pattern takes several times as long. Returns undefined
 * for any other text.
 */
function parseUsual(text: string): number | undefined {
  const isUsual =
    text.length <= LONGEST_USUAL &&
    text.charCodeAt(4) === DASH &&
    text.charCodeAt(7) === DASH &&
    text.charCodeAt(10) === LETTER_T &&
    text.charCodeAt(13) === COLON &&
    text.charCodeAt(16) === COLON;
  if (!isUsual) return undefined;
  const zone = startOfZone(text);
  const offset = offsetAt(text, zone);
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 2);
  const day = digits(text, 8, 2);
  const hours = digits(text, 11, 2);
  const minutes = digits(text, 14, 2);
  const seconds = digits(text, 17, 2);
  const fraction = millisecondsAt(text, SECONDS_END, zone);
  if (Number.isNaN(year + month + day + hours + minutes + seconds + fraction + offset))
    return undefined;
  const exists = dayExists(year, month, day) && hours <= 23 && minutes <= 59 && seconds <= 59;
  if (!exists) return NaN;
  const ofDay = ((hours * 60 + minutes - offset) * 60 + seconds) * 1_000 + fraction;
  return Date.UTC(year, month - 1, day) + ofDay;
}

/** Up to nanoseconds with an offset. */
const LONGEST_USUAL = '2026-11-20T13:00:00.123456789+00:00'.length;
const SECONDS_END = '2026-11-20T13:00:00'.length;
const MILLISECONDS = 3;
const OFFSET_LENGTH = '+00:00'.length;

function startOfZone(text: string): number {
  const last = text.length - 1;
  return text.charCodeAt(last) === LETTER_Z ? last : text.length - OFFSET_LENGTH;
}

/** Returns the minutes that a zone is ahead of UTC; NaN when it is not of the usual form. */
function offsetAt(text: string, zone: number): number {
  const sign = text.charCodeAt(zone);
  if (sign === LETTER_Z) return 0;
  if ((sign !== PLUS && sign !== DASH) || text.charCodeAt(zone + 3) !== COLON) return NaN;
  const [hours, minutes] = [digits(text, zone + 1, 2), digits(text, zone + 4, 2)];
  if (hours > 23 || minutes > 59) return NaN;
  return (sign === PLUS ? 1 : -1) * (hours * 60 + minutes);
}

/** Returns the milliseconds of a fraction, whose further digits are cut off; NaN when it is none. */
function millisecondsAt(text: string, from: number, to: number): number {
  if (to === from) return 0;
  if (to < from + 2 || text.charCodeAt(from) !== POINT) return NaN;
  const [first, count] = [from + 1, to - from - 1];
  if (count === MILLISECONDS) return digits(text, first, MILLISECONDS);
  return Math.floor((digits(text, first, count) * 1_000) / 10 ** count);
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
