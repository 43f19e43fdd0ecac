import { ApiClient, type ApiClientOptions, ApiFault } from '@app/api-client';
import { type Config, ConfigError, localUrl } from '@app/config';
import type { KeyKind, Website } from '@app/contracts';
import { BOTGAUGE } from './called-as.js';
import { CommandError, UsageError } from './failure.js';

/** Where the key of each kind is set, what it is called, and how one is made. */
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
  /** The end of the sentence that an API which stays away is told with: "then run … again." */
  again: string;
}

/**
 * Lends a client of the configured API.
 *
 * @throws CommandError when the API stays away or does not take the key
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

function explainApiFault(fault: ApiFault, again: string): CommandError {
  const { setting, command } = KEY_SETTINGS[fault.keyKind];
  const remedies = {
    away: `: start it, or correct BOTGAUGE_URL, ${again}`,
    key: `: correct ${setting}, or make a key with \`${command}\` and put its value there.`,
    refused: '.',
  };
  return new CommandError(`${fault.message}${remedies[fault.kind]}`, { cause: fault });
}

/** The base address of the API: BOTGAUGE_URL, otherwise where an API with these settings listens. */
export function apiUrl({ BOTGAUGE_URL, HOST, PORT }: Config): string {
  return BOTGAUGE_URL ?? localUrl(HOST, PORT);
}

/** @throws ConfigError when the key is missing or of the other kind */
export function requireKey(config: Config, kind: KeyKind): void {
  const { setting, name, command } = KEY_SETTINGS[kind];
  const key = config[setting];
  if (key?.startsWith(`${kind}_`)) return;
  const fault = key === undefined ? 'is not set' : `is no ${name} (${kind}_…)`;
  throw new ConfigError([
    `${setting} ${fault}: make a key with \`${command}\` and put its value there`,
  ]);
}

/** @throws UsageError when it cannot be the id of a website */
export function checkWebsiteId(website: string): void {
  if (/^ws_\w+$/.test(website)) return;
  throw new UsageError(
    `--website takes the id of a website, ws_…: see the ids with \`${BOTGAUGE} websites list\`.`,
  );
}

/**
 * A website of the account of the API Key.
 *
 * @throws CommandError with the websites it has, when this is none of them
 */
export async function findWebsite(api: ApiClient, id: string): Promise<Website> {
  const websites = await api.websites();
  const found = websites.find((website) => website.id === id);
  if (found) return found;
  const known = websites.map(({ id, domain }) => `${id} (${domain})`).join(', ') || 'none';
  throw new CommandError(`The account of BOTGAUGE_API_KEY has no website ${id}. It has: ${known}.`);
}
