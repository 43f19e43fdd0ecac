import { type Config, ConfigError } from '@app/config';
import { UsageError, CommandError } from '../../program/command-error.js';
import { sha256 } from '../read/batch.js';
import type { Target } from '../resume/import-record.js';
import type { ApiClient } from '../../api/api-client.js';

/** @throws ConfigError when it is missing or of the other kind */
export function requireBotKey({ BOTGAUGE_BOT_KEY: key }: Config): string {
  if (key?.startsWith('bot_')) return key;
  const fault = key === undefined ? 'is not set' : 'is no Bot Tracking Key (bot_…)';
  throw new ConfigError([
    `BOTGAUGE_BOT_KEY ${fault}: make a key with \`botgauge keys create --kind bot --website ws_…\` and put its value there`,
  ]);
}

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
  if (!/^ws_\w+$/.test(website)) {
    throw new UsageError(
      '--website takes the id of a website, ws_…: see the ids with `botgauge websites list`.',
    );
  }
  const target = { url, website };
  if (apiKey === undefined) {
    return { target, host: '', note: unchecked(website) };
  }
  const websites = await api.websites(apiKey);
  const found = websites.find(({ id }) => id === website);
  if (found) return { target, host: found.domain, note: undefined };
  const known = websites.map(({ id, domain }) => `${id} (${domain})`).join(', ') || 'none';
  throw new CommandError(
    `The account of BOTGAUGE_API_KEY has no website ${website}. It has: ${known}.`,
  );
}

const unchecked = (website: string): string =>
  `Entries count for the website of the Bot Tracking Key, unless their host is another website of the account. ` +
  `Whether that is ${website} is not checked: set BOTGAUGE_API_KEY to have it looked up.`;
