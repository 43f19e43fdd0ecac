import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  aVisit,
  describeOnFlavour,
  runUpkeepRound,
  type TestDatabase,
  untilDoneOrWaiting,
  untilWaiting,
  TestVisitWriter,
} from '@app/testing';
import { filledDatabase, makeDigests } from '../../test/filled-database.js';
import type { Pool } from '../database/pool.js';
import { valuesOf } from '../compose/compose.js';
import { MAKE_PAGE_DIGEST } from '../roll-ups/make-page-digest.js';
import { daysToRepair, type Repair, repairDay, repairRollUps } from './repair.js';
import { rollUpRefreshTask } from './roll-up-refresher.js';
import { verifyRollUps } from './verify.js';

const DAY = 86_400_000;
/** Returns the UTC day that was this many days ago, as in `2026-11-20`. */
const dayAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);

describe('the days to repair', () => {
  const difference = (relation: string, bucket: string, website: string | null = 'ws_1') => ({
    ...{ relation, bucket, website_id: website, count: 'visits', raw: 1, rolled_up: 2 },
  });
  const days = (...differences: Parameters<typeof daysToRepair>[0]) =>
    daysToRepair(differences).map(({ website, day }) => `${website} ${day}`);

  it('are those of the bucket, each once', () => {
    expect(
      days(
        difference('traffic_daily', '2026-11-20'),
        difference('page_digests, day', '2026-11-20'),
      ),
    ).toEqual(['ws_1 2026-11-20']);
    expect(days(difference('traffic_weekly', '2026-11-16'))).toHaveLength(7);
    expect(days(difference('bot_page_sets, month', '2028-02-01')).at(-1)).toBe('ws_1 2028-02-29');
    expect(days(difference('traffic_hourly', '2026-11-20'))).toEqual(['ws_1 2026-11-20']);
  });

  it('are none of a website that does not exist', () => {
    expect(days(difference('traffic_daily', '2026-11-20', null))).toEqual([]);
  });
});

