import { type Clock, generateKey, hashKey, newPublicId } from '@app/access';
import { loadConfig } from '@app/config';
import type { KeyKind, PlanName } from '@app/contracts';
import { createLogger } from '@app/observability';
import {
  Accounts,
  type AccountRow,
  isInfrastructureError,
  Keys,
  type WebsiteRow,
} from '@app/storage';
import {
  createTestDatabase,
  createTestRedis,
  eventually,
  OFFLINE,
  retried,
  type TestDatabase,
  type TestFlavour,
  undoneAtEnd,
} from '@app/testing';
import { type Api, createApi } from '../../apps/api/src/create-api.js';
import type { RequestTimeouts } from '../../apps/api/src/server/create-server.js';
import type { Route } from '../../apps/api/src/server/route-table.js';
import { createWorker, type Worker } from '../../apps/worker/src/create-worker.js';
import { type QueueName, settingsOf } from './stores.js';

export type { QueueName } from './stores.js';

/** An account with one website and a key of each kind. */
export interface Tenant {
  account: AccountRow;
  website: WebsiteRow;
  apiKey: string;
  botKey: string;
}

export interface TenantOptions {
  plan?: PlanName;
  domain?: string;
  /** A limit that takes precedence over the plan's. */
  apiRate?: number;
  ingestRate?: number;
}

export interface System {
  database: TestDatabase;
  accounts: Accounts;
  keys: Keys;
  /** Every route of the API. */
  routes: Route[];
  /** Base address of the API. */
  base: string;
  /** Port of the worker's health and metrics; 0 without a worker. */
  statusPort: number;
  /** Settings that lead another process to the same stores. */
  env: Record<string, string>;
  createTenant(options?: TenantOptions): Promise<Tenant>;
  createKey(kind: KeyKind, account: AccountRow, website?: WebsiteRow): Promise<string>;
  /**
   * Starts one more API on the same database with its own settings, and returns its base address.
   */
  startApi(env?: Record<string, string>, timeouts?: RequestTimeouts): Promise<string>;
  /** Starts one more worker, and returns the address of its health and metrics. */
  startWorker(): Promise<string>;
  /** Resolves when the website has this many visits in its roll-ups; rejects after `timeoutMs`. */
  untilVisits(website: WebsiteRow, visits: number, timeoutMs?: number): Promise<void>;
  stop(): Promise<void>;
}

export interface SystemOptions {
  clock?: Clock;
  env?: Record<string, string>;
  worker?: boolean;
  /** The flavour of the database; by default what TEST_FLAVOUR says. */
  flavour?: TestFlavour;
  /** How long the API waits for requests; by default as in production. */
  timeouts?: RequestTimeouts;
}

/** A start is repeated so often when a connection took longer than the service waits for one. */
const STARTS = 5;

const started = <Started>(start: () => Promise<Started>): Promise<Started> =>
  retried(start, { passes: isInfrastructureError, times: STARTS });

/**
 * Settings unless a suite brings others. Visitors are not judged, because most suites send a few visits
 * of browsers that did nothing else: a few seconds later, some of them would be automation.
 */
const TESTED = { ...OFFLINE, WORKER_LOCK_SECONDS: '2', BEHAVIOUR: 'entry' };

/**
 * Starts API and worker on a separate database, over real sockets, with the queue in this store. A
 * Redis is created unless the test brings one by `env`.
 */
export async function startSystemOn(
  queue: QueueName,
  options: SystemOptions = {},
): Promise<System> {
  const database = await createTestDatabase(options.flavour);
  const bringsRedis = options.env?.REDIS_URL !== undefined;
  const redis = queue === 'redis' && !bringsRedis ? await createTestRedis() : undefined;
  const stores = { ...settingsOf(database, redis), ...TESTED, ...options.env };
  const configOf = (env: Record<string, string> = {}) =>
    loadConfig({
      PORT: '0',
      LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
      ...stores,
      ...env,
    });
  const logger = createLogger('test', configOf().LOG_LEVEL);
  const apis: Api[] = [];
  const workers: Worker[] = [];
  const closing: (() => Promise<void>)[] = [];
  const startApi = async (env?: Record<string, string>, timeouts?: RequestTimeouts) => {
    const api = await started(() => createApi(configOf(env), logger, options.clock, timeouts));
    apis.push(api);
    closing.push(undoneAtEnd(() => api.close()));
    return `http://127.0.0.1:${await api.listen()}`;
  };
  const base = await startApi(undefined, options.timeouts);
  const startWorker = async () => {
    const worker = await started(() => createWorker(configOf({ WORKER_PORT: '0' }), logger));
    workers.push(worker);
    closing.push(undoneAtEnd(() => worker.close()));
    return `http://127.0.0.1:${worker.port}`;
  };
  if (options.worker !== false) await startWorker();
  const accounts = new Accounts(database.pool);
  const keys = new Keys(database.pool);
  return {
    database,
    accounts,
    keys,
    routes: apis[0]?.routes ?? [],
    base,
    statusPort: workers[0]?.port ?? 0,
    env: stores,
    startApi,
    startWorker,
    createTenant: (tenant) => createTenant({ accounts, keys }, tenant),
    createKey: (kind, account, website) => createKey(keys, kind, account, website),
    untilVisits: (website, visits, timeoutMs) => untilVisits(database, website, visits, timeoutMs),
    stop: async () => {
      await Promise.all(closing.map((close) => close()));
      await redis?.drop();
      await database.drop();
    },
  };
}

async function createTenant(
  { accounts, keys }: Pick<System, 'accounts' | 'keys'>,
  options: TenantOptions = {},
): Promise<Tenant> {
  const { plan = 'enterprise', domain = 'example.com', apiRate, ingestRate } = options;
  const publicId = newPublicId('account');
  const account = await accounts.createAccount({
    publicId,
    name: publicId,
    plan,
    apiRequestsPerMinute: apiRate,
    ingestRequestsPerMinute: ingestRate,
  });
  const website = await createWebsite(accounts, account, domain);
  const apiKey = await createKey(keys, 'api', account);
  const botKey = await createKey(keys, 'bot', account, website);
  return { account, website, apiKey, botKey };
}

export async function createWebsite(
  accounts: Accounts,
  account: AccountRow,
  domain: string,
): Promise<WebsiteRow> {
  const website = await accounts.createWebsite({
    accountId: account.id,
    publicId: newPublicId('website'),
    trackingId: newPublicId('tracking'),
    domain,
  });
  if (!website) throw new Error(`The account has ${domain} already`);
  return website;
}

async function createKey(
  keys: Keys,
  kind: KeyKind,
  account: AccountRow,
  website?: WebsiteRow,
): Promise<string> {
  const key = generateKey(kind);
  await keys.createKey({
    publicId: newPublicId('key'),
    accountId: account.id,
    websiteId: website?.id ?? null,
    kind,
    name: 'test',
    sha256: hashKey(key),
    last4: key.slice(-4),
  });
  return key;
}

async function untilVisits(
  database: TestDatabase,
  website: WebsiteRow,
  visits: number,
  timeoutMs?: number,
): Promise<void> {
  await eventually(async () => {
    const { rows } = await database.pool.query<{ visits: number }>(
      'SELECT coalesce(sum(visits), 0)::int AS visits FROM traffic_daily WHERE website_id = $1',
      [website.id],
    );
    if (rows[0]?.visits !== visits)
      throw new Error(`${rows[0]?.visits} of ${visits} visits are there`);
  }, timeoutMs);
}
