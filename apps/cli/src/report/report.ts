import type { ApiClient } from '@app/api-client';
import type {
  BotEntry,
  Interval,
  PageEntry,
  Period,
  ReferralEntry,
  SeriesPoint,
  SpoofedEntry,
  TrafficSummary,
  Visitors,
} from '@app/contracts';
import { renderReport } from '@app/report-text';
import { type Answer, type Dependencies, paintOf } from '../program/answering.js';
import { checkWebsiteId, findWebsite } from '../program/api.js';
import { askApi } from '../program/ask-api.js';
import { UsageError } from '../program/failure.js';

export interface ReportOptions {
  website: string;
  period?: Period;
  /** Days in UTC, both inclusive. */
  startDate?: string;
  endDate?: string;
  /** Only bots, or only AI bots, in everything but the totals. */
  visitors?: Visitors;
}

const DAY_MS = 86_400_000;
const MOST_PAGES = 10;

/** Reads the reports of a website and formats them for a person. */
export async function showReport(
  dependencies: Dependencies,
  options: ReportOptions,
): Promise<Answer> {
  checkWebsiteId(options.website);
  const days = daysAsked(options);
  const { website, visitors } = options;
  const report = await askApi(dependencies, (api) => readReport(api, website, { days, visitors }));
  return { document: report, text: renderReport(report, paintOf(dependencies)), painted: true };
}

/**
 * Returns the days as the API expects them.
 *
 * @throws UsageError when they contradict each other
 */
function daysAsked({ period, startDate, endDate }: ReportOptions): Record<string, string> {
  if (startDate === undefined && endDate === undefined) {
    return { period: period ?? 'last_30_days' };
  }
  if (period !== undefined) throw new UsageError('Give either --period or days, but not both.');
  if (startDate === undefined) throw new UsageError('--end-date needs a --start-date.');
  if (endDate !== undefined && endDate < startDate) {
    throw new UsageError('--start-date must not be after --end-date.');
  }
  return { start_date: startDate, ...(endDate === undefined ? {} : { end_date: endDate }) };
}

interface ReportFilter {
  days: Record<string, string>;
  visitors: Visitors | undefined;
}

async function readReport(api: ApiClient, website: string, { days, visitors }: ReportFilter) {
  const { domain } = await findWebsite(api, website);
  const get = <Data>(report: string, query: Record<string, string> = {}) => {
    const parameters = new URLSearchParams({ ...days, ...query });
    return api.get<Data>(`/api/v1/websites/${website}/${report}?${parameters.toString()}`);
  };
  const summary = await get<TrafficSummary>('summary', { compare: 'previous' });
  const interval = intervalFor(summary.period);
  const only: Record<string, string> = visitors === undefined ? {} : { visitors };
  const limit = String(MOST_PAGES);
  const { bots } = await get<{ bots: BotEntry[] }>('bots', only);
  const { pages } = await get<{ pages: PageEntry[] }>('pages', { ...only, limit });
  const { series } = await get<{ series: SeriesPoint[] }>('timeseries', { ...only, interval });
  const { spoofed } = await get<{ spoofed: SpoofedEntry[] }>('spoofed', only);
  const { referrals } = await get<{ referrals: ReferralEntry[] }>('referrals');
  return {
    domain,
    ...(visitors && { visitors }),
    summary,
    bots,
    spoofed,
    pages,
    referrals,
    interval,
    series,
  };
}

/** Returns the finest interval whose points still fit on a screen. */
function intervalFor({ start, end }: TrafficSummary['period']): Interval {
  const days = (Date.parse(end) - Date.parse(start)) / DAY_MS + 1;
  if (days <= 2) return 'hour';
  if (days <= 45) return 'day';
  return days <= 300 ? 'week' : 'month';
}
