import { randomUUID } from 'node:crypto';
import { createLogger } from '@app/observability';
import {
  aVisit,
  createEmptyDatabase,
  describeOnFlavour,
  runUpkeepRound,
  type TestDatabase,
  type TestFlavour,
  TestVisitWriter,
  untilDoneOrWaiting,
  untilWaiting,
  type Visit,
} from '@app/testing';
import { migrateDaysAgo } from '../../test/migrate-days-ago.js';
import { CONTENTS } from '../backup/contents.js';
import { createPool, type Pool } from '../database/pool.js';
import { totalOf } from '../roll-ups/measures.js';
import {
  APPENDED,
  keyOf,
  relationOf,
  rollUp,
  rollUpsFrom,
  tableOf,
  UNMERGED_TABLES,
} from '../roll-ups/roll-ups.js';
import { countMergeTask } from './count-merger.js';
import { repairDay } from './repair.js';
import { verifyRollUps } from './verify.js';

const HOUR = 3_600_000;
const NOW = Date.now();
const TODAY = new Date(NOW).toISOString().slice(0, 10);
const DAYS_AGO = 3;

/** What is merged, by table. Where aggregates count what is in time, its tables have late visits only. */
const mergedOn = (flavour: TestFlavour) =>
  APPENDED.flatMap(rollUpsFrom)
    .filter((name) => flavour !== 'timescale' || !rollUp(name).aggregates)
    .flatMap((name) =>
      rollUp(name).grains.map((grain) => ({
        table: tableOf(name, grain),
        view: relationOf(name, grain),
        columns: keyOf(name),
        totals: rollUp(name).measures.map(totalOf),
      })),
    );

