import { addDays, dayIn, spanOf } from '../address/days.js';
import type { Event } from '../api/types.js';
import { useAnswer } from '../api/use-answer.js';
import type { ChartData } from '../charts/chart.js';
import { firstUnfinished } from '../charts/first-unfinished.js';
import { placeEvents } from '../charts/place-events.js';
import { eventInWords } from '../words/events.js';
import { asShown } from '../words/strangers.js';
import type { ViewProps } from './view.js';

/** So many of the newest are marked: more would hide the chart. */
const MOST = 200;

/**
 * Returns what marks a chart of the days that are shown: what of it is not over, and events. Readers
 * of a shared link are told of no events.
 *
 * @param isMarked which events; undefined asks for none
 */
export function useMarks(
  { address, website, today, shared }: ViewProps,
  isMarked?: (event: Event) => boolean,
): (data: ChartData) => ChartData {
  const { start, end } = spanOf(address.days, today);
  // Days of any time zone begin less than a day before those of UTC.
  const query = { since: `${addDays(start, -1)}T00:00:00Z`, limit: MOST };
  const { data } = useAnswer(
    '/api/v1/websites/{id}/events',
    shared || !isMarked ? undefined : { id: website.id, query },
  );
  const timezone = address.timezone ?? 'UTC';
  const began = (data?.events ?? [])
    .filter((event) => isMarked?.(event) && dayIn(timezone, Date.parse(event.opened_at)) <= end)
    .map((event) => ({ at: event.opened_at, text: asShown(eventInWords(event)) }));
  return (chart) => ({
    ...chart,
    unfinished: firstUnfinished(chart.dates, chart.bucket, { today, now: Date.now() }),
    events: placeEvents(chart, began, timezone),
  });
}
