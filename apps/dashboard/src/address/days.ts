/** The periods that have a name in the API. */
export const PERIODS = [
  'today',
  'yesterday',
  'last_7_days',
  'last_30_days',
  'this_month',
  'last_month',
] as const;
export type Period = (typeof PERIODS)[number];

export const INTERVALS = ['hour', 'day', 'week', 'month'] as const;
export type Interval = (typeof INTERVALS)[number];

/** Calendar days `YYYY-MM-DD`, both inclusive. */
export interface Span {
  start: string;
  end: string;
}

/** What somebody looks at: a period that moves on with the days, or fixed days. */
export type Days = { period: Period } | Span;

const DAY_MS = 86_400_000;

const midnight = (day: string): Date => new Date(`${day}T00:00:00Z`);
const written = (date: Date): string => date.toISOString().slice(0, 10);

export function addDays(day: string, count: number): string {
  return written(new Date(midnight(day).getTime() + count * DAY_MS));
}

/** The first day of a month; `months` later than the one that contains the day. */
function monthOf(day: string, months = 0): string {
  const date = midnight(day);
  return written(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)));
}

/** Returns the calendar day of a moment in a time zone. */
export function dayIn(timezone: string, now: number): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(now);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** Returns the days of what somebody looks at, as the API counts them. */
export function spanOf(days: Days, today: string): Span {
  if (!('period' in days)) return days;
  switch (days.period) {
    case 'today':
      return { start: today, end: today };
    case 'yesterday':
      return { start: addDays(today, -1), end: addDays(today, -1) };
    case 'last_7_days':
      return { start: addDays(today, -6), end: today };
    case 'last_30_days':
      return { start: addDays(today, -29), end: today };
    case 'this_month':
      return { start: monthOf(today), end: today };
    case 'last_month':
      return { start: monthOf(today, -1), end: addDays(monthOf(today), -1) };
  }
}

/** Returns how many days a span has. */
export function lengthOf({ start, end }: Span): number {
  return (midnight(end).getTime() - midnight(start).getTime()) / DAY_MS + 1;
}

/** Returns as many days, directly before. */
export function previousOf(span: Span): Span {
  return { start: addDays(span.start, -lengthOf(span)), end: addDays(span.start, -1) };
}

/** The longest spans that are shown by hour and by day: more bars than pixels help nobody. */
const MAX_DAYS: Record<Interval, number> = { hour: 14, day: 400, week: 2_000, month: Infinity };
/** Spans of fewer days are shown by the longer interval only when it is asked for. */
const MIN_DAYS: Record<Interval, number> = { hour: 1, day: 2, week: 14, month: 60 };

/**
 * Returns the intervals that make a sensible chart of so many days.
 *
 * @param hasHours false where the API counts by day only
 */
export function intervalsOf(days: number, hasHours = true): Interval[] {
  const fitting = INTERVALS.filter(
    (interval) =>
      (hasHours || interval !== 'hour') && days >= MIN_DAYS[interval] && days <= MAX_DAYS[interval],
  );
  return fitting.length > 0 ? fitting : ['day'];
}

/** Returns the interval of a chart of so many days: the one that was asked for if it fits. */
export function intervalOf(days: number, asked: Interval | undefined, hasHours = true): Interval {
  if (asked && intervalsOf(days, hasHours).includes(asked)) return asked;
  if (days <= 2 && hasHours) return 'hour';
  if (days <= 92) return 'day';
  return days <= 400 ? 'week' : 'month';
}

/** Returns the days of a bucket, as far as they are in the span. `date` is that of the series. */
export function daysOfBucket(date: string, interval: Interval, span: Span): Span {
  const start = date.slice(0, 10);
  const end = {
    hour: start,
    day: start,
    week: addDays(start, 6),
    month: addDays(monthOf(start, 1), -1),
  }[interval];
  return { start: start < span.start ? span.start : start, end: end > span.end ? span.end : end };
}

/** Tells whether a text is a calendar day that the API takes. */
export function isDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  const date = midnight(text);
  return !Number.isNaN(date.getTime()) && written(date) === text;
}
