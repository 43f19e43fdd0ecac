import { childEnvironment, type Config, localUrl } from '@app/config';
import type { EntryPoints } from '../entry-points.js';
import { ExpectedError } from '../expected-error.js';
import type { Terminal } from '../terminal.js';
import { startChild } from './child.js';
import { runCli } from './run-cli.js';
import type { StopRequest } from './stop-request.js';
import { Supervised } from './supervised.js';
import type { Teardown } from './teardown.js';

const STOP_MS = 30_000;

/** What every step of the launcher needs. */
export interface Stage {
  config: Config;
  entries: EntryPoints;
  terminal: Terminal;
  teardown: Teardown;
  stop: StopRequest;
}

/** What `bootstrap` made on the first start; the keys are never shown again. */
export interface FirstKeys {
  website_id: string;
  domain: string;
  api_key: string;
  bot_key: string;
}

export interface Service {
  /** Where this machine reaches the API, e.g. `http://127.0.0.1:3000`. */
  baseUrl: string;
  /** Undefined when the database was set up before. */
  firstKeys: FirstKeys | undefined;
}

/**
 * Brings the database up to date, makes account, website and keys on the first start, then starts
 * API and worker and waits until both serve.
 *
 * @throws ExpectedError when one of them fails; it has said why by then
 */
export async function startService(
  { config, entries, terminal, teardown, stop }: Stage,
  overrides: Record<string, string>,
): Promise<Service> {
  const { LOG_LEVEL } = childEnvironment({});
  const settings = { LOG_LEVEL: LOG_LEVEL?.trim() || 'warn', ...overrides };
  const env = childEnvironment(settings);
  const cli = (...args: string[]) =>
    stop.orStop(runCli({ entry: entries.cli, args, env, teardown }));
  await cli('migrate');
  const firstKeys = readFirstKeys(await cli('bootstrap'));

  const supervise = (name: string, entry: string, patienceMs: number) => {
    const supervised = new Supervised({
      name,
      // Once the API has a port it keeps it: clients know it.
      start: (first) =>
        startChild(
          entry,
          childEnvironment({ ...settings, ...(first?.port ? { PORT: String(first.port) } : {}) }),
        ),
      patienceMs,
      warn: terminal.warn,
      giveUp: stop.fail,
    });
    teardown.add(supervised);
    return supervised;
  };
  // The worker first: what is stopped last writes what the API still accepted.
  const worker = supervise('worker', entries.worker, STOP_MS);
  const grace = config.SHUTDOWN_GRACE_SECONDS * 1000;
  const api = supervise('API', entries.api, STOP_MS + grace);
  const [ready] = await stop.orStop(Promise.all([api.start(), worker.start()]));
  if (!ready.port) throw new ExpectedError('The API did not say its port.');
  return { baseUrl: localUrl(overrides['HOST'] ?? config.HOST, ready.port), firstKeys };
}

function readFirstKeys(said: Record<string, unknown>): FirstKeys | undefined {
  if (said['created'] !== true) return undefined;
  const names = ['website_id', 'domain', 'api_key', 'bot_key'] as const;
  for (const name of names) {
    if (typeof said[name] !== 'string') {
      throw new ExpectedError(`The command bootstrap did not say ${name}.`);
    }
  }
  return said as unknown as FirstKeys;
}
