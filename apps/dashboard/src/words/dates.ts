import { LOCALE } from '../texts/locale.js';
import { texts } from '../texts/texts.js';

export type Bucket = 'minute' | 'hour' | 'day' | 'week' | 'month';

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', ...options });
const full = format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
const dayAndMonth = format({ day: 'numeric', month: 'short' });
const dayMonthYear = format({ day: 'numeric', month: 'short', year: 'numeric' });
const monthAndYear = format({ month: 'short', year: 'numeric' });
const clock = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const moment = format({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/**
 * Reads the date of a bucket as the clock shows it there: `2026-11-20T08:00:00+01:00` is eight
 * o'clock.
 */
function wallTime(date: string): Date {
  return new Date(date.length > 10 ? `${date.slice(0, 19)}Z` : `${date}T00:00:00Z`);
}

/** A bucket in full: `Fri, 20 Nov 2026, 08:00`. */
export function bucketInFull(date: string, bucket: Bucket): string {
  const at = wallTime(date);
  switch (bucket) {
    case 'minute':
    case 'hour':
      return `${full.format(at)}, ${clock.format(at)}`;
    case 'day':
      return full.format(at);
    case 'week':
      return texts.words.weekOf(full.format(at));
    case 'month':
      return monthAndYear.format(at);
  }
}

/** A bucket as the axis of a chart names it. */
export function bucketInShort(date: string, bucket: Bucket): string {
  const at = wallTime(date);
  if (bucket === 'minute') return clock.format(at);
  if (bucket === 'hour')
    return date.slice(11, 13) === '00' ? dayAndMonth.format(at) : clock.format(at);
  return (bucket === 'month' ? monthAndYear : dayAndMonth).format(at);
}

/** The day of a moment in UTC: `20 Nov`. */
export const dayInShort = (iso: string): string => dayAndMonth.format(new Date(iso));

/** The day of a moment in UTC, with its year: `20 Nov 2026`. */
export const dayInFull = (iso: string): string => dayMonthYear.format(new Date(iso));

/** A moment in UTC as a column of a table has room for it: `20 Nov, 08:15`. */
export const momentInShort = (iso: string): string => {
  const at = new Date(iso);
  return `${dayAndMonth.format(at)}, ${clock.format(at)}`;
};

/** Days in words, without what both have in common: `14 – 20 Nov 2026`. */
export function spanInWords({ start, end }: { start: string; end: string }): string {
  return dayMonthYear.formatRange(wallTime(start), wallTime(end));
}

/** A moment in UTC: `20 Nov 2026, 08:15`. */
export const momentInWords = (iso: string): string => moment.format(new Date(iso));

/** The time of a moment in UTC: `08:15`. */
export const timeInWords = (iso: string): string => clock.format(new Date(iso));
