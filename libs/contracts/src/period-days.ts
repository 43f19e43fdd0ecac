import type { Period } from './traffic.js';

const DAY_MS = 86_400_000;

/** Calendar days, both inclusive, as midnights UTC. */
export interface DaySpan {
  start: Date;
  end: Date;
}

/**
 * Returns the days of a named period. All periods but `yesterday` and `last_month` end today.
 *
 * @param today a midnight UTC
 */
export function daysOfPeriod(period: Period, today: Date): DaySpan {
  const daysAgo = (days: number) => new Date(today.getTime() - days * DAY_MS);
  const startOfMonth = (months: number) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, 1));
  switch (period) {
    case 'today':
      return { start: today, end: today };
    case 'yesterday':
      return { start: daysAgo(1), end: daysAgo(1) };
    case 'last_7_days':
      return { start: daysAgo(6), end: today };
    case 'last_30_days':
      return { start: daysAgo(29), end: today };
    case 'this_month':
      return { start: startOfMonth(0), end: today };
    case 'last_month':
      return { start: startOfMonth(-1), end: new Date(startOfMonth(0).getTime() - DAY_MS) };
  }
}
