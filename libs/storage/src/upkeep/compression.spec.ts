import { createLogger } from '@app/observability';
import {
  aVisit,
  createTestDatabase,
  describeOnFlavour,
  eventually,
  runUpkeepRound,
  type TestDatabase,
  TestVisitWriter,
} from '@app/testing';
import { randomUUID } from 'node:crypto';
import { compressionTask } from './compression.js';
import { Upkeep } from './upkeep.js';

const DAY = 86_400_000;
const logger = createLogger('test', 'silent');

describeOnFlavour('timescale', 'compression', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase('timescale');
    await write([100, 50, 0]);
  });
  afterEach(() => database.drop());

  async function write(daysAgo: number[]): Promise<void> {
    const visits = daysAgo.map((days) => aVisit({ time: Date.now() - days * DAY, pageId: 1 }));
    const batch = { id: randomUUID(), accountId: 1, receivedAt: Date.now(), visits };
    await new TestVisitWriter(database.pool).write(batch);
  }

  /**
   * The status of each chunk, the oldest first: 0 not compressed, 1 compressed, 3 compressed without
   * order, 9 in part.
   */
  async function statuses(): Promise<number[]> {
    const { rows } = await database.pool.query<{ status: number }>(
      `SELECT _timescaledb_functions.chunk_status(
         format('%I.%I', chunk_schema, chunk_name)::regclass) AS status
       FROM timescaledb_information.chunks WHERE hypertable_name = 'visits' ORDER BY range_start`,
    );
    return rows.map(({ status }) => status);
  }

  const visits = async () =>
    Number(
      (await database.pool.query<{ n: string }>('SELECT count(*) AS n FROM visits')).rows[0]?.n,
    );

  it('compresses old chunks only, and again those that got late visits', async () => {
    const round = () => runUpkeepRound(database.pool, compressionTask());
    expect(await statuses()).toEqual([0, 0, 0]);
    expect((await round()).done).toEqual({ compressed: 2, busy: 0 });
    expect(await statuses()).toEqual([1, 1, 0]);
    expect((await round()).done).toBeUndefined();
    await write([50]);
    expect(await statuses()).toEqual([1, 9, 0]);
    expect((await round()).done).toEqual({ compressed: 1, busy: 0 });
    expect(await statuses()).toEqual([1, 1, 0]);
    expect(await visits()).toBe(4);
  });

  it('puts in order what was written compressed', async () => {
    const round = () => runUpkeepRound(database.pool, compressionTask());
    await round();
    const days = Array.from({ length: 500 }, (_, n) => 20 + n / 10_000);
    await write(days);
    await write(days.reverse());
    expect(await statuses()).toEqual([1, 1, 3, 0]);
    expect((await round()).done).toEqual({ compressed: 1, busy: 0 });
    expect(await statuses()).toEqual([1, 1, 1, 0]);
    expect(await visits()).toBe(1_003);
  });

  it('leaves out a chunk that another session keeps busy, and comes back for it', async () => {
    const reader = await database.pool.connect();
    // With a literal, the planner leaves out the other chunks and does not lock them.
    const old = new Date(Date.now() - 90 * DAY).toISOString();
    await reader.query(`BEGIN; SELECT count(*) FROM visits WHERE time < '${old}'`);
    const { done, pauseMs } = await runUpkeepRound(database.pool, compressionTask());
    await reader.query('COMMIT');
    reader.release();
    expect(done).toEqual({ compressed: 1, busy: 1 });
    expect(pauseMs).toBeLessThan(DAY / 24);
    expect(await statuses()).toEqual([0, 1, 0]);
    await runUpkeepRound(database.pool, compressionTask());
    expect(await statuses()).toEqual([1, 1, 0]);
  });

  it('has a loop of its own, which stops without waiting for a long chunk', async () => {
    let begun = false;
    const slow = new Upkeep({
      loop: 'compression',
      url: database.url,
      logger,
      tasks: [
        {
          name: 'compression',
          async *round(client) {
            begun = true;
            await client.query('SELECT pg_sleep(3600)');
            return { pauseMs: 0 };
          },
        },
      ],
    });
    const seen: string[] = [];
    const other = new Upkeep({
      url: database.url,
      logger,
      tasks: [
        {
          name: 'refresh',
          async *round(client) {
            await client.query('SELECT 1');
            seen.push('refresh');
            return { pauseMs: 1 };
          },
        },
      ],
    });
    slow.start();
    await eventually(async () => expect(begun).toBe(true));
    other.start();
    await eventually(async () => expect(seen.length).toBeGreaterThan(3));
    await Promise.all([slow.stop(), other.stop()]);
  });
});
