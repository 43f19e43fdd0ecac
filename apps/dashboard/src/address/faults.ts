import { texts } from '../texts/texts.js';
import { isTimezone } from './address.js';
import { isDay, PERIODS } from './days.js';

/** Says in sentences what an address asks for that cannot be shown, and what is shown in its place. */
export function faultsOf(search: string): string[] {
  const query = new URLSearchParams(search);
  const timezone = query.get('timezone');
  const fault = faultOfDays(query);
  return [
    ...(timezone && !isTimezone(timezone) ? [texts.address.noTimezone(timezone)] : []),
    ...(fault === undefined ? [] : [fault]),
  ];
}

function faultOfDays(query: URLSearchParams): string | undefined {
  const start = query.get('start_date');
  const end = query.get('end_date');
  const period = query.get('period');
  if (start === null && end === null)
    return period === null || PERIODS.some((one) => one === period)
      ? undefined
      : texts.address.noPeriod(period);
  if (start === null || end === null) return texts.address.oneDay;
  const wrong = [start, end].find((day) => !isDay(day));
  if (wrong !== undefined) return texts.address.noDay(wrong);
  return start > end ? texts.address.reversed(start, end) : undefined;
}
