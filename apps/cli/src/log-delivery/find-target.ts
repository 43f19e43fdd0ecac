import type { ApiClient } from '@app/api-client';
import type { Config } from '@app/config';
import type { Target } from '@app/log-delivery';
import { checkWebsiteId, findWebsite } from '../program/api.js';
import { sha256 } from './sha256.js';

/** Where entries go, and what to tell the operator about it. */
export interface FoundTarget {
  target: Target;
  /**
   * Domain of the website. It is empty when unknown; then entries count for the key's own website.
   */
  host: string;
  note: string | undefined;
}

/**
 * Looks up the website with an API Key, if there is one. Then lines without a host count for it,
 * and a wrong id is reported before anything is sent.
 *
 * @throws UsageError, CommandError when the account has no such website
 */
export async function findTarget(
  api: ApiClient,
  url: string,
  { BOTGAUGE_BOT_KEY = '', BOTGAUGE_API_KEY: apiKey }: Config,
  website: string | undefined,
): Promise<FoundTarget> {
  if (website === undefined) {
    const keyed = { url, website: `key-${sha256(BOTGAUGE_BOT_KEY).slice(0, 12)}` };
    return { target: keyed, host: '', note: undefined };
  }
  checkWebsiteId(website);
  const target = { url, website };
  if (apiKey === undefined) {
    return { target, host: '', note: unchecked(website) };
  }
  const { domain } = await findWebsite(api, website);
  return { target, host: domain, note: undefined };
}

const unchecked = (website: string): string =>
  `Entries count for the website of the Bot Tracking Key, unless their host is another website of the account. ` +
  `Whether that is ${website} is not checked: set BOTGAUGE_API_KEY to check it.`;
