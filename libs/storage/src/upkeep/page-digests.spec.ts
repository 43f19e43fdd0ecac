import { PEOPLE_COUNTS, type Verification, VERIFICATIONS, verificationWord } from '@app/contracts';
import { createLogger } from '@app/observability';
import {
  aVisit,
  createTestDatabase,
  runUpkeepRound,
  type TestDatabase,
  untilDoneOrWaiting,
  TestVisitWriter,
  type Visit,
} from '@app/testing';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { pageDigestsTask } from './page-digests.js';
import type { UpkeepTask } from './upkeep.js';
import { createPool, type Pool } from '../database/pool.js';
import { upsertBots } from '../reports/bots.js';
import type { BucketCounts, ListFilter } from '../reports/report-questions.js';
import { TrafficReader } from '../reports/traffic-reader.js';
import { verifyRollUps } from './verify.js';

const DAY = 86_400_000;
const at = (date: string) => Date.parse(`${date}T00:00:00Z`);
const logger = createLogger('test', 'silent');

let database: TestDatabase;
let pool: Pool;
let reader: TrafficReader;
let task: UpkeepTask;
const look = () => runUpkeepRound(pool, task);
let websites = 100;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({
    url: database.url,
    max: 4,
    name: 'test',
    statementTimeoutMs: 20_000,
    logger,
  });
  reader = new TrafficReader(pool);
  task = pageDigestsTask({ leastVisits: 1 });
  await pool.query(
    `INSERT INTO bots (id, slug, name, provider, category, registry_version)
     SELECT i, 'b' || i, 'B' || i, 'P', CASE WHEN i % 2 = 0 THEN 'ai_search' ELSE 'seo' END, 1 FROM generate_series(900001, 900005) i
     UNION ALL SELECT 1, 'unidentified-bot', 'Unidentified bot', 'Unknown', 'unidentified', 1`,
  );
  // Names that bots gave themselves. Two have been taken over: by a bot of the registry, by an AI bot.
  await pool.query(
    `INSERT INTO declared_bots (id, account_id, key, name, provider, category, bot_id, judged_by) OVERRIDING SYSTEM VALUE
     SELECT i, 1, 'd' || i, 'D' || i, 'Unknown', 'unidentified', CASE i % 5 WHEN 3 THEN 900001 WHEN 4 THEN 900002 END, '1'
     FROM generate_series(1000000, 1000004) i`,
  );
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Creates a website with its own pages, and returns its id and those of its pages. */
async function aWebsite(pages: number): Promise<{ websiteId: number; pageIds: number[] }> {
  const websiteId = websites++;
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO pages (website_id, id, path) SELECT $1::integer, i, '/' || i FROM generate_series(1, $2::integer) i RETURNING id`,
    [websiteId, pages],
  );
  return { websiteId, pageIds: rows.map(({ id }) => id) };
}

function write(visits: Visit[]) {
  const batch = { id: randomUUID(), accountId: 1, receivedAt: Date.now(), visits };
  return new TestVisitWriter(pool).write(batch);
}

/** Repeats the look until every settled bucket is digested. */
async function settle(): Promise<number> {
  await look();
  return (await look()).done?.digests ?? 0;
}

const range = (first: string, last: string) => ({
  from: new Date(at(first)),
  to: new Date(at(last) + DAY),
});

const BY_VERIFICATION = VERIFICATIONS.slice(1)
  .map((name, i) => `count(*) FILTER (WHERE verification = ${i + 1})::bigint AS ${name}_visits`)
  .join();

/** Nobody was judged here. */
const unjudged = (row: Row): Row => ({
  ...row,
  ...{ people_visits: 0, undecided_visits: 0, automation_visits: 0 },
  not_judged_visits: row['human_visits'],
});

/** The last one was forgotten. */
const DECLARED = [1_000_000, 1_000_001, 1_000_002, 1_000_003, 1_000_004, 1_000_099];

/** Visits of the period with the bots that they are reported as. */
const REPORTED = `(
  SELECT v.*, CASE WHEN v.bot_id < 1000000 THEN v.bot_id WHEN d.bot_id IS NOT NULL THEN d.bot_id
    WHEN d.id IS NOT NULL AND count(*) OVER (PARTITION BY v.bot_id) > 2 THEN v.bot_id ELSE 1 END AS reported
  FROM visits v LEFT JOIN declared_bots d ON d.id = v.bot_id
  WHERE v.website_id = $1 AND time >= $2 AND time < $3
) v JOIN (
  SELECT id, name, category, false AS declared FROM bots
  UNION ALL SELECT id, name, category, true FROM declared_bots
) b ON b.id = reported`;

/** Returns what the reports must show, according to the raw visits. */
async function expected(websiteId: number, { from, to }: { from: Date; to: Date }) {
  const values = [websiteId, from.toISOString(), to.toISOString()];
  const read = async (select: string, condition: string, order: string) => {
    const sql = `SELECT ${select}, ${BY_VERIFICATION}
      FROM ${REPORTED} LEFT JOIN pages p ON p.website_id = v.website_id AND p.id = page_id
      WHERE ${condition} GROUP BY 1 ORDER BY ${order} LIMIT 1000`;
    return (await pool.query<Row>(sql, values)).rows;
  };
  const bot = `b.name, count(*)::bigint AS visits, bool_or(declared) AS declared, count(DISTINCT page_id)::bigint AS pages_visited`;
  const page = `p.path, count(*) FILTER (WHERE bot_id <> 0)::bigint AS bot_visits,
    count(*) FILTER (WHERE bot_id = 0)::bigint AS human_visits,
    count(*) FILTER (WHERE b.category LIKE 'ai%')::bigint AS ai_bot_visits`;
  const errors = 'count(*) FILTER (WHERE status_code >= 400)::bigint AS error_visits';
  const point = (
    grain: string,
  ) => `extract(epoch FROM date_trunc('${grain}', time, 'UTC'))::bigint AS bucket,
    count(*) AS total_visits, ${page.slice('p.path, '.length)}`;
  const [byBot, byPage] = ['2 DESC, b.name COLLATE "C"', '2 DESC, 3 DESC, p.path COLLATE "C"'];
  const points = async (grain: string, condition: string) =>
    (await read(point(grain), condition, '1')).map(unjudged);
  const among = async (condition: string) => ({
    bots: await read(`${bot}, ${errors}`, `bot_id <> 0 AND ${condition}`, byBot),
    botsBelow: await read(
      `${bot}, ${errors}`,
      `bot_id <> 0 AND p.path LIKE '/1%' AND ${condition}`,
      byBot,
    ),
    pages: (await read(`${page}, ${errors}`, `page_id IS NOT NULL AND ${condition}`, byPage)).map(
      unjudged,
    ),
    pagesOfBots: (
      await read(
        `${page}, ${errors}`,
        `page_id IS NOT NULL AND b.category = 'ai_search' AND ${condition}`,
        byPage,
      )
    ).map(unjudged),
    hours: await points('hour', condition),
    weeks: await points('week', condition),
  });
  const all: Record<string, Awaited<ReturnType<typeof among>>> = { all: await among('true') };
  for (const [code, name] of VERIFICATIONS.entries()) {
    const found = await among(`bot_id <> 0 AND verification = ${code}`);
    // What is counted by verification has no errors.
    const { bots, botsBelow, pages, pagesOfBots } = found;
    for (const one of [bots, botsBelow, pages, pagesOfBots].flat()) one['error_visits'] = null;
    for (const one of [pages, pagesOfBots].flat())
      for (const count of PEOPLE_COUNTS) one[count] = null;
    all[name] = found;
  }
  return all;
}

type Row = Record<string, unknown>;

async function reported(websiteId: number, period: { from: Date; to: Date }) {
  const nowhere = { from: period.from, to: period.from };
  const among = async (verification?: Verification) => {
    const bots = async (filter: ListFilter) => {
      const read = await reader.bots(websiteId, period, { ...filter, verification });
      return read.map(
        ({
          provider: _p,
          category: _c,
          first_seen: _f,
          last_seen: _l,
          verification: word,
          ...row
        }) => {
          expect(word).toBe(verification ? null : verificationWord(row));
          return row as Row;
        },
      );
    };
    const pages = (filter: ListFilter) =>
      reader.pages(websiteId, period, { limit: 1000, ...filter, verification });
    const sorted = (series: BucketCounts[]) =>
      series
        .filter(({ total_visits }) => total_visits > 0)
        .sort((one, other) => one.bucket - other.bucket);
    return {
      bots: await bots({}),
      botsBelow: await bots({ path: '/1' }),
      pages: await pages({}),
      pagesOfBots: await pages({ category: 'ai_search' }),
      hours: sorted(await reader.series(websiteId, period, 'hour', { verification })),
      weeks: sorted(
        await reader.clippedSeries(websiteId, { range: period, whole: nowhere }, 'week', {
          verification,
        }),
      ),
    };
  };
  const all: Record<string, Awaited<ReturnType<typeof among>>> = { all: await among() };
  for (const name of VERIFICATIONS) all[name] = await among(name);
  return all;
}

const grains = async (websiteId: number) => {
  const { rows } = await pool.query<{ grain: string; digests: number }>(
    'SELECT grain, count(*)::integer AS digests FROM page_digests WHERE website_id = $1 GROUP BY grain ORDER BY grain',
    [websiteId],
  );
  return Object.fromEntries(rows.map((row) => [row.grain, row.digests]));
};

/** Leaves what digests had before they were packed: reports then read their arrays. */
const unpack = (websiteId: number) =>
  pool.query('UPDATE page_digests SET packed_from = NULL WHERE website_id = $1', [websiteId]);

describe('Digests of pages', () => {
  it('digest days, weeks and months that are over, and reports say the same as before', async () => {
    const { websiteId, pageIds } = await aWebsite(40);
    const visits = Array.from({ length: 900 }, (_, i) =>
      aVisit({
        websiteId,
        time: at('2026-08-03') + (i % 60) * DAY + i * 1_000,
        botId: i % 3 ? ([...DECLARED, 900_001, 900_002, 900_003][i % 10] ?? 1) : 0,
        verification: i % 3 && i % 5 < 3 ? VERIFICATIONS[(i % 7) % 4] : 'not_checked',
        statusCode: i % 7 ? 200 : 404,
        pageId: pageIds[(i * 7) % 40] as number,
      }),
    );
    await write(visits);
    const period = range('2026-08-10', '2026-09-25');
    const before = await reported(websiteId, period);
    expect(before).toEqual(await expected(websiteId, period));
    await settle();
    // 3 August to 1 October. The last week and the last month count as well, because they are over.
    expect(await grains(websiteId)).toEqual({ day: 60, month: 3, week: 9 });
    expect(await reported(websiteId, period)).toEqual(before);
    await unpack(websiteId);
    expect(await reported(websiteId, period)).toEqual(before);
    expect((await look()).done).toEqual({ digests: 72 });
    await pool.query(
      "UPDATE page_digests SET bot_visits = array_fill(1000000, ARRAY[cardinality(page_ids)]), error_visits = bot_visits WHERE website_id = $1 AND grain = 'month'",
      [websiteId],
    );
    await pool.query(
      "UPDATE bot_page_sets SET visits = array_fill(1000000, ARRAY[cardinality(page_ids)]) WHERE website_id = $1 AND grain = 'month'",
      [websiteId],
    );
    // Packed digests are read, and not their arrays.
    const whole = range('2026-08-03', '2026-09-30');
    expect(await reported(websiteId, whole)).toEqual(await expected(websiteId, whole));
    await unpack(websiteId);
    const [page] = await reader.pages(websiteId, whole, { limit: 1 });
    expect(page?.bot_visits).toBeGreaterThan(1_000_000);
    const filter = { path: '/1', category: 'ai_search', limit: 1 } as const;
    const [bot] = await reader.bots(websiteId, whole, filter);
    expect(bot?.visits).toBeGreaterThan(1_000_000);
    const [ofBots] = await reader.pages(websiteId, whole, filter);
    expect(ofBots?.bot_visits).toBeGreaterThan(1_000_000);
    await pool.query('DELETE FROM page_digests WHERE website_id = $1', [websiteId]);
  });

  it('tell the days of one page, whichever of them have a digest', async () => {
    const { websiteId, pageIds } = await aWebsite(9_000);
    const [first, last] = [pageIds[0], pageIds[8_999]];
    const days = ['2026-05-01', '2026-05-02', '2026-05-03'].map(at);
    const bots = [0, 900_001, 900_002, 1_000_004];
    const visits = days.flatMap((time, day) =>
      bots.flatMap((botId, i) =>
        [first, last].map((pageId) =>
          aVisit({
            ...{ websiteId, time, botId, pageId: pageId as number },
            verification: botId && day === i ? 'spoofed' : 'not_checked',
          }),
        ),
      ),
    );
    const all = pageIds.map((pageId) => aVisit({ websiteId, time: at('2026-05-01'), pageId }));
    await write([...visits, ...all]);
    const period = range('2026-05-01', '2026-05-31');
    const read = async () => {
      const one = (filter: object) =>
        reader.pageSeries(websiteId, period, 'day', { exact_path: '/9000', ...filter });
      const series = [
        await one({}),
        await one({ bot: 'B900002' }),
        await one({ verification: 'spoofed' }),
      ];
      return series.map((points) => points.sort((a, b) => a.bucket - b.bucket));
    };
    const before = await read();
    // 1 May has the visit among all pages, too. Half of the visits of 900002 were under a name.
    expect(before[0]).toMatchObject([
      { total_visits: 5, human_visits: 2, bot_visits: 3, ai_bot_visits: 2, spoofed_visits: 0 },
      { total_visits: 4, human_visits: 1, bot_visits: 3, spoofed_visits: 1 },
      { total_visits: 4, human_visits: 1, bot_visits: 3, spoofed_visits: 1 },
    ]);
    expect(before[1]).toMatchObject(days.map(() => ({ total_visits: 2, human_visits: 0 })));
    expect(before[2]?.map(({ total_visits }) => total_visits)).toEqual([0, 1, 1]);
    await settle();
    expect(await read()).toEqual(before);
    await unpack(websiteId);
    expect(await read()).toEqual(before);
    await pool.query(
      "UPDATE bot_page_sets SET visits = array_fill(9, ARRAY[cardinality(page_ids)]) WHERE website_id = $1 AND grain = 'day'",
      [websiteId],
    );
    expect((await read())[1]?.map(({ bot_visits }) => bot_visits)).toEqual([18, 18, 18]);
    await pool.query(
      "UPDATE page_digests SET bot_visits = array_fill(9, ARRAY[cardinality(page_ids)]) WHERE website_id = $1 AND grain = 'day'",
      [websiteId],
    );
    expect((await read())[0]?.map(({ bot_visits }) => bot_visits)).toEqual([9, 9, 9]);
    expect(await reader.pageSeries(websiteId, period, 'month', { exact_path: '/none' })).toEqual(
      [],
    );
    await pool.query('DELETE FROM page_digests WHERE website_id = $1', [websiteId]);
  });

  it('are not read once late visits have come, and are made again', async () => {
    const { websiteId, pageIds } = await aWebsite(3);
    const late = (time: number, page: number) =>
      aVisit({ websiteId, time, botId: 900_001, pageId: pageIds[page] as number });
    await write([late(at('2026-07-01'), 0), late(at('2026-07-15'), 1)]);
    await settle();
    const period = range('2026-07-01', '2026-07-31');
    await write([late(at('2026-07-15') + 5, 2)]);
    const after = await reported(websiteId, period);
    expect(after).toEqual(await expected(websiteId, period));
    expect(after['all']?.bots).toMatchObject([{ name: 'B900001', visits: 3, pages_visited: 3 }]);
    // The digests of the day, the week and the month.
    expect(await settle()).toBe(3);
    expect(await settle()).toBe(0);
    expect(await reported(websiteId, period)).toEqual(after);
  });

  it('are made again when a bot becomes an AI bot without a newer registry', async () => {
    const { websiteId, pageIds } = await aWebsite(1);
    const time = at('2026-07-20');
    await write([aVisit({ websiteId, time, botId: 900_005, pageId: pageIds[0] as number })]);
    await settle();
    const aiVisits = async () =>
      (await reader.pages(websiteId, range('2026-07-01', '2026-07-31'), { limit: 1 })).map(
        (page) => page.ai_bot_visits,
      );
    expect(await aiVisits()).toEqual([0]);
    // From which registry the digests of the day, the week and the month were made.
    const versions = async () => {
      const sql = 'SELECT registry_version FROM page_digests WHERE website_id = $1';
      const { rows } = await pool.query<{ registry_version: number }>(sql, [websiteId]);
      return rows.map((row) => row.registry_version);
    };
    const bot = { id: 900_005, slug: 'b', name: 'B900005', provider: 'P', documentation: null };

    // A digest of before that is being made, which nobody sees yet.
    const maker = await pool.connect();
    await maker.query('BEGIN');
    await maker.query(`
      CREATE TEMP TABLE made ON COMMIT DROP AS SELECT * FROM page_digests WHERE website_id = ${websiteId};
      DELETE FROM page_digests WHERE website_id = ${websiteId};
      INSERT INTO page_digests SELECT * FROM made`);
    const changed = upsertBots(pool, [{ ...bot, category: 'ai_search' }], 1);
    await untilDoneOrWaiting(pool, changed);
    await maker.query('COMMIT');
    maker.release();
    await changed;
    expect(await aiVisits()).toEqual([1]);
    expect(await versions()).toEqual([-1, -1, -1]);
    await settle();
    expect(await versions()).toEqual([1, 1, 1]);
    expect(await aiVisits()).toEqual([1]);

    // What changes nothing for AI bots leaves them as they are.
    await upsertBots(pool, [{ ...bot, category: 'ai_training' }], 1);
    expect(await versions()).toEqual([1, 1, 1]);
    await upsertBots(pool, [{ ...bot, category: 'seo' }], 1);
    expect(await aiVisits()).toEqual([0]);

    // With a newer registry all are made again anyway, so nothing has to wait for a digest.
    await settle();
    await upsertBots(pool, [{ ...bot, category: 'ai_search' }], 2);
    expect(await versions()).toEqual([1, 1, 1]);
    expect(await aiVisits()).toEqual([1]);
  });

  it('count the pages of many parts, known and new, once each', async () => {
    const { websiteId, pageIds } = await aWebsite(9_000);
    const day = (date: string, pages: number[]) =>
      pages.map((pageId) => aVisit({ websiteId, time: at(date), botId: 900_002, pageId }));
    await write(day('2026-06-02', pageIds.slice(0, 8_500)));
    await settle();
    const today = new Date().toISOString().slice(0, 10);
    // Half of these visits are of a name that this bot has taken over.
    const visits = day(today, pageIds.slice(8_000)).map((visit, i) =>
      i % 2 ? { ...visit, botId: 1_000_004 } : visit,
    );
    await write(visits);
    const bots = await reader.bots(websiteId, range('2026-06-01', today));
    expect(bots).toMatchObject([{ name: 'B900002', visits: 9_500, pages_visited: 9_000 }]);
  });

  it('are compared with the raw visits by verify', async () => {
    const { websiteId, pageIds } = await aWebsite(1);
    await write([
      aVisit({ websiteId, time: at('2026-04-07'), pageId: pageIds[0] as number }),
      aVisit({ websiteId, time: at('2026-04-08'), pageId: null }),
      aVisit({ websiteId, time: at('2026-04-09'), botId: 900_001, pageId: pageIds[0] as number }),
    ]);
    await settle();
    const verify = async () => {
      const client = await pool.connect();
      const { differences } = await verifyRollUps(client, 0).finally(() => client.release());
      return differences.map(({ relation, bucket, rolled_up }) => [relation, bucket, rolled_up]);
    };
    expect(await verify()).toEqual([]);
    await pool.query(
      "UPDATE page_digests SET human_visits = '{7}', error_visits = '{4}' WHERE website_id = $1 AND grain = 'week'",
      [websiteId],
    );
    await pool.query(
      "UPDATE bot_page_sets SET visits = '{5}' WHERE website_id = $1 AND grain = 'month'",
      [websiteId],
    );
    expect(await verify()).toEqual([
      ['bot_page_sets, month', '2026-04-01', 5],
      ['page_digests, week', '2026-04-06', 4],
      ['page_digests, week', '2026-04-06', 8],
    ]);
    await write([aVisit({ websiteId, time: at('2026-04-09') })]);
    expect(await verify()).toEqual([]);
  });

  it('wait while the visits of a bucket still grow', async () => {
    const { websiteId, pageIds } = await aWebsite(1);
    const one = () =>
      write([aVisit({ websiteId, time: at('2026-05-05'), pageId: pageIds[0] as number })]);
    await one();
    await look();
    await one();
    await look();
    expect(await grains(websiteId)).toEqual({});
    await look();
    expect(await grains(websiteId)).toEqual({ day: 1, month: 1, week: 1 });
  });

  it('leave out buckets that are not over, and buckets that are too small', async () => {
    const { websiteId, pageIds } = await aWebsite(1);
    await write([aVisit({ websiteId, time: Date.now(), pageId: pageIds[0] as number })]);
    await settle();
    expect(await grains(websiteId)).toEqual({});
    const small = await aWebsite(1);
    await write([
      aVisit({
        websiteId: small.websiteId,
        time: at('2026-05-06'),
        pageId: small.pageIds[0] as number,
      }),
    ]);
    const choosy = pageDigestsTask({ leastVisits: 2 });
    for (let round = 0; round < 2; round++) await runUpkeepRound(pool, choosy);
    expect(await grains(small.websiteId)).toEqual({});
  });

  it('never change a report, whenever visits came and whatever is digested', async () => {
    const { websiteId, pageIds } = await aWebsite(12);
    const visit = fc.record({
      day: fc.integer({ min: 0, max: 70 }),
      botId: fc.constantFrom(0, 1, 900_001, 900_002, ...DECLARED),
      page: fc.option(fc.integer({ min: 0, max: 11 })),
      checked: fc.constantFrom(...VERIFICATIONS),
    });
    const step = fc.record({
      visits: fc.array(visit, { minLength: 1, maxLength: 30 }),
      digest: fc.boolean(),
    });
    const bound = fc.integer({ min: 0, max: 75 });
    const first = at('2026-03-01');
    await fc.assert(
      fc.asyncProperty(step, bound, bound, async ({ visits, digest }, a, b) => {
        await write(
          visits.map(({ day, botId, page, checked }) =>
            aVisit({
              websiteId,
              time: first + day * DAY,
              botId,
              statusCode: day % 3 ? 200 : 500,
              verification: botId === 0 ? 'not_checked' : checked,
              pageId: page === null ? null : (pageIds[page] as number),
            }),
          ),
        );
        if (digest) await settle();
        const period = {
          from: new Date(first + Math.min(a, b) * DAY),
          to: new Date(first + (Math.max(a, b) + 1) * DAY),
        };
        expect(await reported(websiteId, period)).toEqual(await expected(websiteId, period));
      }),
      { numRuns: 40 },
    );
  });
});
