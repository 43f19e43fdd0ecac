import { generateKey, hashKey, newPublicId } from '@app/access';
import { loadConfig } from '@app/config';
import type { KeyKind, PlanName } from '@app/contracts';
import { createLogger } from '@app/observability';
import { Accounts, type AccountRow, type WebsiteRow } from '@app/storage';
import { createTestDatabase, eventually, type FakeClock, type TestDatabase } from '@app/testing';
import { type Api, createApi } from '../../apps/api/src/create-api.js';
import type { Route } from '../../apps/api/src/http/route-table.js';
import { createWorker, type Worker } from '../../apps/worker/src/create-worker.js';

/** An account with one website and a key of each kind. */
export interface Tenant {
  account: AccountRow;
  website: WebsiteRow;
  apiKey: string;
  botKey: string;
}

export interface System {
  database: TestDatabase;
  accounts: Accounts;
  /** Every route of the API. */
  routes: Route[];
  /** Base address of the API. */
  base: string;
  createTenant(options?: { plan?: PlanName; domain?: string; apiRate?: number }): Promise<Tenant>;
  createKey(kind: KeyKind, account: AccountRow, website?: WebsiteRow): Promise<string>;
  /** Resolves when the website has this many visits in its roll-ups. */
  untilVisits(website: WebsiteRow, visits: number): Promise<void>;
  stop(): Promise<void>;
}

export interface SystemOptions {
  clock?: FakeClock;
  env?: Record<string, string>;
  worker?: boolean;
}

/** API and worker on a database of their own, over real sockets. */
export async function startSystem(options: SystemOptions = {}): Promise<System> {
  const database = await createTestDatabase();
  const config = loadConfig({
    DATABASE_URL: database.url,
    PORT: '0',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    WORKER_LOCK_SECONDS: '2',
    ...options.env,
  });
  const logger = createLogger('test', config.LOG_LEVEL);
  const api: Api = await createApi(config, logger, options.clock);
  const port = await api.listen();
  const worker: Worker | undefined =
    options.worker === false ? undefined : await createWorker(config, logger);
  const accounts = new Accounts(database.pool);
  return {
    database,
    accounts,
    routes: api.routes,
    base: `http://127.0.0.1:${port}`,
    createTenant: (tenant) => createTenant(accounts, tenant),
    createKey: (kind, account, website) => createKey(accounts, kind, account, website),
    untilVisits: (website, visits) => untilVisits(database, website, visits),
    stop: async () => {
      await api.close();
      await worker?.close();
      await database.drop();
    },
  };
}

async function createTenant(
  accounts: Accounts,
  options: { plan?: PlanName; domain?: string; apiRate?: number } = {},
): Promise<Tenant> {
  const { plan = 'enterprise', domain = 'example.com', apiRate } = options;
  const publicId = newPublicId('account');
  const account = await accounts.createAccount({
    publicId,
    name: publicId,
    plan,
    apiRequestsPerMinute: apiRate,
  });
  const website = await createWebsite(accounts, account, domain);
  const apiKey = await createKey(accounts, 'api', account);
  const botKey = await createKey(accounts, 'bot', account, website);
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
  accounts: Accounts,
  kind: KeyKind,
  account: AccountRow,
  website?: WebsiteRow,
): Promise<string> {
  const key = generateKey(kind);
  await accounts.createKey({
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
): Promise<void> {
  await eventually(async () => {
    const { rows } = await database.pool.query<{ visits: number }>(
      'SELECT coalesce(sum(visits), 0)::int AS visits FROM traffic_daily WHERE website_id = $1',
      [website.id],
    );
    if (rows[0]?.visits !== visits)
      throw new Error(`${rows[0]?.visits} of ${visits} visits are there`);
  });
}
