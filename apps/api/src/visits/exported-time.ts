import type { KeyHolder } from '@app/access';
import { EARLIEST_DATE, type Period } from '@app/contracts';
import { askedDays } from '../reports/asked-days.js';
import { addDays, midnightOf, rangeOf, startOfToday } from '../reports/calendar.js';
import { listedTime, type ListedTime } from './asked-time.js';

/** A request for everything that a website has. */
export interface AskedExport {
  caller: Pick<KeyHolder, 'days'>;
  query: {
    period?: Period | undefined;
    start_date?: string | undefined;
    end_date?: string | undefined;
  };
  now: number;
}

/**
 * Returns the time that is exported: the days that a request names, or all that there is.
 *
 * @param since from when on visits are kept, in epoch milliseconds, or null when all ever were
 * @throws ApiError VALIDATION_ERROR
 */
export function exportedTime(
  { caller, query, now }: AskedExport,
  since: number | null,
): ListedTime {
  const { period, ...dates } = query;
  if (Object.values(query).every((value) => value === undefined)) {
    const from = since === null ? midnightOf(EARLIEST_DATE) : new Date(since);
    return listedTime({ from, to: addDays(startOfToday(now), 1) });
  }
  // Without a period there are dates, which take precedence over it.
  const named = { period: period ?? 'today', ...dates };
  return listedTime(rangeOf(askedDays({ caller, query: named, now }).days));
}
