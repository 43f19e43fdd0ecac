import { loadConfig } from '@app/config';
import type { FeedHealthReport } from '@app/contracts';
import { type Answer, type Dependencies, paintOf, say } from '../program/answering.js';
import { apiUrl, checkWebsiteId, findWebsite, requireKey, withApi } from '../program/api.js';
import { renderFeeds } from './render-feeds.js';

export interface FeedsOptions {
  website: string;
}

/** The milliseconds in which an API that does not answer may come back. */
const PATIENCE_MS = 5_000;

/** Reads what came on the feeds of a website, and formats it for a person. */
export async function showFeeds(
  dependencies: Dependencies,
  { website }: FeedsOptions,
): Promise<Answer> {
  checkWebsiteId(website);
  const config = loadConfig(dependencies.env);
  requireKey(config, 'api');
  const use = {
    url: apiUrl(config),
    patienceMs: PATIENCE_MS,
    onWait: (reason: string) => say(dependencies, `Waiting for the API: ${reason}`),
    again: 'then run the command again.',
  };
  const document = await withApi(config, use, async (api) => {
    const { domain } = await findWebsite(api, website);
    const path = `/api/v1/websites/${website}/feeds`;
    return { domain, ...(await api.get<{ feeds: FeedHealthReport[] }>(path)) };
  });
  return { document, text: renderFeeds(document, paintOf(dependencies)), painted: true };
}
