import type { ApiClient } from '@app/api-client';
import { loadConfig } from '@app/config';
import { type Dependencies, say } from './answering.js';
import { apiUrl, requireKey, withApi } from './api.js';

/** The milliseconds in which an API that does not answer may come back. */
const PATIENCE_MS = 5_000;

/**
 * Reads something from the API with an API Key, for a command that only shows it.
 *
 * @throws ConfigError when there is no API Key
 * @throws CommandError when the API stays away or does not accept the key
 */
export async function askApi<T>(
  dependencies: Dependencies,
  read: (api: ApiClient) => Promise<T>,
): Promise<T> {
  const config = loadConfig(dependencies.env);
  requireKey(config, 'api');
  const use = {
    url: apiUrl(config),
    patienceMs: PATIENCE_MS,
    onWait: (reason: string) => say(dependencies, `Waiting for the API: ${reason}`),
    again: 'then run the command again.',
  };
  return withApi(config, use, read);
}
