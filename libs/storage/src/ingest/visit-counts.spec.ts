import { VERIFICATIONS } from '@app/contracts';
import {
  aVisit,
  createTestDatabase,
  recount,
  runUpkeepRound,
  type TestDatabase,
  TestVisitWriter,
  type Visit,
} from '@app/testing';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { ROLL_UP_TABLES } from '../roll-ups/roll-ups.js';
import { countMergeTask } from '../upkeep/count-merger.js';
import { PageDictionary } from './page-dictionary.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const merge = countMergeTask();
const DAY_MS = 86_400_000;
const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;
/** Everything that is counted at commit and can be counted again, with its columns in a fixed order. */
const COUNTED = ROLL_UP_TABLES.filter((table) => table !== 'host_keys_daily');

/** Returns the rows of all tables, after what writers have appended was merged into them. */
async function counts(): Promise<Record<string, unknown[]>> {
  await runUpkeepRound(database.pool, merge);
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
    host: anyOf('a.example', 'b.example', ''),
    country: anyOf(null, 'DE', 'NZ'),
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
const batches = fc.array(
  fc.record({
    list: fc.array(visits, { minLength: 1, maxLength: 30 }),
    // The website whose tracking key they come with, which no visit has.
    keyWebsiteId: anyOf(1, 2, 3),
  }),
  { minLength: 1, maxLength: 6 },
);

/** Visits by website, host and key, as they were sent or as they are counted. */
class VisitsOfKeys {
  private readonly counts = new Map<string, number>();

  add({ websiteId, host }: Pick<Visit, 'websiteId' | 'host'>, key: number, visits = 1): void {
    const name = JSON.stringify([websiteId, host, key]);
    this.counts.set(name, (this.counts.get(name) ?? 0) + visits);
  }

  get sorted() {
    return [...this.counts].sort(([one], [other]) => (one < other ? -1 : 1));
  }
}

async function countedKeys(): Promise<VisitsOfKeys> {
  type Row = { websiteId: number; host: string; key_id: number; visits: number };
  const { rows } = await database.pool.query<Row>(
    `SELECT website_id AS "websiteId", host, key_id, sum(visits)::int AS visits
     FROM host_keys_daily t JOIN hosts h USING (website_id)
     WHERE h.id = host_id GROUP BY 1, 2, 3`,
  );
  const counted = new VisitsOfKeys();
  for (const { key_id: key, visits, ...of } of rows) counted.add(of, key, visits);
  return counted;
}

it('are what the database counts from the rows', async () => {
  const pages = new PageDictionary(database.pool);
  const sent = new VisitsOfKeys();
  await fc.assert(
    fc.asyncProperty(batches, fc.boolean(), async (lists, hasPages) => {
      const writer = new TestVisitWriter(database.pool);
      const written = await Promise.all(
        lists.map(async ({ list, keyWebsiteId }) => {
          for (const visit of list) sent.add(visit, keyWebsiteId);
          const ids = hasPages ? await pages.resolve(list) : [];
          const withPages = list.map((visit, at) => ({ ...visit, pageId: ids[at] ?? null }));
          const of = { id: randomUUID(), accountId: 1, keyWebsiteId, receivedAt: TODAY };
          const batch = { ...of, visits: withPages };
          // The second one must not count.
          return Promise.all([writer.write(batch), writer.write(batch)]);
        }),
      );
      const stored = written.flat().map((one) => (one.kind === 'stored' ? one.visits : 0));
      expect(stored.reduce((sum, some) => sum + some, 0)).toBe(
        lists.flatMap(({ list }) => list).length,
      );
      const added = await counts();
      await recount(database.pool);
      expect(added).toEqual(await counts());
      expect((await countedKeys()).sorted).toEqual(sent.sorted);
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

it('are one host of those that the dictionary has no room for', async () => {
  const visits = ['a.example', 'b.example'].map((host) => aVisit({ websiteId: 21, host }));
  const writer = new TestVisitWriter(database.pool, { newTexts: { hosts: 0 } });
  await writer.write({ id: randomUUID(), accountId: 1, receivedAt: TODAY, visits });
  const counted = async () =>
    (
      await database.pool.query<object>(
        `SELECT 'hour' AS bucket, host_id, visits::int FROM current_hosts_hourly WHERE website_id = 21
         UNION ALL SELECT 'day', host_id, visits::int FROM current_hosts_daily WHERE website_id = 21`,
      )
    ).rows;
  const added = await counted();
  expect(added).toEqual([
    { bucket: 'hour', host_id: 0, visits: 2 },
    { bucket: 'day', host_id: 0, visits: 2 },
  ]);
  await recount(database.pool, 21);
  expect(await counted()).toEqual(added);
});

it('are beside the requests that were skipped, by their day', async () => {
  const skipped = [3, 4].map((requests) => ({ websiteId: 22, day: TODAY - DAY_MS, requests }));
  const batch = { id: randomUUID(), accountId: 1, receivedAt: TODAY, visits: [], skipped };
  await new TestVisitWriter(database.pool).write(batch);
  const { rows } = await database.pool.query(
    `SELECT (extract(epoch FROM bucket) * 1000)::float8 AS day, sum(requests)::int AS requests
     FROM skipped_daily WHERE website_id = 22 GROUP BY 1`,
  );
  expect(rows).toEqual([{ day: TODAY - DAY_MS, requests: 7 }]);
});
