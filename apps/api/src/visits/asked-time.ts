import type { KeyHolder } from '@app/access';
import type { DayRange } from '@app/storage';
import { ApiError } from '../http/api-error.js';
import { askedDays, type AskedReport } from '../reports/asked-days.js';
import { addDays, DAY_MS, rangeOf, startOfToday } from '../reports/calendar.js';
import { refuseBeyond } from '../reports/day-bounds.js';
import { momentOf } from './routes.js';

/** A request for visits, as far as it chooses their time. */
export interface AskedVisits {
  caller: Pick<KeyHolder, 'days'>;
  query: AskedReport['query'] & { from?: string | undefined; to?: string | undefined };
  /** When the list was begun. */
  begun: number;
}

/** The time that visits are listed of. */
export interface ListedTime {
  /** Epoch milliseconds. */
  from: number;
  /** Exclusive. */
  to: number;
  /** The whole UTC days that it touches. */
  days: DayRange;
}

/**
 * Returns the time that a request asks for: moments, or days as in every report.
 *
 * @throws ApiError VALIDATION_ERROR; FORBIDDEN when the caller may not see all of it
 */
export function askedTime({ caller, query, begun }: AskedVisits): ListedTime {
  if (query.from === undefined && query.to === undefined) {
    const { days, zone } = askedDays({ caller, query, now: begun });
    return listedTime(zone ? zone.rangeOf(days) : rangeOf(days));
  }
  const range = askedMoments(query, begun);
  refuseBeyond(caller.days, { ...range, andBefore: false });
  return listedTime(range);
}

function askedMoments(query: AskedVisits['query'], begun: number): DayRange {
  const other = (['start_date', 'end_date', 'timezone'] as const).find(
    (name) => query[name] !== undefined,
  );
  if (other !== undefined)
    throw invalid(
      `from and to are moments, and ${other} is about days; give moments without ${other}, or days without from and to`,
    );
  if (query.from === undefined) throw invalid('to needs a from');
  const from = new Date(momentOf(query.from) as number);
  const endOfToday = addDays(startOfToday(begun), 1);
  const to = query.to === undefined ? endOfToday : new Date(momentOf(query.to) as number);
  if (from >= to)
    throw invalid(
      query.to === undefined ? 'from must not be after today' : 'from must be before to',
    );
  return { from, to };
}

/** Returns a time with the days that it touches. */
export function listedTime({ from, to }: DayRange): ListedTime {
  const days = {
    from: new Date(Math.floor(from.getTime() / DAY_MS) * DAY_MS),
    to: new Date(Math.ceil(to.getTime() / DAY_MS) * DAY_MS),
  };
  return { from: from.getTime(), to: to.getTime(), days };
}

function invalid(message: string): ApiError {
  return new ApiError('VALIDATION_ERROR', message);
}
