import { ApiClient, ApiFault } from '@app/api-client';
import { loadConfig, productVersion } from '@app/config';
import { type ApiResponse, serveMcpOn } from '@app/mcp';
import { type Dependencies, say } from '../program/answering.js';
import { apiUrl, explainApiFault, requireKey } from '../program/api.js';

/** An assistant waits for the answer, so it soon learns that the API is not reachable. */
const PATIENCE_MS = 5_000;

/**
 * Serves an assistant until its stream ends.
 *
 * @throws ConfigError when there is no API Key
 */
export async function serveMcp(dependencies: Dependencies): Promise<void> {
  const { env, input, output } = dependencies;
  const config = loadConfig(env);
  requireKey(config, 'api');
  const sendRequest = async (path: string): Promise<ApiResponse> => {
    const api = new ApiClient({
      url: apiUrl(config),
      keys: { api: config.BOTGAUGE_API_KEY },
      patienceMs: PATIENCE_MS,
      onWait: (reason) => say(dependencies, `Waiting for the API: ${reason}`),
    });
    try {
      return { kind: 'data', data: await api.get<unknown>(path) };
    } catch (error) {
      if (!(error instanceof ApiFault)) throw error;
      return { kind: 'refused', message: explainApiFault(error, 'then try again.').message };
    }
  };
  await serveMcpOn({ input, output }, { version: productVersion(), sendRequest, now: Date.now });
}
