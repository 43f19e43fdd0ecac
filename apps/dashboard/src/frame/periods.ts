import { addDays, type Days } from '../address/days.js';

export const PERIODS = [
  ['today', 'Today', 'd'],
  ['yesterday', 'Yesterday', undefined],
  ['last_7_days', 'Last 7 days', 'w'],
  ['last_30_days', 'Last 30 days', 'm'],
  ['this_month', 'This month', undefined],
  ['last_month', 'Last month', undefined],
] as const;

/** The last twelve months as fixed days; the API has no name for them. */
export function lastYear(today: string): Days {
  return { start: addDays(today, -364), end: today };
}
