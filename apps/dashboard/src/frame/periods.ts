import { addDays, type Days, type Period } from '../address/days.js';

/** The single keys that choose a period. */
export const KEYS: Readonly<Partial<Record<Period, string>>> = {
  today: 'd',
  last_7_days: 'w',
  last_30_days: 'm',
};

/** The last twelve months as fixed days; the API has no name for them. */
export function lastYear(today: string): Days {
  return { start: addDays(today, -364), end: today };
}
