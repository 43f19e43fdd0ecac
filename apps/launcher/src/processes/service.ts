import { childEnvironment, type Config, localUrl } from '@app/config';
import type { EntryPoints } from '../entry-points.js';
import { ExpectedError } from '../expected-error.js';
import type { Terminal } from '../terminal.js';
import { startChild } from './child.js';
import { readableLogLine } from './log-line.js';
import { type Answer, runCli } from './run-cli.js';
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

/** What `bootstrap` made on the first start. The keys are never shown again. */
export interface FirstKeys {
  website_id: string;
  domain: string;
  api_key: string;
  bot_key: string;
}

export interface Service {
  /** The address at which this machine reaches the API, e.g. `http://127.0.0.1:3000`. */
  baseUrl: string;
  /** The environment in which a command works on this service. */
  env: NodeJS.ProcessEnv;
  api: Supervised;
  worker: Supervised;
  /**
   * Brings the schema of the database up to date.
   *
   * @throws ExpectedError when that fails; the command has already printed the reason
   */
  migrate(): Promise<void>;
}

/** Options of Node for each program, besides those that it always gets. */
export type NodeOptions = Partial<Record<'API' | 'worker', string[]>>;

/**
 * A batch makes many objects that live only as long as it. With more room for new objects than Node
 * gives, the garbage collector has less work; those of the worker live until a group is written.
 */
const ROOM_FOR_NEW_OBJECTS_MIB = { API: 32, worker: 64 };

/**
 * Brings the database up to date, starts API and worker, and waits until both serve.
 *
 * @throws ExpectedError when one of them fails; it has already printed the reason
 */
export async function startService(
  { config, entries, terminal, teardown, stop }: Stage,
  overrides: Record<string, string>,
  nodeOptions: NodeOptions = {},
): Promise<Service> {
  const { LOG_LEVEL } = childEnvironment({});
  const settings = { LOG_LEVEL: LOG_LEVEL?.trim() || 'warn', ...overrides };
  const env = childEnvironment(settings);
  const migrate = async () =>
    void (await runCli({ entry: entries.cli, args: ['migrate'], env, teardown }));
  await stop.orStop(migrate());

  const onLine = terminal.isInteractive
    ? (line: string) => terminal.print(readableLogLine(line))
    : undefined;
  const supervise = (name: 'API' | 'worker', entry: string, patienceMs: number) => {
    const room = `--max-semi-space-size=${ROOM_FOR_NEW_OBJECTS_MIB[name]}`;
    const program = { entry, nodeOptions: [room, ...(nodeOptions[name] ?? [])] };
    const supervised = new Supervised({
      name,
      // The API keeps its first port, because clients know it.
      start: (first) =>
        startChild(
          program,
          childEnvironment({ ...settings, ...(first?.port ? { PORT: String(first.port) } : {}) }),
          onLine,
        ),
      patienceMs,
      warn: terminal.warn,
    });
    teardown.add(supervised);
    return supervised;
  };
  // The worker is started first, because it is then stopped last and writes what the API still
  // accepted.
  const worker = supervise('worker', entries.worker, STOP_MS);
  const grace = config.SHUTDOWN_GRACE_SECONDS * 1000;
  const api = supervise('API', entries.api, STOP_MS + grace);
  const [ready] = await stop.orStop(Promise.all([api.start(), worker.start()]));
  if (!ready.port) throw new ExpectedError('The API did not report its port.');
  const baseUrl = localUrl(overrides['HOST'] ?? config.HOST, ready.port);
  return { baseUrl, env, api, worker, migrate };
}

/**
 * Creates account, website and keys when there is no account yet; returns undefined when there is
 * one. This happens only when the service serves, so that a start that fails before makes no keys
 * that nobody sees.
 *
 * @param keep receives the keys before they are valid; when it fails or is interrupted, nothing is
 *   made
 * @throws ExpectedError, or what `keep` throws
 */
export async function makeFirstKeys(
  { entries, teardown, stop }: Stage,
  { env }: Service,
  keep: (keys: FirstKeys) => Promise<void> = () => Promise.resolve(),
): Promise<FirstKeys | undefined> {
  let made: FirstKeys | undefined;
  const keepKeys = async (answer: Answer) => {
    made = readFirstKeys(answer);
    if (made) await keep(made);
  };
  const args = ['bootstrap'];
  await stop.orStop(runCli({ entry: entries.cli, args, env, keep: keepKeys, teardown }));
  return made;
}

function readFirstKeys(said: Record<string, unknown>): FirstKeys | undefined {
  if (said['created'] !== true) return undefined;
  const names = ['website_id', 'domain', 'api_key', 'bot_key'] as const;
  for (const name of names) {
    if (typeof said[name] !== 'string') {
      throw new ExpectedError(`The command bootstrap did not report ${name}.`);
    }
  }
  return said as unknown as FirstKeys;
}