describe.each(['plain', 'timescale', 'citus'] as const)('on %s', (flavour) => {
  describeOnFlavour(flavour, 'counts that are merged', () => {
    let database: TestDatabase;
    let pool: Pool;
    const merged = mergedOn(flavour);
    beforeAll(async () => {
      database = await createEmptyDatabase(flavour);
      const logger = createLogger('test', 'silent');
      pool = createPool({ ...database, max: 6, name: 'test', statementTimeoutMs: 20_000, logger });
      await migrateDaysAgo(pool, flavour, 2 * DAYS_AGO);
    });
    afterAll(async () => {
      await pool.end();
      await database.drop();
    });

    const rows = async (sql: string) => (await pool.query<Record<string, unknown>>(sql)).rows;

    /** The rows of each table, or what reports read, with one row for each key. */
    async function counted(of: 'table' | 'view') {
      const found: [string, unknown[]][] = [];
      for (const { columns, totals, ...relations } of merged) {
        const sql = `SELECT ${[...columns, ...totals].join(', ')} FROM ${relations[of]} GROUP BY ${columns.join(', ')} ORDER BY ${columns.join(', ')}`;
        found.push([relations.table, await rows(sql)]);
      }
      return Object.fromEntries(found);
    }

    async function unmergedRows(): Promise<number> {
      let found = 0;
      for (const table of UNMERGED_TABLES) found += (await rows(`SELECT FROM ${table}`)).length;
      return found;
    }

    async function differences() {
      const client = await pool.connect();
      const verified = await verifyRollUps(client, 0).finally(() => client.release());
      return verified.differences;
    }

    /** What a backup has of the tables, with one text for each row. */
    const inBackups = async () =>
      Promise.all(
        CONTENTS.filter(({ table }) => merged.some((one) => one.table === table)).map(
          async (content) => (await rows(content.rows)).map((row) => JSON.stringify(row)).sort(),
        ),
      );

    /** Visits that differ in everything that is counted, in some hours of two days. */
    const visits = (websiteId: number, number: number): Visit[] =>
      Array.from({ length: number }, (_, at) =>
        aVisit({
          ...{ websiteId, botId: at % 3, statusCode: [200, 404, 500][at % 3] as number },
          time: NOW - (at % 5) * 7 * HOUR,
          pageId: 1 + (at % 7),
          verification: (['verified', 'spoofed', 'not_checked', 'unverifiable'] as const)[at % 4],
          ...{ host: `${at % 2}.example`, country: [null, 'DE', 'NZ'][at % 3] as string | null },
        }),
      );
    const write = (written: Visit[]) =>
      new TestVisitWriter(pool).write({
        ...{ id: randomUUID(), accountId: 1, receivedAt: NOW, visits: written },
      });

    it('are all in what reports read and in backups, before they are merged and after', async () => {
      for (const websiteId of [1, 2, 3]) await write(visits(websiteId, 40 + websiteId));
      for (const found of Object.values(await counted('table'))) expect(found).toEqual([]);
      const before = await counted('view');
      for (const found of Object.values(before)) expect(found.length).toBeGreaterThan(10);
      const backedUp = await inBackups();
      await runUpkeepRound(pool, countMergeTask());
      expect(await unmergedRows()).toBe(0);
      expect(await counted('view')).toEqual(before);
      expect(await counted('table')).toEqual(before);
      expect(await inBackups()).toEqual(backedUp);
    });

    it('are added to those that were merged before, also a few rows at a time', async () => {
      const before = await counted('view');
      for (let batch = 0; batch < 3; batch++) await write(visits(1, 30));
      const expected = await counted('view');
      expect(expected).not.toEqual(before);
      const task = countMergeTask({ mostRows: 2 });
      await runUpkeepRound(pool, task);
      await runUpkeepRound(pool, task);
      expect(await unmergedRows()).toBe(0);
      expect(await counted('table')).toEqual(expected);
    });

    it('are the same when nobody merges what is being written', async () => {
      const before = await counted('view');
      const holder = await pool.connect();
      try {
        await holder.query('BEGIN');
        // What another transaction has not committed is left for the next round.
        await holder.query(
          `INSERT INTO unmerged_hosts (website_id, bucket, bot_id, status_code, host_id, visits)
           VALUES (1, now(), '{1}', '{200}', '{1}', '{1}')`,
        );
        await runUpkeepRound(pool, countMergeTask());
        await holder.query('ROLLBACK');
      } finally {
        holder.release();
      }
      expect(await counted('table')).toEqual(before);
    });

    it('are counted once by a repair that comes while they are being merged', async () => {
      await pool.query(
        `INSERT INTO accounts (public_id, name, plan) VALUES ('acc_1', 'A', 'free');
         INSERT INTO websites (account_id, public_id, tracking_id, domain) VALUES (1, 'ws_1', 't_1', 'one.example')`,
      );
      await write(visits(1, 20));
      const holder = await pool.connect();
      const client = await pool.connect();
      let [merging, repaired]: Promise<unknown>[] = [];
      try {
        await holder.query('BEGIN');
        // The merge has added to other tables, and waits for these rows.
        await holder.query('SELECT FROM hosts_daily WHERE website_id = 1 FOR UPDATE');
        merging = runUpkeepRound(pool, countMergeTask());
        await untilWaiting(database.pool, 1);
        repaired = repairDay(client, 1, TODAY);
        await untilDoneOrWaiting(database.pool, repaired, { others: 1 });
        await holder.query('COMMIT');
        await Promise.all([merging, repaired]);
      } finally {
        holder.release();
        client.release();
      }
      expect(await differences()).toEqual([]);
    });

    it('are each counted once while writers, merges and repairs go on at once', async () => {
      let isWriting = true;
      const task = countMergeTask();
      const merging = async () => {
        while (isWriting) await runUpkeepRound(pool, task);
      };
      const repairing = async () => {
        const client = await pool.connect();
        try {
          while (isWriting) await repairDay(client, 1, TODAY);
        } finally {
          client.release();
        }
      };
      const writing = async () => {
        for (let batch = 0; batch < 15; batch++) await write(visits(1, 25));
      };
      const others = [merging(), repairing()];
      await Promise.all([writing(), writing()]);
      isWriting = false;
      await Promise.all(others);
      await runUpkeepRound(pool, task);
      expect(await differences()).toEqual([]);
      expect(await unmergedRows()).toBe(0);
    });
  });
});
