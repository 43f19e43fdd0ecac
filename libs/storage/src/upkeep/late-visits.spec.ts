import { createLogger } from '@app/observability';
import {
  aVisit,
  createEmptyDatabase,
  describeOnFlavour,
  eventually,
  type TestDatabase,
  runUpkeepRound,
  recount,
  TestVisitWriter,
  untilWaiting,
  type Visit,
} from '@app/testing';
import { randomUUID } from 'node:crypto';
import { migrateDaysAgo } from '../../test/migrate-days-ago.js';
import { createPool, type Pool } from '../database/pool.js';
import { countMergeTask } from './count-merger.js';
import { rollUpRefreshTask } from './roll-up-refresher.js';
import type { UpkeepTask } from './upkeep.js';
import { verifyRollUps } from './verify.js';

const MINUTE = 60_000;
const DAY = 86_400_000;
const RELATIONS = ['hourly', 'daily', 'weekly', 'monthly'].map((name) => `traffic_${name}`);

let database: TestDatabase;
let pool: Pool;
let task: UpkeepTask;
const refresh = () => runUpkeepRound(pool, task);

/**
 * Sets the state after migrations that ran this number of days ago. Visits since then are in time
 * until the horizon moves.
 */
async function migratedDaysAgo(days: number): Promise<void> {
  const logger = createLogger('test', 'silent');
  database = await createEmptyDatabase('timescale');
  pool = createPool({
    url: database.url,
    max: 4,
    name: 'test',
    statementTimeoutMs: 20_000,
    logger,
  });
  task = rollUpRefreshTask();
  await migrateDaysAgo(pool, 'timescale', days);
}

function write(visits: Visit[]) {
  const batch = { id: randomUUID(), accountId: 1, receivedAt: Date.now(), visits };
  return new TestVisitWriter(pool).write(batch);
}

const visitsAt = (times: number[], botId = 0) =>
  times.map((time, i) => aVisit({ time, botId, pageId: 1 + (i % 7) }));

async function count(sql: string): Promise<number> {
  const { rows } = await pool.query<{ n: string }>(`SELECT ${sql} AS n`);
  return Number(rows[0]?.n);
}

/** Expects that every roll-up counts all visits, and that `verify` agrees. */
async function expectAllCounted(visits: number): Promise<void> {
  for (const relation of [...RELATIONS, 'pages_daily'])
    expect([relation, await count(`(SELECT sum(visits) FROM ${relation})`)]).toEqual([
      relation,
      visits,
    ]);
  const client = await pool.connect();
  try {
    expect(await verifyRollUps(client, 0)).toEqual({ visits, differences: [] });
  } finally {
    client.release();
  }
}

/** None is of the last minutes, which a slow machine may still have in time after a refresh. */
const scattered = (visits: number, days: number) =>
  Array.from(
    { length: visits },
    (_, i) => Date.now() - 15 * MINUTE - ((i * 7_919) % (days * 1_440)) * MINUTE,
  );

describeOnFlavour('timescale', 'visits in time and late ones', () => {
  afterEach(async () => {
    await pool.end();
    await database.drop();
  });

  it('are counted together, the first in aggregates and the second in tables', async () => {
    await migratedDaysAgo(10);
    await write(visitsAt(scattered(500, 9)));
    await expectAllCounted(500);
    await refresh();
    await expectAllCounted(500);
    expect(await count('(SELECT sum(visits) FROM in_time.traffic_hourly)')).toBe(500);

    await write(visitsAt(scattered(300, 400)));
    await expectAllCounted(800);
    expect(await count('(SELECT sum(visits) FROM in_time.traffic_hourly)')).toBe(500);
    await runUpkeepRound(pool, countMergeTask());
    await expectAllCounted(800);
    expect(await count('(SELECT sum(visits) FROM late_traffic_hourly)')).toBe(300);
    await refresh();
    await expectAllCounted(800);
  });

  it('leave nothing to refresh, and a refresh by hand changes no counts', async () => {
    await migratedDaysAgo(3);
    await write(visitsAt(scattered(100, 2)));
    await refresh();
    await write(visitsAt(scattered(100, 2)));
    const log = '_timescaledb_catalog.continuous_aggs_hypertable_invalidation_log';
    expect(
      await count(`(SELECT count(*) FROM ${log} l JOIN _timescaledb_catalog.hypertable h
      ON h.id = l.hypertable_id WHERE h.table_name = 'visits')`),
    ).toBe(0);
    for (const relation of ['traffic_minutes', 'traffic_hourly', 'traffic_daily'])
      await pool.query(
        `CALL refresh_continuous_aggregate('in_time.${relation}', now() - interval '3 days', now() - interval '6 hours', force => true)`,
      );
    await expectAllCounted(200);
  });

  it('with the date of tomorrow do not prevent those of today from being counted', async () => {
    await migratedDaysAgo(1);
    await write(visitsAt([Date.now() + 23 * 60 * MINUTE, Date.now()]));
    await refresh();
    await write(visitsAt([Date.now(), Date.now() - 5 * MINUTE]));
    await expectAllCounted(4);
  });

  it('include every writer that began before the horizon moved', async () => {
    await migratedDaysAgo(2);
    await write(visitsAt([Date.now() - DAY]));
    const slow = await pool.connect();
    await slow.query('BEGIN');
    const { rows } = await slow.query<{ late: boolean }>(
      "SELECT late_before() > now() - interval '1 hour' AS late",
    );
    expect(rows[0]?.late).toBe(false);
    let moved = false;
    const round = refresh().then(() => (moved = true));
    // A writer that begins now is beyond the new horizon and waits for nobody.
    await expectLateSoon();
    await untilWaiting(pool, 1);
    expect(moved).toBe(false);
    await slow.query(
      "INSERT INTO visits (time, website_id, bot_id, status_code, page_id, method, host, path, user_agent, late) VALUES (now() - interval '1 hour', 1, 0, 200, 1, 'GET', '', '/', '', false)",
    );
    await slow.query('COMMIT');
    slow.release();
    await round;
    await recount(pool);
    await expectAllCounted(await count('(SELECT count(*) FROM visits)'));
  });

  async function expectLateSoon(): Promise<void> {
    await eventually(async () => {
      await write(visitsAt([Date.now() - DAY]));
      expect(await count('(SELECT count(*) FROM unmerged_traffic)')).toBeGreaterThan(0);
    });
  }

  it('stay counted when the intermediate steps and the raw visits are dropped', async () => {
    await migratedDaysAgo(40);
    await write(visitsAt(scattered(400, 39)));
    await refresh();
    await refresh();
    const oldest = (relation: string) =>
      count(`(SELECT extract(epoch FROM now() - min(bucket)) / 86400 FROM in_time.${relation})`);
    for (const step of ['traffic_minutes', 'pages_minutes', 'pages_hourly'])
      expect(await oldest(step)).toBeLessThan(4);
    await expectAllCounted(400);
    await pool.query("SELECT drop_chunks('visits', older_than => now() - interval '10 days')");
    await refresh();
    expect(await count('(SELECT sum(visits) FROM traffic_daily)')).toBe(400);
    expect(await count('(SELECT sum(visits) FROM pages_daily)')).toBe(400);
  });

  it('that do not come from the writer count as late', async () => {
    await migratedDaysAgo(3);
    await refresh();
    await pool.query(
      "INSERT INTO visits (time, website_id, bot_id, status_code, page_id, method, host, path, user_agent) SELECT now() - i * interval '1 hour', 1, 0, 200, 1, 'GET', '', '/', '' FROM generate_series(0, 99) i",
    );
    await recount(pool);
    await expectAllCounted(100);
  });
});
