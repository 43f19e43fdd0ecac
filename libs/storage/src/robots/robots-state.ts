import type { RobotsState, RobotsTextDocument } from '@app/contracts';
import type { WebsiteRow } from '../accounts/accounts.js';
import { fetchDocument } from '../fetches/fetch-document.js';
import type { WebsiteFetches } from '../fetches/website-fetches.js';
import type { ListedRobotsText, RobotsTexts } from './robots-texts.js';

export function robotsTextDocument(text: ListedRobotsText): RobotsTextDocument {
  const { valid_from: from, valid_to: to, source, noted_at, bytes } = text;
  return { from, to, source, noted_at: noted_at.toISOString(), bytes };
}

/**
 * Returns what the API and commands tell of the robots.txt of a website, with one text of it.
 *
 * @param from the first day of that text; by default the newest one is shown
 */
export async function robotsState(
  { texts, fetches }: { texts: RobotsTexts; fetches: WebsiteFetches },
  { id, domain }: Pick<WebsiteRow, 'id' | 'domain'>,
  from?: string,
): Promise<Omit<RobotsState, 'left_out'>> {
  const [history, shown, fetch] = await Promise.all([
    texts.list(id),
    texts.find(id, from),
    fetches.find(id, 'robots'),
  ]);
  return {
    domain,
    fetch: fetchDocument(fetch),
    texts: history.map(robotsTextDocument),
    text: shown?.content ?? null,
  };
}