describe.each(['plain', 'timescale', 'citus'] as const)('on %s', (flavour) => {
  describeOnFlavour(flavour, 'a repair', () => {
    let database: TestDatabase;
    let pool: Pool;
    let right: Record<string, unknown[]>;
    beforeAll(async () => {
      ({ database, pool } = await filledDatabase(flavour));
      right = await everything();
    });
    afterAll(async () => {
      await pool.end();
      await database.drop();
    });

    const rows = async (sql: string) => (await pool.query<Record<string, string>>(sql)).rows;

    /** Returns all rows of everything that `verify` compares. */
    async function everything(): Promise<Record<string, unknown[]>> {
      const dump: Record<string, unknown[]> = {};
      for (const relation of [
        ...['traffic_hourly', 'traffic_daily', 'traffic_weekly', 'traffic_monthly'],
        ...['pages_daily', 'statuses_daily', 'referrals_daily', 'clients_daily'],
        ...['statuses_hourly', 'referrals_hourly', 'landings_daily'],
        ...['hosts_hourly', 'hosts_daily', 'countries_hourly', 'countries_daily'],
        ...['spoofed_daily', 'page_digests', 'bot_page_sets'],
      ])
        dump[relation] = (
          await rows(`SELECT t::text AS row FROM ${relation} t ORDER BY t::text COLLATE "C"`)
        ).map(({ row }) => row);
      return dump;
    }

    /**
     * Returns the relations that are not as they were. To compare all rows at once is slow when
     * something differs.
     */
    async function changedRelations(): Promise<string[]> {
      const now = await everything();
      return Object.keys(right).filter((name) => !isDeepStrictEqual(now[name], right[name]));
    }

    async function repair(retentionDays = 0): Promise<Repair> {
      const client = await pool.connect();
      return repairRollUps(client, retentionDays).finally(() => client.release());
    }

    /** Counts one day of the first website again, once and whatever its counts are. */
    async function repairOnce(day: string): Promise<boolean> {
      const client = await pool.connect();
      return repairDay(client, 1, day).finally(() => client.release());
    }

    async function differences() {
      const client = await pool.connect();
      const { differences } = await verifyRollUps(client, 0).finally(() => client.release());
      return differences;
    }

    /** Returns the tables whose rows the roll-ups consist of, those behind aggregates too. */
    async function tables(): Promise<string[]> {
      const counted = await rows(
        "SELECT relation FROM website_relations WHERE relation ~ '^late_|^[a-z]*_daily|digests|sets'",
      );
      if (flavour !== 'timescale') return counted.map(({ relation }) => relation as string);
      const materialised = await rows(
        `SELECT format('%I.%I', materialization_hypertable_schema, materialization_hypertable_name) AS relation
         FROM timescaledb_information.continuous_aggregates`,
      );
      return [...counted, ...materialised].map(({ relation }) => relation as string);
    }

    it('makes all of it right again, whichever table is damaged and how', async () => {
      let tried = 0;
      for (const table of await tables()) {
        const [buckets] = await rows(
          `SELECT min(bucket)::text AS oldest, max(bucket)::text AS newest FROM ${table}
           WHERE website_id = 1 AND bucket < now() - INTERVAL '5 days'`,
        );
        // The steps on the way to hours and days are kept for two days.
        if (!buckets?.oldest) continue;
        const count = { page_digests: 'human_visits[1]', bot_page_sets: 'visits[1]' }[table];
        const add = `${count ?? 'visits'} = ${count ?? 'visits'} + 7`;
        await pool.query(
          `UPDATE ${table} SET ${add} WHERE website_id = 1 AND bucket = '${buckets.oldest}'`,
        );
        await pool.query(
          `DELETE FROM ${table} WHERE website_id = 1 AND bucket = '${buckets.newest}'`,
        );
        tried++;
      }
      expect(tried).toBeGreaterThan(flavour !== 'timescale' ? 7 : 10);
      const { found, left, now } = await repair();
      expect(found.length).toBeGreaterThan(5);
      expect({ left, differences: now.differences }).toEqual({ left: [], differences: [] });
      await makeDigests(pool);
      expect(await changedRelations()).toEqual([]);
    });

    it('counts double and missing rows of one day right, and touches no other day', async () => {
      const day = dayAgo(20);
      await pool.query(
        `UPDATE statuses_daily SET visits = 2 * visits WHERE website_id = 2 AND bucket = '${day}'`,
      );
      await pool.query(`DELETE FROM referrals_daily WHERE website_id = 2 AND bucket = '${day}'`);
      const { repaired, now } = await repair();
      expect(repaired).toEqual([{ website: 'ws_2', day }]);
      expect(now.differences).toEqual([]);
      await makeDigests(pool);
      expect(await changedRelations()).toEqual([]);
    });

    it('leaves nothing in a digest of what is in no visit', async () => {
      await pool.query(
        `INSERT INTO bot_page_sets SELECT (jsonb_populate_record(s, '{"part": 9}')).*
         FROM bot_page_sets s WHERE website_id = 1 AND bucket = '${dayAgo(20)}' AND grain = 'day'`,
      );
      const { found, now } = await repair();
      expect(found.map(({ relation }) => relation)).toContain('bot_page_sets, day');
      expect(now.differences).toEqual([]);
      await makeDigests(pool);
      expect(await changedRelations()).toEqual([]);
    });

    it('deletes a digest that is being made meanwhile from wrong counts', async () => {
      const day = dayAgo(20);
      await pool.query(
        `UPDATE late_pages_daily SET visits = visits + 7 WHERE website_id = 1 AND bucket = '${day}';
         DELETE FROM page_digests WHERE website_id = 1 AND bucket = '${day}';
         DELETE FROM bot_page_sets WHERE website_id = 1 AND bucket = '${day}'`,
      );
      const maker = await pool.connect();
      const made = { website: 1, grain: 'day', from: day, to: dayAgo(19) };
      try {
        await maker.query('BEGIN');
        await maker.query(MAKE_PAGE_DIGEST.text, valuesOf(MAKE_PAGE_DIGEST, made));
        const repaired = repairOnce(day);
        await untilDoneOrWaiting(database.pool, repaired);
        await maker.query('COMMIT');
        await repaired;
      } finally {
        // Otherwise the pool would wait for it, and with it the suite.
        maker.release();
      }
      await makeDigests(pool);
      expect(await differences()).toEqual([]);
      expect(await changedRelations()).toEqual([]);
    });

    it('counts a visit once that comes while it is half-way', async () => {
      const day = dayAgo(20);
      const holder = await pool.connect();
      await holder.query('BEGIN');
      // The repair deletes these rows last, and waits.
      await holder.query(
        `SELECT FROM clients_daily WHERE website_id = 1 AND bucket = '${day}' FOR UPDATE`,
      );
      const repaired = repairOnce(day);
      await untilWaiting(database.pool, 1);
      // No visit is like this one, so it is counted in rows that nobody else changes or deletes.
      const visit = aVisit({ time: Date.parse(day), botId: 99, statusCode: 418, pageId: 99 });
      const batch = { id: randomUUID(), accountId: 1, receivedAt: Date.now(), visits: [visit] };
      const written = new TestVisitWriter(pool).write(batch);
      await untilDoneOrWaiting(database.pool, written, { others: 1 });
      await holder.query('ROLLBACK');
      holder.release();
      await Promise.all([repaired, written]);
      expect(await differences()).toEqual([]);
    });

    it('runs beside writers, and loses and doubles nothing', async () => {
      const writer = new TestVisitWriter(pool);
      let writing = true;
      let written = 0;
      const write = async () => {
        while (writing) {
          const visits = [0, 1, 20].map((days) =>
            aVisit({ time: Date.now() - days * DAY, pageId: 1 }),
          );
          await writer.write({ id: randomUUID(), accountId: 1, receivedAt: Date.now(), visits });
          written += visits.length;
        }
      };
      const writers = [write(), write()];
      for (let round = 0; round < 5; round++) {
        const day = dayAgo(20);
        await pool.query(
          `UPDATE clients_daily SET visits = visits + 3 WHERE website_id = 1 AND bucket = '${day}'`,
        );
        if (flavour === 'timescale') await runUpkeepRound(pool, rollUpRefreshTask());
        expect((await repair()).repaired.length).toBeGreaterThan(0);
      }
      writing = false;
      await Promise.all(writers);
      expect(written).toBeGreaterThan(0);
      const { found, now } = await repair();
      expect({ found, differences: now.differences }).toEqual({ found: [], differences: [] });
    });

    it('leaves days alone whose raw visits are gone', async () => {
      const day = dayAgo(40);
      const range = `time >= '${day}' AND time < '${day}'::timestamptz + INTERVAL '1 day'`;
      const before = await everything();
      await pool.query(`DELETE FROM visits WHERE website_id = 1 AND ${range}`);
      const { left, repaired, now } = await repair();
      expect(left).toEqual([{ website: 'ws_1', day }]);
      expect(repaired).not.toContainEqual({ website: 'ws_1', day });
      expect(now.differences.length).toBeGreaterThan(0);
      await makeDigests(pool);
      expect((await everything())['traffic_daily']).toEqual(before['traffic_daily']);
    });

    it('does not look at days whose raw visits were dropped', async () => {
      const since = dayAgo(31);
      if (flavour !== 'timescale') await pool.query(`UPDATE visits_kept SET since = '${since}'`);
      else await runUpkeepRound(pool, rollUpRefreshTask({ retentionDays: 30 }));
      const before = (await everything())['traffic_daily'];
      // Whatever the retention is now, the database knows what was dropped.
      const { found, now } = await repair(0);
      expect({ found, since: now.since }).toEqual({ found: [], since });
      expect((await everything())['traffic_daily']).toEqual(before);
    });
  });
});
