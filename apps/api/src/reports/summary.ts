import type { TrafficSummary, TrafficTotals } from '@app/contracts';
import type { TrafficReader } from '@app/storage';
import { addDays, DAY_MS, type DaySpan, formatDate, rangeOf } from './calendar.js';

/**
 * Reads the summary of some days, and compares it on request with as many days right before them.
 */
export async function readSummary(
  reader: TrafficReader,
  websiteId: number,
  days: DaySpan,
  compare: 'previous' | undefined,
): Promise<TrafficSummary> {
  const totals = await reader.totals(websiteId, rangeOf(days));
  const summary = {
    ...totals,
    period: periodOf(days),
    status_codes: await reader.statuses(websiteId, rangeOf(days)),
  };
  if (!compare) return summary;
  const before = spanBefore(days);
  const earlier = await reader.totals(websiteId, rangeOf(before));
  return {
    ...summary,
    previous: { ...earlier, period: periodOf(before) },
    change: changeOf(earlier, totals),
  };
}

/** Returns as many days, right before these days. */
export function spanBefore({ start, end }: DaySpan): DaySpan {
  const days = (end.getTime() - start.getTime()) / DAY_MS + 1;
  return { start: addDays(start, -days), end: addDays(start, -1) };
}

/**
 * Returns each change relative to before, rounded to four decimals. Null when there was nothing
 * before.
 */
export function changeOf(before: TrafficTotals, after: TrafficTotals) {
  const of = (name: keyof TrafficTotals) =>
    before[name] === 0
      ? null
      : Math.round(((after[name] - before[name]) / before[name]) * 10_000) / 10_000;
  return {
    total_visits: of('total_visits'),
    bot_visits: of('bot_visits'),
    human_visits: of('human_visits'),
    ai_bot_visits: of('ai_bot_visits'),
    ai_referred_visits: of('ai_referred_visits'),
    verified_visits: of('verified_visits'),
    spoofed_visits: of('spoofed_visits'),
    unverifiable_visits: of('unverifiable_visits'),
  };
}

function periodOf({ start, end }: DaySpan) {
  return { start: formatDate(start), end: formatDate(end) };
}
