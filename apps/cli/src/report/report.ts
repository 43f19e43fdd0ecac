import type { Period, Visitors } from '@app/contracts';
import { renderReport } from '@app/report-text';
import { type Answer, type Dependencies, paintOf } from '../program/answering.js';
import { checkWebsiteId } from '../program/api.js';
import { askApi } from '../program/ask-api.js';
import { UsageError } from '../program/failure.js';
import { nextSteps } from './next-steps.js';
import { readReport } from './read-report.js';

export interface ReportOptions {
  website: string;
  period?: Period;
  /** Days in UTC, both inclusive. */
  startDate?: string;
  endDate?: string;
  /** Only bots, or only AI bots, in everything but the totals, hosts and countries. */
  visitors?: Visitors;
  /** Only visits for this host, in its canonical form. */
  host?: string;
  /** Only visits from this country, two upper-case letters. */
  country?: string;
}

/** Reads the reports of a website and formats them for a person. */
export async function showReport(
  dependencies: Dependencies,
  options: ReportOptions,
): Promise<Answer> {
  const { website, visitors, host, country } = options;
  checkWebsiteId(website);
  const filter = { days: daysAsked(options), visitors, host, country };
  if (host !== undefined && country !== undefined)
    throw new UsageError(
      'Give either --host or --country: visits are counted by each of them, and not by both.',
    );
  const { report, notes } = await askApi(dependencies, (api) => readReport(api, website, filter));
  const text = renderReport(report, paintOf(dependencies));
  const next = nextSteps(report, notes);
  return { document: report, text, painted: true, ...(next !== undefined && { next }) };
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
