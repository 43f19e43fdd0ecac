import type { Website } from '@app/contracts';
import { CommandError, UsageError } from '../program/command-error.js';
import type { ApiClient } from './api-client.js';

/** @throws UsageError when it cannot be the id of a website */
export function checkWebsiteId(website: string): void {
  if (/^ws_\w+$/.test(website)) return;
  throw new UsageError(
    '--website takes the id of a website, ws_…: see the ids with `botgauge websites list`.',
  );
}

/**
 * A website of the account of an API Key.
 *
 * @throws CommandError with the websites it has, when this is none of them
 */
export async function findWebsite(api: ApiClient, apiKey: string, id: string): Promise<Website> {
  const websites = await api.websites(apiKey);
  const found = websites.find((website) => website.id === id);
  if (found) return found;
  const known = websites.map(({ id, domain }) => `${id} (${domain})`).join(', ') || 'none';
  throw new CommandError(`The account of BOTGAUGE_API_KEY has no website ${id}. It has: ${known}.`);
}
