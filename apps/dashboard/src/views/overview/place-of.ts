import type { Address } from '../../address/address.js';
import { addDays, type Days } from '../../address/days.js';
import type { DataOf } from '../../api/types.js';

type Finding = DataOf<'/api/v1/websites/{id}/findings'>['findings'][number];

/** Findings are about days of UTC, and about all visits. */
const EVERYTHING = { timezone: undefined, tab: undefined, sort: undefined, filters: {} } as const;

/** Returns the days that end with a day, or with today. */
const upTo = (until: string | undefined, count: 7 | 30): { days: Days } => ({
  days: until ? { start: addDays(until, 1 - count), end: until } : { period: `last_${count}_days` },
});

/**
 * Returns what shows a finding: a view with its filters and days.
 *
 * @param until the last of the seven days that findings are about; undefined means today
 */
export function placeOf({ kind, bot, page, since }: Finding, until?: string): Partial<Address> {
  const week = upTo(until, 7);
  switch (kind) {
    case 'silent_feed':
      return { ...EVERYTHING, view: 'feeds' };
    case 'failing_page':
      return {
        ...EVERYTHING,
        ...week,
        view: 'pages',
        filters: { ...(page && { exact_path: page }) },
      };
    case 'stopped_bot':
      return { ...EVERYTHING, ...upTo(until, 30), view: 'bots', filters: { ...(bot && { bot }) } };
    case 'spoofed_bot':
      return { ...EVERYTHING, ...week, view: 'spoofed', filters: { ...(bot && { bot }) } };
    case 'automation': {
      const day = since?.slice(0, 'YYYY-MM-DD'.length) ?? '';
      return { ...EVERYTHING, days: { start: day, end: day }, view: 'people' };
    }
    case 'old_lists':
      return {
        ...{ ...EVERYTHING, ...week, view: 'bots' },
        filters: { verification: 'unverifiable' },
      };
  }
}
