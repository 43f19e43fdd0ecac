import { type Config, type Setting, SETTINGS } from './settings.js';

/**
 * All faults of the environment at once, each with what is expected. Values are never repeated,
 * because one of them may be a secret.
 */
export class ConfigError extends Error {
  constructor(readonly faults: string[]) {
    super(
      `The configuration has ${faults.length} fault${faults.length === 1 ? '' : 's'}:\n` +
        faults.map((fault) => `  ${fault}`).join('\n') +
        '\nSee docs/configuration.md.',
    );
    this.name = 'ConfigError';
  }
}

/**
 * Reads the settings from an environment. An empty value counts as not set.
 *
 * @throws ConfigError naming every setting that is wrong
 */
export function loadConfig(env: Record<string, string | undefined> = process.env): Config {
  const faults: string[] = [];
  const read = ([name, setting]: [string, Setting]) => {
    const text = env[name]?.trim() || setting.default;
    if (text === undefined) return [name, undefined];
    const result = setting.schema.safeParse(text);
    if (!result.success) faults.push(`${name} ${result.error.issues[0]?.message}`);
    return [name, result.data];
  };
  const values = Object.fromEntries(Object.entries<Setting>(SETTINGS).map(read)) as Config;
  if (faults.length > 0) throw new ConfigError(faults);
  return values;
}

/**
 * Returns the address of the database, for processes that need it.
 *
 * @throws ConfigError when it is not set
 */
export function requireDatabaseUrl(config: Config): string {
  if (config.DATABASE_URL) return config.DATABASE_URL;
  throw new ConfigError([
    'DATABASE_URL is not set: give the address of a PostgreSQL, or start one with `npm start` first',
  ]);
}

/**
 * Tells whether the user wants colours in a terminal. NO_COLOR, with any value, says no
 * (no-color.org).
 */
export function wantsColours(env: Record<string, string | undefined> = process.env): boolean {
  return !env['NO_COLOR'];
}
