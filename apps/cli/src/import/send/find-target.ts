import type { Config } from '@app/config';
import type { ApiClient } from '../../api/api-client.js';
import { checkWebsiteId, findWebsite } from '../../api/find-website.js';
import { sha256 } from '../read/batch.js';
import type { Target } from '../resume/import-record.js';

/** Where entries go, and what to tell the operator about it. */
export interface FoundTarget {
  target: Target;
  /** Domain of the website; empty when it is not known: the key's own website counts then. */
  host: string;
  note: string | undefined;
}

/**
 * Looks the website up with an API Key, when there is one: then lines without a host count for it, and a
 * wrong id is told before anything is sent.
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
  const { domain } = await findWebsite(api, apiKey, website);
  return { target, host: domain, note: undefined };
}

const unchecked = (website: string): string =>
  `Entries count for the website of the Bot Tracking Key, unless their host is another website of the account. ` +
  `Whether that is ${website} is not checked: set BOTGAUGE_API_KEY to have it looked up.`;
