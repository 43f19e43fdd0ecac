import { type Config, ConfigError } from '@app/config';
import type { KeyKind } from '@app/contracts';

/** Where the key of each kind is set, what it is called, and how one is made. */
export const KEY_SETTINGS = {
  api: {
    setting: 'BOTGAUGE_API_KEY',
    name: 'API Key',
    command: 'botgauge keys create --kind api --account acc_…',
  },
  bot: {
    setting: 'BOTGAUGE_BOT_KEY',
    name: 'Bot Tracking Key',
    command: 'botgauge keys create --kind bot --website ws_…',
  },
} as const satisfies Record<KeyKind, object>;

/** @throws ConfigError when it is missing or of the other kind */
export function requireKey(config: Config, kind: KeyKind): string {
  const { setting, name, command } = KEY_SETTINGS[kind];
  const key = config[setting];
  if (key?.startsWith(`${kind}_`)) return key;
  const fault = key === undefined ? 'is not set' : `is no ${name} (${kind}_…)`;
  throw new ConfigError([
    `${setting} ${fault}: make a key with \`${command}\` and put its value there`,
  ]);
}
