import type { Address } from '../../address/address.js';
import type { DataOf } from '../../api/types.js';

type Finding = DataOf<'/api/v1/websites/{id}/findings'>['findings'][number];

/** Findings are about days of UTC, and about all visits. */
const EVERYTHING = { timezone: undefined, tab: undefined, sort: undefined, filters: {} } as const;
const WEEK = { days: { period: 'last_7_days' } } as const;
const MONTH = { days: { period: 'last_30_days' } } as const;

/** Returns what shows a finding: a view with its filters and days. */
export function placeOf({ kind, bot, page, since }: Finding): Partial<Address> {
  switch (kind) {
    case 'silent_feed':
      return { ...EVERYTHING, view: 'feeds' };
    case 'failing_page':
      return {
        ...EVERYTHING,
        ...WEEK,
        view: 'pages',
        filters: { ...(page && { exact_path: page }) },
      };
    case 'stopped_bot':
      return { ...EVERYTHING, ...MONTH, view: 'bots', filters: { ...(bot && { bot }) } };
    case 'spoofed_bot':
      return { ...EVERYTHING, ...WEEK, view: 'spoofed', filters: { ...(bot && { bot }) } };
    case 'automation': {
      const day = since?.slice(0, 'YYYY-MM-DD'.length) ?? '';
      return { ...EVERYTHING, days: { start: day, end: day }, view: 'people' };
    }
    case 'old_lists':
      return {
        ...{ ...EVERYTHING, ...WEEK, view: 'bots' },
        filters: { verification: 'unverifiable' },
      };
  }
}
