import { ApiClient, type ApiClientOptions, ApiFault } from '@app/api-client';
import { type Config, ConfigError, localUrl } from '@app/config';
import type { KeyKind, Website } from '@app/contracts';
import { BOTGAUGE } from './called-as.js';
import { CommandError, UsageError } from './failure.js';

/** For each kind of key: its setting, its name, and the command that creates one. */
const KEY_SETTINGS = {
  api: {
    setting: 'BOTGAUGE_API_KEY',
    name: 'API Key',
    command: `${BOTGAUGE} keys create --kind api --account acc_…`,
  },
  bot: {
    setting: 'BOTGAUGE_BOT_KEY',
    name: 'Bot Tracking Key',
    command: `${BOTGAUGE} keys create --kind bot --website ws_…`,
  },
} as const satisfies Record<KeyKind, object>;

export interface ApiUse extends Omit<ApiClientOptions, 'keys'> {
  /** The end of the sentence about an API that stays away, such as "then run … again." */
  again: string;
}

/**
 * Lends a client of the configured API.
 *
 * @throws CommandError when the API stays away or does not accept the key
 */
export async function withApi<T>(
  { BOTGAUGE_API_KEY: api, BOTGAUGE_BOT_KEY: bot }: Config,
  { again, ...options }: ApiUse,
  work: (api: ApiClient) => Promise<T>,
): Promise<T> {
  try {
    return await work(new ApiClient({ ...options, keys: { api, bot } }));
  } catch (error) {
    throw error instanceof ApiFault ? explainApiFault(error, again) : error;
  }
}

/** Returns what happened and what to do about it. */
export function explainApiFault(fault: ApiFault, again: string): CommandError {
  const { setting, command } = KEY_SETTINGS[fault.keyKind];
  const remedies = {
    away: `: start it, or correct BOTGAUGE_URL, ${again}`,
    key: `: correct ${setting}, or make a key with \`${command}\` and put its value there.`,
    refused: '.',
  };
  return new CommandError(`${fault.message}${remedies[fault.kind]}`, { cause: fault });
}

/**
 * Returns the base address of the API: BOTGAUGE_URL, otherwise where an API with these settings
 * listens.
 */
export function apiUrl({ BOTGAUGE_URL, HOST, PORT }: Config): string {
  return BOTGAUGE_URL ?? localUrl(HOST, PORT);
}

/**
 * Returns the address of the API to show to people and senders: PUBLIC_URL, otherwise the one at
 * which this command reaches it.
 */
export function publicApiUrl(config: Config): string {
  return config.PUBLIC_URL ?? apiUrl(config);
}

/**
 * Checks the key that a command needs.
 *
 * @throws ConfigError when the key is missing or of the other kind
 */
export function requireKey(config: Config, kind: KeyKind): void {
  const { setting, name, command } = KEY_SETTINGS[kind];
  const key = config[setting];
  if (key?.startsWith(`${kind}_`)) return;
  const fault = key === undefined ? 'is not set' : `is no ${name} (${kind}_…)`;
  throw new ConfigError([
    `${setting} ${fault}: make a key with \`${command}\` and put its value there`,
  ]);
}

/**
 * Checks the id of a website.
 *
 * @throws UsageError when it cannot be one
 */
export function checkWebsiteId(website: string): void {
  if (/^ws_\w+$/.test(website)) return;
  throw new UsageError(
    `--website takes the id of a website, ws_…: see the ids with \`${BOTGAUGE} websites list\`.`,
  );
}

/**
 * Returns a website of the API Key's account by its id or its domain.
 *
 * @throws CommandError with the websites of the account when this is none of them
 */
export async function findWebsite(api: ApiClient, named: string): Promise<Website> {
  const websites = await api.websites();
  const found = websites.find(({ id, domain }) => id === named || domain === named);
  if (found) return found;
  const known = websites.map(({ id, domain }) => `${id} (${domain})`).join(', ') || 'none';
  throw new CommandError(
    `The account of BOTGAUGE_API_KEY has no website ${named}. It has: ${known}.`,
  );
}
