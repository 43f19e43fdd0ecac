import type { KeyHolder } from '@app/access';
import { type AskedPeriod, type DaySpan, rangeOf, requestedDays, spanBefore } from './calendar.js';
import { refuseBeyond } from './day-bounds.js';
import { Zone } from './zone.js';

/** A request for a report, as far as it chooses the time that the report tells of. */
export interface AskedReport {
  caller: Pick<KeyHolder, 'days'>;
  query: AskedPeriod & {
    timezone?: string | undefined;
    /** Then it tells of as many days right before, too. */
    compare?: 'previous' | undefined;
    /** Then it tells what there was before, too. */
    new?: 'true' | undefined;
  };
  now: number;
}

/**
 * Returns the days that a request asks for, and the zone whose days they are, if it names one. Every
 * report learns its days here, so that none tells of days that its caller may not see.
 *
 * @throws ApiError VALIDATION_ERROR; FORBIDDEN when the caller may not see all of them
 */
export function askedDays({ caller, query, now }: AskedReport): {
  days: DaySpan;
  zone: Zone | undefined;
} {
  const zone = query.timezone === undefined ? undefined : new Zone(query.timezone);
  const days = requestedDays(query, now, zone?.today(now));
  // Both ends are looked at before the database is asked for anything.
  const { from, to } = zone ? zone.rangeOf(days) : rangeOf(days);
  const { start } = query.compare ? spanBefore(days) : days;
  const told = start < days.start ? (zone?.startOf(start) ?? start) : from;
  refuseBeyond(caller.days, { from: told, to, andBefore: query.new === 'true' });
  return { days, zone };
}
