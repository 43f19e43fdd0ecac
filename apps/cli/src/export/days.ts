import { UsageError } from '../program/failure.js';

const DAY_MS = 86_400_000;

/** Days in UTC, both inclusive, as the options of the command have them. */
export interface AskedDays {
  startDate?: string;
  endDate?: string;
}

/**
 * Returns every day that is asked for, ascending. Without any it is yesterday.
 *
 * @param now epoch milliseconds
 * @throws UsageError when the days contradict each other, or one of them is not over
 */
export function daysAsked({ startDate, endDate }: AskedDays, now: number): string[] {
  const yesterday = formatDay(now - DAY_MS);
  if (startDate === undefined && endDate !== undefined)
    throw new UsageError('--end-date needs a --start-date.');
  const [start, end] = [startDate ?? yesterday, endDate ?? yesterday];
  const last = endDate ?? start;
  if (start > yesterday || last > yesterday) {
    throw new UsageError(
      `${start > yesterday ? start : last} is not over yet (UTC), so its file would not be whole: export up to ${yesterday}.`,
    );
  }
  if (start > end) throw new UsageError('--start-date must not be after --end-date.');
  const days: string[] = [];
  for (let day = Date.parse(start); day <= Date.parse(end); day += DAY_MS)
    days.push(formatDay(day));
  return days;
}

function formatDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
