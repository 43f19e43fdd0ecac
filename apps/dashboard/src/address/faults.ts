import { isTimezone } from './address.js';
import { isDay, PERIODS } from './days.js';

/** Says in sentences what an address asks for that cannot be shown, and what is shown in its place. */
export function faultsOf(search: string): string[] {
  const query = new URLSearchParams(search);
  const timezone = query.get('timezone');
  const fault = faultOfDays(query);
  return [
    ...(timezone && !isTimezone(timezone)
      ? [
          `The address of this page names the time zone “${timezone}”, which does not exist, so days are those of UTC.`,
        ]
      : []),
    ...(fault === undefined
      ? []
      : [`The address of this page ${fault}, so the usual days are shown.`]),
  ];
}

function faultOfDays(query: URLSearchParams): string | undefined {
  const start = query.get('start_date');
  const end = query.get('end_date');
  const period = query.get('period');
  if (start === null && end === null)
    return period === null || PERIODS.some((one) => one === period)
      ? undefined
      : `names the period “${period}”, which does not exist`;
  if (start === null || end === null) return 'names only one of the days start_date and end_date';
  const wrong = [start, end].find((day) => !isDay(day));
  if (wrong !== undefined) return `names “${wrong}”, which is no calendar day`;
  return start > end ? `has a first day, ${start}, that is after the last one, ${end}` : undefined;
}
