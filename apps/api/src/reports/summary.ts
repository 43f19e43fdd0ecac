import type {
  ReferralEntry,
  StatusEntry,
  TrafficSummary,
  TrafficTotals,
  WebsiteSummary,
} from '@app/contracts';
import type { TrafficReader, WebsiteRow } from '@app/storage';
import { addDays, DAY_MS, type DaySpan, formatDate, rangeOf } from './calendar.js';

/** Reads what was counted on some days, of UTC or of a time zone. */
export interface CountsOfDays {
  totals(websiteId: number, days: DaySpan): Promise<TrafficTotals>;
  /** Returns the totals of websites, by their ids. */
  totalsOf(websiteIds: readonly number[], days: DaySpan): Promise<Map<number, TrafficTotals>>;
  statuses(websiteId: number, days: DaySpan): Promise<StatusEntry[]>;
  referrals(websiteId: number, days: DaySpan): Promise<ReferralEntry[]>;
}

export function countsOfUtcDays(reader: TrafficReader): CountsOfDays {
  return {
    totals: (id, days) => reader.totals(id, rangeOf(days)),
    totalsOf: (ids, days) => reader.totalsOf(ids, rangeOf(days)),
    statuses: (id, days) => reader.statuses(id, rangeOf(days)),
    referrals: (id, days) => reader.referrals(id, rangeOf(days)),
  };
}

/**
 * Reads the summary of some days, and compares it on request with as many days right before them.
 */
export async function readSummary(
  counts: CountsOfDays,
  websiteId: number,
  days: DaySpan,
  compare: 'previous' | undefined,
): Promise<TrafficSummary> {
  const totals = await counts.totals(websiteId, days);
  const summary = {
    ...totals,
    period: periodOf(days),
    status_codes: await counts.statuses(websiteId, days),
  };
  if (!compare) return summary;
  const before = spanBefore(days);
  const earlier = await counts.totals(websiteId, before);
  return { ...summary, ...comparison(earlier, totals, before) };
}

/** Reads the summaries of some websites, with one statement for each period. */
export async function readSummaries(
  counts: CountsOfDays,
  websites: readonly WebsiteRow[],
  days: DaySpan,
  compare: 'previous' | undefined,
): Promise<WebsiteSummary[]> {
  const ids = websites.map(({ id }) => id);
  const before = spanBefore(days);
  const totals = await counts.totalsOf(ids, days);
  const earlier = compare && (await counts.totalsOf(ids, before));
  return websites.map(({ id, public_id, domain }) => {
    const now = found(totals, id);
    const summary = { id: public_id, domain, ...now };
    return earlier ? { ...summary, ...comparison(found(earlier, id), now, before) } : summary;
  });
}

export function found(totals: ReadonlyMap<number, TrafficTotals>, id: number): TrafficTotals {
  const of = totals.get(id);
  if (!of) throw new Error('Every website has totals');
  return of;
}

function comparison(earlier: TrafficTotals, totals: TrafficTotals, before: DaySpan) {
  const previous = { ...earlier, period: periodOf(before) };
  return { previous, change: changeOf(earlier, totals) };
}

/** Returns the rows of a table of websites: what a count was before stands behind them. */
export function summaryRows(websites: readonly WebsiteSummary[]): object[] {
  return websites.map((website) => {
    const before = Object.entries(website.previous ?? {});
    return {
      ...website,
      ...Object.fromEntries(before.map(([name, of]) => [`previous_${name}`, of])),
    };
  });
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
  const of = (name: Exclude<keyof TrafficTotals, 'skipped_requests'>) =>
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

export function periodOf({ start, end }: DaySpan) {
  return { start: formatDate(start), end: formatDate(end) };
}
