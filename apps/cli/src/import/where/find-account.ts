import { ApiClient, ApiFault } from '@app/api-client';
import type { Config } from '@app/config';
import type { Account, Key, Website } from '@app/contracts';
import { apiUrl } from '../../program/api.js';

/** The account of the Bot Tracking Key. */
export interface KnownAccount {
  /** `acc_…` */
  id: string;
  websites: Website[];
  /** The website of the key. */
  keysOwn: Website;
}

/**
 * The account, or why it is not known. `no_api_key`: there is no key to read it with. `other_account`:
 * that key is one of another account. `many_websites`: the website of the Bot Tracking Key was not
 * found among the first ones. `unread`: the API did not answer with it, and why.
 */
export type FoundAccount =
  | { account: KnownAccount }
  | { unknown: 'no_api_key' | 'other_account' | 'many_websites' }
  | { unknown: 'unread'; message: string };

/** Each takes a request. */
const MOST_WEBSITES = 20;
const KEYS_PER_PAGE = 1_000;

/**
 * Finds the account of the Bot Tracking Key with the API Key. Only the last characters of keys are
 * listed, so the website of the key is the one that has a living key with these.
 *
 * @param likely the id of the website to which the key probably belongs
 */
export async function findAccount(
  config: Config,
  likely: string | undefined,
): Promise<FoundAccount> {
  const { BOTGAUGE_API_KEY: key, BOTGAUGE_BOT_KEY: botKey = '' } = config;
  if (key === undefined) return { unknown: 'no_api_key' };
  // Everything is imported already, so nothing is waited for.
  const stop = new AbortController();
  const api = new ApiClient({
    url: apiUrl(config),
    keys: { api: key },
    patienceMs: Infinity,
    onWait: (reason) => stop.abort(reason),
    signal: stop.signal,
  });
  try {
    const { id } = await api.get<Account>('/api/v1/account');
    const websites = await api.websites();
    const isLikely = (website: Website) => Number(website.id === likely);
    const inTurn = [...websites].sort((one, other) => isLikely(other) - isLikely(one));
    for (const website of inTurn.slice(0, MOST_WEBSITES))
      if (await hasKey(api, website, botKey.slice(-4)))
        return { account: { id, websites, keysOwn: website } };
    return { unknown: websites.length > MOST_WEBSITES ? 'many_websites' : 'other_account' };
  } catch (error) {
    if (stop.signal.aborted)
      return { unknown: 'unread', message: `the API does not tell it now (${stop.signal.reason})` };
    if (!(error instanceof ApiFault)) throw error;
    return { unknown: 'unread', message: error.message };
  }
}

/** Tells whether a website has a living Bot Tracking Key that ends like this. */
async function hasKey(api: ApiClient, { id }: Website, last4: string): Promise<boolean> {
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const page: { keys: Key[]; next_cursor: string | null } = await api.get(
      `/api/v1/websites/${id}/keys?limit=${KEYS_PER_PAGE}${query}`,
    );
    if (page.keys.some((key) => key.last4 === last4 && key.revoked_at === null)) return true;
    cursor = page.next_cursor;
  }
  return false;
}
