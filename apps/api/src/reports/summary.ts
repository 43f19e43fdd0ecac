import type {
  ComparedTime,
  TrafficSummary,
  TrafficTotals,
  WebsiteStanding,
  WebsiteSummary,
} from '@app/contracts';
import type { WebsiteRow } from '@app/storage';
import { periodOf } from './calendar.js';
import { type ComparedTimes, comparedTimes, type ReportTime } from './compared-times.js';
import { type CountsOfDays, type TotalsById, totalsIn } from './counts-of-days.js';

/** A request for a summary. */
export interface SummaryRequest extends ReportTime {
  compare: 'previous' | undefined;
}

/** Reads the summary of some days, on request compared with as many days before. */
export async function readSummary(
  counts: CountsOfDays,
  websiteId: number,
  request: SummaryRequest,
): Promise<TrafficSummary> {
  const { days } = request;
  const totals = await counts.totals(websiteId, days);
  const byId = new Map([[websiteId, totals]]);
  const summary = {
    ...totals,
    referers_logged: (await referersLogged(counts, byId))(websiteId),
    period: periodOf(days),
    status_codes: await counts.statuses(websiteId, days),
  };
  if (!request.compare) return summary;
  const compared = await readCompared(counts, byId, request);
  return { ...summary, ...compared(websiteId) };
}

/** Reads the summaries of some websites, with one statement for each stretch of time. */
export async function readSummaries(
  counts: CountsOfDays,
  websites: readonly WebsiteRow[],
  request: SummaryRequest,
): Promise<Omit<WebsiteSummary, keyof WebsiteStanding>[]> {
  const ids = websites.map(({ id }) => id);
  const totals = await counts.totalsOf(ids, request.days);
  const logged = await referersLogged(counts, totals);
  const compared = request.compare && (await readCompared(counts, totals, request));
  return websites.map(({ id, public_id, domain }) => ({
    ...{ id: public_id, domain, ...totalsIn(totals, id), referers_logged: logged(id) },
    ...compared?.(id),
  }));
}

/** Finds out which websites log referers. Where an assistant sent somebody, that needs no reading. */
async function referersLogged(counts: CountsOfDays, totals: TotalsById) {
  const hasReferred = (id: number) => (totalsIn(totals, id).ai_referred_visits ?? 0) > 0;
  const unknown = [...totals.keys()].filter((id) => !hasReferred(id));
  const logged = unknown.length > 0 && (await counts.loggedReferers(unknown));
  return (id: number) => hasReferred(id) || (logged && logged.has(id));
}

/** Reads what the totals of websites are compared with, and returns the comparison of each. */
async function readCompared(counts: CountsOfDays, totals: TotalsById, request: ReportTime) {
  const times = await knownTimes(counts, request);
  const ids = [...totals.keys()];
  const isWhole = times.unit === 'period';
  const [current, previous] = await Promise.all([
    isWhole ? totals : counts.totalsOfHours(ids, times.current),
    isWhole ? counts.totalsOf(ids, times.previousDays) : counts.totalsOfHours(ids, times.previous),
  ]);
  return (id: number) => comparison(times, totalsIn(current, id), totalsIn(previous, id));
}

/** Hours that are not known are left out, with the rest of their day. */
export async function knownTimes(
  counts: Pick<CountsOfDays, 'knowsHours'>,
  request: ReportTime,
): Promise<ComparedTimes> {
  const times = comparedTimes(request);
  if (times.unit !== 'hours') return times;
  const known = await Promise.all(
    [times.current, times.previous].map((of) => counts.knowsHours(of)),
  );
  return known.every(Boolean) ? times : comparedTimes(request, 'days');
}

function comparison(
  { unit, until, previousDays }: ComparedTimes,
  { skipped_requests: _skipped, ...current }: TrafficTotals,
  previous: TrafficTotals,
) {
  const time: ComparedTime = { unit, until };
  return {
    compared: { ...time, ...current },
    previous: { ...previous, period: periodOf(previousDays) },
    change: {
      ...changeOf(previous, current),
      ai_referred_visits: relative(previous.ai_referred_visits, current.ai_referred_visits),
      error_visits: relative(previous.error_visits, current.error_visits),
      ai_error_visits: relative(previous.ai_error_visits, current.ai_error_visits),
      scanner_visits: relative(previous.scanner_visits, current.scanner_visits),
      scanner_error_visits: relative(previous.scanner_error_visits, current.scanner_error_visits),
    },
  };
}

/** The counts that summaries and series have. */
type Counts = Omit<
  TrafficTotals,
  | 'ai_referred_visits'
  | 'skipped_requests'
  | 'error_visits'
  | 'ai_error_visits'
  | 'scanner_visits'
  | 'scanner_error_visits'
>;

/** Returns the change of each count relative to before. */
export function changeOf(before: Counts, after: Counts) {
  const of = (name: keyof Counts) => relative(before[name], after[name]);
  return {
    total_visits: of('total_visits'),
    bot_visits: of('bot_visits'),
    human_visits: of('human_visits'),
    ai_bot_visits: of('ai_bot_visits'),
    verified_visits: of('verified_visits'),
    spoofed_visits: of('spoofed_visits'),
    unverifiable_visits: of('unverifiable_visits'),
    people_visits: of('people_visits'),
    undecided_visits: of('undecided_visits'),
    automation_visits: of('automation_visits'),
    not_judged_visits: of('not_judged_visits'),
  };
}

/** Returns a change rounded to four decimals, or null when there was nothing before. */
function relative(before: number | null, after: number | null): number | null {
  return before === null || after === null || before === 0
    ? null
    : Math.round(((after - before) / before) * 10_000) / 10_000;
}

/** Returns the rows of a table of websites: what is compared, and what was before, stands behind. */
export function summaryRows(websites: readonly WebsiteSummary[]): object[] {
  return websites.map(({ compared = {}, previous = {}, ...website }) => ({
    ...website,
    ...prefixed('compared', compared),
    ...prefixed('previous', previous),
  }));
}

/** Returns values under names with a prefix, as columns of a table. */
export function prefixed(prefix: string, values: object): object {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`${prefix}_${name}`, value as unknown]),
  );
}
