import type { FeedHealthReport, HostEntry } from '@app/contracts';
import { type Answer, type Dependencies, paintOf } from '../program/answering.js';
import { checkWebsiteId, findWebsite } from '../program/api.js';
import { askApi } from '../program/ask-api.js';
import { UsageError } from '../program/failure.js';
import { renderFeeds } from './render-feeds.js';

/** So many hosts of no website are shown, those with the most visits. */
const UNKNOWN_HOSTS = 20;

/** Reads what came on the feeds of a website, and formats it for a person. */
export async function showFeeds(
  dependencies: Dependencies,
  website: string | undefined,
): Promise<Answer> {
  if (website === undefined) throw new UsageError('Name the website: --website ws_…');
  checkWebsiteId(website);
  const document = await askApi(dependencies, async (api) => {
    const { domain } = await findWebsite(api, website);
    const path = `/api/v1/websites/${website}`;
    const { feeds } = await api.get<{ feeds: FeedHealthReport[] }>(`${path}/feeds`);
    const { hosts: unknown_hosts } = await api.get<{ hosts: HostEntry[] }>(
      `${path}/hosts?unknown=true&period=last_30_days&limit=${UNKNOWN_HOSTS}`,
    );
    return { domain, feeds, unknown_hosts };
  });
  return { document, text: renderFeeds(document, paintOf(dependencies)), painted: true };
}
