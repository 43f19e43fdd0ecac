import { randomUUID } from 'node:crypto';
import type { KeyHolder } from '@app/access';
import { createApiMetrics, createLogger } from '@app/observability';
import { noTexts, packAddresses } from '@app/contracts';
import { createPool, DomainsOfAccounts, FeedHealth } from '@app/storage';
import { createTestDatabase, eventually, FakeClock, type TestDatabase } from '@app/testing';
import { startTcpProxy, type TcpProxy } from '../../../../test/support/tcp-proxy.js';
import { ApiError } from '../http/api-error.js';
import { FeedWatch } from './feed-watch.js';
import { reportOf, since } from './report.js';

const clock = FakeClock.at('2026-11-20T12:00:00Z');
const logger = createLogger('test', 'silent');
/** It never comes in the time of a test. */
const NEVER_MS = 2 ** 31 - 1;

let database: TestDatabase;
let proxy: TcpProxy;
let pool: ReturnType<typeof createPool>;
let caller: KeyHolder;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(
    "INSERT INTO accounts (public_id, name, plan) VALUES ('a', 'a', 'pro'), ('b', 'b', 'pro')",
  );
  proxy = await startTcpProxy(database.url);
  pool = createPool({ url: proxy.url, max: 2, name: 'test', statementTimeoutMs: 5_000, logger });
});
beforeEach(async () => {
  warnings.length = 0;
  const websiteId = await aWebsite(1, `${randomUUID()}.example`);
  caller = { accountId: 1, websiteId } as KeyHolder;
});
afterAll(async () => {
  await pool.end();
  await proxy.cut();
  await database.drop();
});

/** What the operator is told. */
const warnings: unknown[] = [];
const heard = Object.assign(Object.create(logger) as typeof logger, {
  warn: (warning: unknown) => warnings.push(warning),
});

const aWatch = (everyMs = NEVER_MS, metrics = createApiMetrics()) =>
  new FeedWatch({
    health: new FeedHealth(pool),
    domains: new DomainsOfAccounts(pool),
    ...{ clock, metrics, logger: heard, everyMs },
  });

/** Lets a watch see deliveries with one entry and two rejects. */
async function see(watch: FeedWatch, deliveries: number, host = ''): Promise<void> {
  const counts = { processed: 1, skipped: 0, rejected: 2, reasons: { no_time: 2 } };
  for (let i = 0; i < deliveries; i++)
    await watch.over({ caller, feed: 'json' }, (notes) => {
      const time = Float64Array.of(clock.now());
      const addresses = packAddresses([null]);
      const none = noTexts(1);
      notes.entries({
        ...{ time, host: { texts: [host], places: Uint32Array.of(0) }, addresses },
        ...{ country: none, secFetchMode: none, referer: none, staticFiles: [] },
      });
      return Promise.resolve(counts);
    });
}

/** Makes a website, and returns its id. */
async function aWebsite(accountId: number, domain: string): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    `INSERT INTO websites (account_id, public_id, tracking_id, domain)
     VALUES ($1, gen_random_uuid(), gen_random_uuid(), $2) RETURNING id`,
    [accountId, domain],
  );
  return rows[0]?.id ?? 0;
}

async function stored(websiteId = Number(caller.websiteId)) {
  const rows = await new FeedHealth(database.pool).find(websiteId, since(clock.now()));
  return rows.map(reportOf).map(({ last_24_hours: counts }) => counts);
}

it('writes by itself what it has seen, and the rest when it is stopped', async () => {
  const watch = aWatch(20);
  watch.start();
  await see(watch, 2);
  await eventually(async () => expect(await stored()).toMatchObject([{ deliveries: 2 }]));
  const late = aWatch();
  late.start();
  await see(late, 3);
  expect(await stored()).toMatchObject([{ deliveries: 2 }]);
  await Promise.all([watch.stop(), late.stop()]);
  expect(await stored()).toMatchObject([
    { deliveries: 5, records: 15, entries: 5, rejected: 10, reasons: { no_time: 10 } },
  ]);
});

it('loses nothing while the database is away', async () => {
  const watch = aWatch(20);
  await proxy.cut();
  watch.start();
  await see(watch, 2);
  await eventually(() => expect(warnings).toEqual([expect.stringContaining('are kept until')]));
  await see(watch, 1);
  await proxy.mend();
  await see(watch, 1);
  await eventually(async () => expect(await stored()).toMatchObject([{ deliveries: 4 }]));
  await watch.stop();
  expect(await stored()).toMatchObject([{ deliveries: 4, rejected: 8 }]);
});

