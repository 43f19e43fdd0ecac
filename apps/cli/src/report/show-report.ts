import { loadConfig } from '@app/config';
import type {
  BotEntry,
  PageEntry,
  Period,
  ReferralEntry,
  SeriesPoint,
  TrafficSummary,
} from '@app/contracts';
import { paintFor, renderWebsite, type WebsiteReport } from '@app/report-text';
import { ApiClient } from '../api/api-client.js';
import { apiUrl } from '../api/api-url.js';
import { checkWebsiteId, findWebsite } from '../api/find-website.js';
import { requireKey } from '../api/require-key.js';
import type { Answer } from '../output/answer.js';
import { isTerminal } from '../output/is-terminal.js';
import type { Dependencies } from '../program/dependencies.js';

export interface ReportOptions {
  website: string;
  period: Period;
}

/** Milliseconds in which an API that is not there may come back. */
const PATIENCE_MS = 10_000;

/** Reads the reports of a website and lays them out for a person. */
export async function showReport(
  dependencies: Dependencies,
  { website, period }: ReportOptions,
): Promise<Answer> {
  checkWebsiteId(website);
  const config = loadConfig(dependencies.env);
  const apiKey = requireKey(config, 'api');
  const api = new ApiClient({
    url: apiUrl(config),
    patienceMs: PATIENCE_MS,
    onWait: (reason) => dependencies.errors.write(`Waiting for the API: ${reason}\n`),
  });
  const report = await readReport(api, apiKey, website, period);
  return {
    document: report,
    text: renderWebsite(report, paintFor(isTerminal(dependencies.output))),
  };
}

async function readReport(
  api: ApiClient,
  apiKey: string,
  website: string,
  period: Period,
): Promise<WebsiteReport> {
  const { domain } = await findWebsite(api, apiKey, website);
  const get = <Data>(report: string, query = '') =>
    api.get<Data>(`/api/v1/websites/${website}/${report}?period=${period}${query}`, apiKey);
  const summary = await get<TrafficSummary>('summary', '&compare=previous');
  const { bots } = await get<{ bots: BotEntry[] }>('bots');
  const { pages } = await get<{ pages: PageEntry[] }>('pages');
  const { series } = await get<{ series: SeriesPoint[] }>('timeseries', '&interval=day');
  const { referrals } = await get<{ referrals: ReferralEntry[] }>('referrals');
  return { domain, summary, bots, pages, series, referrals };
}
