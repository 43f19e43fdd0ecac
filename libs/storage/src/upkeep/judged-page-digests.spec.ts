import { randomUUID } from 'node:crypto';
import { PEOPLE_COUNTS } from '@app/contracts';
import { createLogger } from '@app/observability';
import {
  aVisit,
  createTestDatabase,
  runUpkeepRound,
  type TestDatabase,
  TestVisitWriter,
} from '@app/testing';
import { createPool, type Pool } from '../database/pool.js';
import type { ListFilter } from '../reports/report-questions.js';
import { TrafficReader } from '../reports/traffic-reader.js';
import { pageDigestsTask } from './page-digests.js';

const at = (date: string) => Date.parse(`${date}T00:00:00Z`);
const logger = createLogger('test', 'silent');
const task = pageDigestsTask({ leastVisits: 1 });

let database: TestDatabase;
let pool: Pool;
let reader: TrafficReader;
beforeAll(async () => {
  database = await createTestDatabase();
  const { url } = database;
  pool = createPool({ url, max: 4, name: 'test', statementTimeoutMs: 20_000, logger });
  reader = new TrafficReader(pool);
  await pool.query(
    `INSERT INTO bots (id, slug, name, provider, category, registry_version)
     VALUES (6, 'undeclared-automation', 'Undeclared automation', 'Unknown', 'undeclared_automation', 1)`,
  );
  await pool.query(
    "INSERT INTO pages (website_id, id, path) SELECT 100, i, '/' || i FROM generate_series(1, 3) i",
  );
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Writes verdicts on a day as the judge does: of each page people, undecided, automation and errors. */
async function judge({
  websiteId,
  day,
  appended,
  verdicts,
}: {
  websiteId: number;
  day: string;
  appended: number;
  verdicts: number[][];
}): Promise<void> {
  // As the judge, which writes no row of automation that has no visits.
  const rows = verdicts.flatMap(([people = 0, undecided = 0, automation = 0, errors = 0], at) => [
    [0, at + 1, -automation, -errors, people, undecided],
    ...(automation > 0 ? [[6, at + 1, automation, errors, 0, 0]] : []),
  ]);
  await pool.query(
    `WITH judged AS (
       INSERT INTO judged_days (website_id, bucket, people, undecided, automation, no_files, loading, loading_http2,
         loading_modes, appended, listed_hours)
       VALUES ($1::integer, $2::timestamptz, 1, 1, 1, 0, 1, 1, 1, $3, 24)
       ON CONFLICT (website_id, bucket) DO UPDATE SET appended = excluded.appended
     )
     INSERT INTO people_pages_daily VALUES ($1::integer, $2::timestamptz, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (website_id, bucket) DO UPDATE SET bot_id = excluded.bot_id, page_id = excluded.page_id,
       visits = excluded.visits, error_visits = excluded.error_visits, people_visits = excluded.people_visits,
       undecided_visits = excluded.undecided_visits`,
    [
      ...[websiteId, `${day}T00:00:00Z`, appended],
      ...[0, 1, 2, 3, 4, 5].map((column) => rows.map((row) => row[column])),
    ],
  );
}

/** Repeats the look until every settled bucket is digested. */
async function settle(): Promise<number> {
  await runUpkeepRound(pool, task);
  return (await runUpkeepRound(pool, task)).done?.digests ?? 0;
}

describe('Digests of pages of judged days', () => {
  it('tell people as days do, and are made again when more is known of visitors', async () => {
    const [websiteId, pageIds] = [100, [1, 2, 3]];
    const time = at('2026-07-08');
    const visits = pageIds.flatMap((pageId, page) =>
      Array.from({ length: 6 - page }, (_, i) =>
        aVisit({ ...{ websiteId, pageId }, time: time + i, statusCode: i === 0 ? 404 : 200 }),
      ),
    );
    const batch = { id: randomUUID(), accountId: 1, receivedAt: Date.now(), visits };
    await new TestVisitWriter(pool).write(batch);
    const period = { from: new Date(at('2026-07-01')), to: new Date(at('2026-08-01')) };
    const rows = async (filter: ListFilter = {}) => ({
      pages: await reader.pages(websiteId, period, { limit: 10, ...filter }),
      series: await reader.pageSeries(websiteId, period, 'day', { exact_path: '/1', ...filter }),
    });
    const OF_AUTOMATION = { category: 'undeclared_automation' } as const;
    const all = async () => [await rows(), await rows(OF_AUTOMATION)];
    const rowsOf = async (appended: number, verdicts: number[][]) => {
      await judge({ websiteId, day: '2026-07-08', appended, verdicts });
      return all();
    };
    const ofPages = (read: Awaited<ReturnType<typeof all>>) =>
      read[0]?.pages.map((page) => [page.path, ...PEOPLE_COUNTS.map((name) => page[name])]);

    // Of each page the visits of people, undecided visitors, automation, and those of it with errors.
    const first = await rowsOf(5, [
      [1, 2, 3, 1],
      [0, 0, 4, 1],
      [1, 1, 0, 0],
    ]);
    expect(ofPages(first)).toEqual([
      ['/2', 0, 0, 4, 1],
      ['/1', 1, 2, 3, 0],
      ['/3', 1, 1, 0, 2],
    ]);
    expect(first[1]?.pages).toMatchObject([
      { path: '/2', bot_visits: 4, automation_visits: 4, human_visits: 0, error_visits: 1 },
      { path: '/1', bot_visits: 3, automation_visits: 3, human_visits: 0, error_visits: 1 },
    ]);
    expect(await settle()).toBe(3);
    expect(await all()).toEqual(first);
    // It is the digests that are read.
    await pool.query(
      "UPDATE page_digests SET people_visits = '{9,9,9}', packed_from = NULL WHERE website_id = $1 AND grain IN ('day', 'month')",
      [websiteId],
    );
    expect((await all())[0]?.pages[0]?.people_visits).toBe(9);

    const second = await rowsOf(6, [
      [6, 0, 0, 0],
      [0, 0, 5, 1],
      [1, 1, 2, 1],
    ]);
    expect(ofPages(second)).toEqual([
      ['/2', 0, 0, 5, 0],
      ['/3', 1, 1, 2, 0],
      ['/1', 6, 0, 0, 0],
    ]);
    expect(await settle()).toBe(3);
    expect(await settle()).toBe(0);
    expect(await all()).toEqual(second);
    await pool.query('UPDATE page_digests SET packed_from = NULL WHERE website_id = $1', [
      websiteId,
    ]);
    await pool.query(
      'UPDATE bot_page_sets SET visits = array_fill(9, ARRAY[cardinality(page_ids)]) WHERE website_id = $1 AND bot_id = 6',
      [websiteId],
    );
    expect((await rows(OF_AUTOMATION)).pages.map(({ path, bot_visits: of }) => [path, of])).toEqual(
      [
        ['/2', 9],
        ['/3', 9],
      ],
    );
  });
});
