import { type Config, ConfigError, loadConfig } from '@app/config';
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
import { isTerminal } from '../import/report/progress.js';
import type { Answer } from '../output/answer.js';
import { CommandError, UsageError } from '../program/command-error.js';
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
  if (!/^ws_\w+$/.test(website)) throw new UsageError('--website takes the id of a website, ws_….');
  const config = loadConfig(dependencies.env);
  const apiKey = requireApiKey(config);
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
  const websites = await api.websites(apiKey);
  const found = websites.find(({ id }) => id === website);
  if (!found) {
    const known = websites.map(({ id, domain }) => `${id} (${domain})`).join(', ') || 'none';
    throw new CommandError(
      `The account of BOTGAUGE_API_KEY has no website ${website}. It has: ${known}.`,
    );
  }
  const get = <Data>(report: string, query = '') =>
    api.get<Data>(`/api/v1/websites/${website}/${report}?period=${period}${query}`, apiKey);
  const summary = await get<TrafficSummary>('summary', '&compare=previous');
  const { bots } = await get<{ bots: BotEntry[] }>('bots');
  const { pages } = await get<{ pages: PageEntry[] }>('pages');
  const { series } = await get<{ series: SeriesPoint[] }>('timeseries', '&interval=day');
  const { referrals } = await get<{ referrals: ReferralEntry[] }>('referrals');
  return { domain: found.domain, summary, bots, pages, series, referrals };
}

function requireApiKey({ BOTGAUGE_API_KEY: key }: Config): string {
  if (key?.startsWith('api_')) return key;
  const fault = key === undefined ? 'is not set' : 'is no API Key (api_…)';
  throw new ConfigError([
    `BOTGAUGE_API_KEY ${fault}: make a key with \`botgauge keys create --kind api --account acc_…\` and put its value there`,
  ]);
}