describe('the website of a host', () => {
  const shop = `${randomUUID()}.example`;
  let shopId: number;
  beforeAll(async () => {
    await aWebsite(2, 'theirs.example');
    shopId = await aWebsite(1, shop);
  });

  it('has its deliveries, and no website of another account', async () => {
    const watch = aWatch();
    await see(watch, 2, `www.${shop}`);
    await see(watch, 3, 'theirs.example');
    await watch.stop();
    expect(await stored(shopId)).toMatchObject([{ deliveries: 2, entries: 2, rejected: 4 }]);
    expect(await stored()).toMatchObject([{ deliveries: 3, entries: 3, rejected: 6 }]);
    const { rows } = await database.pool.query(
      'SELECT 1 FROM website_feeds JOIN websites w ON w.id = website_id WHERE account_id = 2',
    );
    expect(rows).toEqual([]);
  });

  it('is looked up once between two writes, and known while the database is away', async () => {
    const watch = aWatch(50);
    const queries = jest.spyOn(pool, 'query');
    await see(watch, 1, 'b.example');
    await eventually(() => expect(queries).toHaveBeenCalledTimes(1));
    // It must have its answer: else the cut ends it, and the next delivery looks up again.
    await queries.mock.results[0]?.value;
    const b = await aWebsite(1, 'b.example');
    await see(watch, 1, 'b.example');
    await proxy.cut();
    watch.start();
    await eventually(() => expect(warnings).toEqual([expect.stringContaining('are kept until')]));
    await see(watch, 1, 'b.example');
    expect(queries).toHaveBeenCalledTimes(1);
    await proxy.mend();
    await eventually(async () => expect(await stored()).toMatchObject([{ deliveries: 3 }]));
    await see(watch, 1, 'b.example');
    await watch.stop();
    expect(await stored(b)).toMatchObject([{ deliveries: 1 }]);
    queries.mockRestore();
  });

  it('that was deleted has nothing more, and its domain belongs to nobody', async () => {
    const gone = `${randomUUID()}.example`;
    const goneId = await aWebsite(1, gone);
    await database.pool.query('UPDATE websites SET deleted_at = now() WHERE id = $1', [goneId]);
    const watch = aWatch();
    await see(watch, 1, gone);
    await watch.stop();
    expect(await stored(goneId)).toEqual([]);
    expect(await stored()).toMatchObject([{ deliveries: 1 }]);
  });
});

it('can be stopped while the database is away', async () => {
  const watch = aWatch();
  await see(watch, 1);
  await proxy.cut();
  await watch.stop();
  await proxy.mend();
  expect(await stored()).toEqual([]);
  expect(warnings).toContain('the last counts of feeds are lost');
});

it('counts a refused delivery by its code, and no fault of our own', async () => {
  const watch = aWatch();
  const refuse = (error: Error) =>
    expect(watch.over({ caller, feed: 'custom' }, () => Promise.reject(error))).rejects.toBe(error);
  await refuse(new ApiError('VALIDATION_ERROR', 'entries[3].host must be a string'));
  await refuse(new TypeError('a bug'));
  await watch.stop();
  expect(await stored()).toMatchObject([
    {
      deliveries: 0,
      records: 0,
      refused: 1,
      refusals: { VALIDATION_ERROR: 1 },
      mean_lag_seconds: null,
    },
  ]);
});

it('takes no more samples between two writes than are kept', async () => {
  const watch = aWatch();
  const counts = { processed: 0, skipped: 0, rejected: 1, reasons: { no_time: 1 } };
  for (let i = 0; i < 25; i++)
    await watch.over({ caller, feed: 'json' }, (notes) => {
      notes.reject({ reason: 'no_time', message: `is number ${i}` });
      return Promise.resolve(counts);
    });
  await watch.stop();
  const [found] = await new FeedHealth(pool).find(Number(caller.websiteId), since(clock.now()));
  expect(found?.samples.map(({ message }) => message)).toEqual(
    Array.from({ length: 20 }, (_, i) => `is number ${19 - i}`),
  );
});

it('shows the same as metrics', async () => {
  const metrics = createApiMetrics();
  await see(aWatch(NEVER_MS, metrics), 3);
  const text = await metrics.registry.metrics();
  for (const line of [
    'botgauge_feed_deliveries_total{feed="json"} 3',
    'botgauge_feed_records_total{feed="json",result="entry"} 3',
    'botgauge_feed_records_total{feed="json",result="skipped"} 0',
    'botgauge_feed_records_total{feed="json",result="rejected"} 6',
    'botgauge_feed_rejects_total{feed="json",reason="no_time"} 6',
  ])
    expect(text).toContain(line);
});
