import type { DayBounds } from '@app/contracts';
import { ApiError } from '../http/api-error.js';
import { addDays, midnightOf } from './calendar.js';

/** What a report would tell of. */
export interface ToldTime {
  from: Date;
  /** Exclusive. */
  to: Date;
  /** True when it also tells whether something was there at any time before. */
  andBefore: boolean;
}

/**
 * Refuses a report that tells of a time outside of the days that the caller may see. They are days
 * of UTC: in another time zone, the hours of its days that are outside are not shown.
 *
 * @param bounds null means that the caller may see all days
 * @throws ApiError FORBIDDEN
 */
export function refuseBeyond(bounds: DayBounds | null, { from, to, andBefore }: ToldTime): void {
  if (!bounds || (bounds.from === null && bounds.to === null)) return;
  const isEarly = bounds.from !== null && (andBefore || from < midnightOf(bounds.from));
  const isLate = bounds.to !== null && to > addDays(midnightOf(bounds.to), 1);
  if (!isEarly && !isLate) return;
  throw new ApiError(
    'FORBIDDEN',
    `This shared link shows ${inWords(bounds)} (UTC), and this report would tell of other days, too: give start_date and end_date within them, and leave compare and new out where they need days before`,
  );
}

function inWords({ from, to }: DayBounds): string {
  if (from === null) return `the days until ${to}`;
  return to === null ? `the days from ${from} on` : `the days from ${from} to ${to}`;
}
