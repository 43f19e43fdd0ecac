/** `time` in epoch milliseconds UTC, or what is wrong with the timestamp, as the end of a sentence. */
export type TimestampVerdict = { time: number } | { fault: string };

export interface TimestampBounds {
  /** Epoch milliseconds UTC. */
  now: number;
  /** Entries older than this many days are refused; 0: no bound. */
  retentionDays: number;
}

const DAY_MS = 86_400_000;
const LONGEST_TEXT = 256;
const EARLIEST = Date.UTC(2000, 0, 1);
/** Date, then optionally time, then optionally fraction and offset. */
const ISO_8601 =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?:[Zz]|([+-])(\d{2})(?::?(\d{2}))?)?)?$/;
const FORM = 'must be ISO 8601, such as 2026-11-20T13:00:00Z, or a number of milliseconds';

/** Reads a timestamp by rule: V8 takes 30 February for 1 March and reads a time without offset as local. */
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

/** Undefined: not of the form; NaN: of the form, but no such date or time. */
function parseText(text: string): number | undefined {
  // A fraction may be long, but a megabyte of digits overflows the engine's stack.
  const match = text.length <= LONGEST_TEXT ? ISO_8601.exec(text) : null;
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const [fraction = '', sign, offsetHours = '0', offsetMinutes = '0'] = match.slice(7);
  const fields = [year, month, day, hour, minute, second] as Fields;
  if (!exists(fields) || Number(offsetHours) > 23 || Number(offsetMinutes) > 59) return NaN;
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000;
  const local = Date.UTC(fields[0], fields[1] - 1, ...(fields.slice(2) as Rest), milliseconds);
  return sign === '-' ? local + offset : local - offset;
}

type Fields = [number, number, number, number, number, number];
type Rest = [number, number, number, number];

function exists([year, month, day, hour, minute, second]: Fields): boolean {
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return (
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= lastDay &&
    hour <= 23 &&
    minute <= 59 &&
    second <= 59
  );
}
