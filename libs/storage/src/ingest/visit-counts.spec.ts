import { VERIFICATIONS } from '@app/contracts';
import {
  aVisit,
  createTestDatabase,
  recount,
  type TestDatabase,
  TestVisitWriter,
  type Visit,
} from '@app/testing';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { PageDictionary } from './page-dictionary.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const DAY_MS = 86_400_000;
const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;
/** Everything that is counted at commit, with its columns in a fixed order. */
const COUNTED = [
  'late_traffic_hourly',
  'late_traffic_daily',
  'late_pages_daily',
  'statuses_hourly',
  'statuses_daily',
  'referrals_hourly',
  'referrals_daily',
  'clients_daily',
  'spoofed_daily',
];

async function counts(): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {};
  for (const table of COUNTED) {
    const { rows } = await database.pool.query<{ row: unknown }>(
      `SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY to_jsonb(t)::text`,
    );
    tables[table] = rows.map(({ row }) => row);
  }
  return tables;
}

const anyOf = <T>(...values: T[]) => fc.constantFrom(...values);
const visits: fc.Arbitrary<Visit> = fc
  .record({
    websiteId: anyOf(1, 2),
    // Around midnight, today and in the past, so that some are late on every flavour.
    time: fc
      .tuple(
        anyOf(0, 1, 30),
        fc.oneof(fc.integer({ min: -7_200_000, max: 7_200_000 }), anyOf(-1, 0, 3_600_000)),
      )
      .map(([days, ms]) => TODAY - days * DAY_MS + ms),
    botId: anyOf(0, 0, 1, 2),
    statusCode: anyOf(200, 304, 399, 400, 404, 500, 0, 999),
    verification: anyOf(...VERIFICATIONS),
    path: anyOf('/', '/a', '/b', '/c'),
    method: anyOf('GET', 'POST'),
    userAgent: anyOf('one', 'two'),
    browser: anyOf(null, 'Chrome', 'Firefox'),
    os: anyOf(null, 'Linux'),
    device: anyOf(null, 'mobile'),
    ip: anyOf(null, '192.0.2.0', '198.51.100.7', '2001:db8:1::', '2001:db8:1::7'),
    referer: anyOf(null, 'https://chatgpt.com/', 'https://a.example/'),
  })
  .map((fields) =>
    aVisit({
      ...fields,
      referralSource: fields.botId === 0 && fields.referer?.includes('chatgpt') ? 'ChatGPT' : null,
    }),
  );
const batches = fc.array(fc.array(visits, { minLength: 1, maxLength: 30 }), {
  minLength: 1,
  maxLength: 6,
});

it('are what the database counts from the rows', async () => {
  const pages = new PageDictionary(database.pool);
  await fc.assert(
    fc.asyncProperty(batches, fc.boolean(), async (lists, hasPages) => {
      const writer = new TestVisitWriter(database.pool);
      const written = await Promise.all(
        lists.map(async (list) => {
          const ids = hasPages ? await pages.resolve(list) : [];
          const withPages = list.map((visit, at) => ({ ...visit, pageId: ids[at] ?? null }));
          const batch = { id: randomUUID(), accountId: 1, receivedAt: TODAY, visits: withPages };
          // The second one must not count.
          return Promise.all([writer.write(batch), writer.write(batch)]);
        }),
      );
      const stored = written.flat().map((one) => (one.kind === 'stored' ? one.visits : 0));
      expect(stored.reduce((sum, some) => sum + some, 0)).toBe(lists.flat().length);
      const added = await counts();
      await recount(database.pool);
      expect(added).toEqual(await counts());
    }),
    { numRuns: 25 },
  );
  expect((await counts())['late_traffic_daily']).not.toEqual([]);
});

it('are the same for visits whose texts no dictionary has', async () => {
  const list = fc.sample(visits, { numRuns: 200, seed: 7 });
  const entriesOf = async (websites: [number, number], newTexts: object) => {
    const given = list.map((visit) => ({
      ...visit,
      websiteId: websites[visit.websiteId - 1] ?? 0,
    }));
    const ids = await new PageDictionary(database.pool).resolve(given);
    const own = given.map((visit, at) => ({ ...visit, pageId: ids[at] ?? null }));
    const writer = new TestVisitWriter(database.pool, newTexts);
    await writer.write({ id: randomUUID(), accountId: 1, receivedAt: TODAY, visits: own });
    const { rows } = await database.pool.query<{ row: object; known: boolean }>(
      `SELECT to_jsonb(e) - 'website_id' - 'page_id' AS row FROM visit_entries e WHERE website_id = ANY ($1) ORDER BY (to_jsonb(e) - 'website_id' - 'page_id')::text`,
      [websites],
    );
    const { rows: known } = await database.pool.query<{ clients: number; referers: number }>(
      `SELECT count(client_id)::int AS clients, count(referer_id)::int AS referers FROM visits WHERE website_id = ANY ($1)`,
      [websites],
    );
    return { rows, known: known[0] };
  };
  const narrow = await entriesOf([11, 12], {});
  const wide = await entriesOf([13, 14], { newTexts: { clients: 0, referers: 0 } });
  const mixed = await entriesOf([15, 16], { newTexts: { clients: 3, referers: 1 } });
  expect(narrow.known).toEqual({
    clients: 200,
    referers: list.filter(({ referer }) => referer !== null).length,
  });
  expect(wide.known).toEqual({ clients: 0, referers: 0 });
  expect(mixed.known?.clients).toBeGreaterThan(0);
  expect(mixed.known?.clients).toBeLessThan(200);
  expect(wide.rows).toEqual(narrow.rows);
  expect(mixed.rows).toEqual(narrow.rows);
});
