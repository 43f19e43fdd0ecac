import { createTestDatabase, runUpkeepRound, type TestDatabase } from '@app/testing';
import { createLogger } from '@app/observability';
import { websiteErasureTask } from '../upkeep/website-eraser.js';
import { type FeedCell, FeedHealth, type FeedSample, SAMPLES_PER_FEED } from './feed-health.js';

const HOUR = Date.parse('2026-11-20T12:00:00Z');
const HOUR_MS = 3_600_000;
const SINCE = { hour: new Date(HOUR - 23 * HOUR_MS), day: new Date('2026-10-22T00:00:00Z') };

let database: TestDatabase;
let health: FeedHealth;
beforeAll(async () => {
  database = await createTestDatabase();
  health = new FeedHealth(database.pool);
});
afterAll(() => database.drop());
beforeEach(() =>
  database.pool.query(
    `TRUNCATE accounts, website_feeds, feed_counts, feed_reasons, feed_samples RESTART IDENTITY CASCADE;
     INSERT INTO accounts (public_id, name, plan) VALUES ('acc', 'a', 'pro');
     INSERT INTO websites (account_id, public_id, tracking_id, domain)
     SELECT 1, 'ws_' || i, 't_' || i, i || '.example' FROM generate_series(1, 2) i`,
  ),
);

const aSample = (number: number): FeedSample => ({
  at: HOUR + number,
  reason: 'no_time',
  message: 'has no time',
  outline: `{"number":${number}}`,
});

function aCell(fields: Partial<FeedCell> = {}): FeedCell {
  const { hour = HOUR } = fields;
  return {
    websiteId: 1,
    feed: 'cloudflare',
    hour,
    deliveries: 1,
    entries: 10,
    ...{ withoutAddress: 4, withoutHost: 3, withoutCountry: 10, withoutFetchHeaders: 9 },
    ...{ withoutReferer: 5, staticFiles: 2 },
    lagMs: 500,
    largestLagMs: 90,
    first: hour + 1_000,
    last: hour + 2_000,
    reasons: { skipped: { validation: 1 }, rejected: { no_time: 2, bad_time: 3 }, refused: {} },
    samples: [],
    ...fields,
  };
}

const find = (websiteId = 1) => health.find(websiteId, SINCE);

it('adds up what several processes wrote at the same time', async () => {
  const writers = Array.from({ length: 4 }, () => new FeedHealth(database.pool));
  const cells = [
    aCell(),
    aCell({ hour: HOUR - HOUR_MS, largestLagMs: 700 }),
    aCell({ websiteId: 2, feed: 'json', samples: [aSample(1)] }),
  ];
  const rounds = Array.from({ length: 5 }, async () => {
    for (const writer of writers) await writer.add(cells);
    await Promise.all(writers.map((writer, i) => writer.add(i % 2 ? cells : [...cells].reverse())));
  });
  await Promise.all(rounds);
  const hours = {
    deliveries: 80,
    entries: 800,
    ...{ without_address: 320, without_host: 240, without_country: 800 },
    ...{ without_fetch_headers: 720, without_referer: 400, static_files: 160 },
    lag_ms: 40_000,
    largest_lag_ms: 700,
  };
  const reasons = [
    { reason: 'bad_time', result: 'rejected', number: 240 },
    { reason: 'no_time', result: 'rejected', number: 160 },
    { reason: 'validation', result: 'skipped', number: 80 },
  ];
  const [found] = await find();
  expect(found).toEqual({
    feed: 'cloudflare',
    first_delivery: new Date(HOUR - HOUR_MS + 1_000),
    last_delivery: new Date(HOUR + 2_000),
    counts: expect.arrayContaining([
      { grain: 'hour', ...hours },
      { grain: 'day', ...hours },
    ]),
    reasons: expect.arrayContaining(
      (['hour', 'day'] as const).flatMap((grain) => reasons.map((row) => ({ grain, ...row }))),
    ),
    samples: [],
  });
  expect(found?.reasons.filter(({ grain }) => grain === 'hour')).toMatchObject(reasons);
  expect((await find(2))[0]).toMatchObject({ feed: 'json', samples: { length: 20 } });
});

it('gives hours and days from their first on', async () => {
  const at = (hour: Date, deliveries: number) => aCell({ hour: hour.getTime(), deliveries });
  const { hour, day } = SINCE;
  await health.add([
    at(hour, 1),
    at(new Date(hour.getTime() - HOUR_MS), 10),
    at(day, 100),
    at(new Date(day.getTime() - HOUR_MS), 1_000),
  ]);
  const [found] = await find();
  const counts = Object.fromEntries(found?.counts.map((row) => [row.grain, row.deliveries]) ?? []);
  expect(counts).toEqual({ hour: 1, day: 111 });
});

it('keeps the last samples of each feed', async () => {
  for (const numbers of [[1, 2, 3], [...Array(SAMPLES_PER_FEED).keys()].map((i) => i + 4)])
    await health.add([
      aCell({ samples: numbers.map(aSample) }),
      aCell({ feed: 'json', samples: [aSample(0)] }),
    ]);
  const [cloudflare, json] = await find();
  const newestFirst = Array.from({ length: SAMPLES_PER_FEED }, (_, i) => aSample(23 - i));
  expect(cloudflare?.samples).toEqual(newestFirst);
  expect(json?.samples).toEqual([aSample(0), aSample(0)]);
  const { rows } = await database.pool.query('SELECT count(*)::int AS kept FROM feed_samples');
  expect(rows).toEqual([{ kept: SAMPLES_PER_FEED + 2 }]);
});

it('has no time of a delivery when all were refused', async () => {
  const reasons = { skipped: {}, rejected: {}, refused: { VALIDATION_ERROR: 1 } };
  await health.add([aCell({ deliveries: 0, entries: 0, first: null, last: null, reasons })]);
  expect(await find()).toMatchObject([{ first_delivery: null, last_delivery: null }]);
  await health.add([aCell()]);
  await health.add([aCell({ first: null, last: null })]);
  expect(await find()).toMatchObject([{ last_delivery: new Date(HOUR + 2_000) }]);
});

it('writes everything or nothing', async () => {
  const broken = aCell({ samples: [{ ...aSample(1), message: 'with NUL \0' }] });
  await expect(health.add([aCell(), broken])).rejects.toThrow(/0x00|encoding/);
  expect(await find()).toEqual([]);
});

it('drops what belongs to a deleted website, and its rows are erased', async () => {
  const cells = [1, 2].map((websiteId) => aCell({ websiteId, samples: [aSample(1)] }));
  await health.add(cells);
  await database.pool.query('UPDATE websites SET deleted_at = now() WHERE id = 1');
  const logger = createLogger('test', 'silent');
  await runUpkeepRound(database.pool, websiteErasureTask({ logger }));
  expect(await find()).toEqual([]);
  await health.add(cells);
  for (const table of ['website_feeds', 'feed_counts', 'feed_reasons', 'feed_samples']) {
    const { rows } = await database.pool.query(`SELECT DISTINCT website_id FROM ${table}`);
    expect([table, rows]).toEqual([table, [{ website_id: 2 }]]);
  }
});
