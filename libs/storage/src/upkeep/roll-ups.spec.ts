import { VERIFICATIONS } from '@app/contracts';
import { describeOnFlavour, type TestDatabase } from '@app/testing';
import { filledDatabase } from '../../test/filled-database.js';
import type { Pool } from '../database/pool.js';
import { statement } from '../database/statement.js';
import { TrafficReader } from '../reports/traffic-reader.js';
import { verifyRollUps } from './verify.js';

const DAY = 86_400_000;
const COUNTS = [
  'visits',
  'error_visits',
  'verified_visits',
  'spoofed_visits',
  'unverifiable_visits',
];
const VERDICTS = COUNTS.slice(2);
const VERIFY = statement('upkeep/verify_roll_ups');
const TRAFFIC = ['hourly', 'daily', 'weekly', 'monthly'].map((name) => `traffic_${name}`);

const sums = (condition = 'true') => `
  count(*) FILTER (WHERE ${condition}) AS visits,
  count(*) FILTER (WHERE ${condition} AND status_code >= 400) AS error_visits,
  count(*) FILTER (WHERE ${condition} AND verification = 1) AS verified_visits,
  count(*) FILTER (WHERE ${condition} AND verification = 2) AS spoofed_visits,
  count(*) FILTER (WHERE ${condition} AND verification = 3) AS unverifiable_visits`;

describe.each(['plain', 'timescale', 'citus'] as const)('on %s', (flavour) => {
  describeOnFlavour(flavour, 'the roll-ups', () => {
    let database: TestDatabase;
    let pool: Pool;
    beforeAll(async () => {
      ({ database, pool } = await filledDatabase(flavour));
    });
    afterAll(async () => {
      await pool.end();
      await database.drop();
    });

    const first = async (sql: string) => (await pool.query(sql)).rows[0] as Record<string, unknown>;
    const counted = (relation: string) =>
      first(
        `SELECT ${COUNTS.map((name) => `sum(${name})::bigint AS ${name}`).join()} FROM ${relation}`,
      );
    async function differences() {
      const client = await pool.connect();
      const found = await verifyRollUps(client, 0).finally(() => client.release());
      return [...new Set(found.differences.map(({ relation, count }) => `${relation}: ${count}`))];
    }

    it('count every visit with its verdict', async () => {
      const all = await first(`SELECT ${sums()} FROM visits`);
      for (const name of COUNTS) expect(all[name]).toBeGreaterThan(250);
      for (const relation of TRAFFIC)
        expect([relation, await counted(relation)]).toEqual([relation, all]);
      const paged = await first(`SELECT ${sums('page_id IS NOT NULL')} FROM visits`);
      expect(paged).not.toEqual(all);
      for (const relation of ['pages_daily', 'pages_recent'])
        // On TimescaleDB, the pages of hours are kept for two days.
        if (flavour !== 'timescale' || relation === 'pages_daily')
          expect([relation, await counted(relation)]).toEqual([relation, paged]);
    });

    it('tell the visits with each verification as the raw visits do', async () => {
      const reader = new TrafficReader(pool);
      await pool.query(
        "INSERT INTO pages (website_id, id, path) SELECT 1, n, '/' || n FROM generate_series(1, 9) n",
      );
      const now = Date.now();
      const range = { from: new Date(now - (now % DAY) - 45 * DAY), to: new Date(now) };
      range.to.setUTCHours(24, 0, 0, 0);
      const raw = async (select: string, code: number, condition: string, order: string) =>
        (
          await pool.query<Record<string, unknown>>(
            `SELECT ${select} FROM visits v JOIN bots b ON b.id = bot_id LEFT JOIN pages p ON p.website_id = v.website_id AND p.id = page_id
             WHERE v.website_id = 1 AND bot_id <> 0 AND verification = $1 AND time >= $2 AND time < $3 AND ${condition}
             GROUP BY 1 ORDER BY ${order}`,
            [code, range.from.toISOString(), range.to.toISOString()],
          )
        ).rows;
      for (const [code, verification] of VERIFICATIONS.entries()) {
        const bots = await reader.bots(1, range, { verification });
        expect(
          bots.map(({ name, visits, pages_visited }) => ({ name, visits, pages_visited })),
        ).toEqual(
          await raw(
            'name, count(*) AS visits, count(DISTINCT page_id) AS pages_visited',
            ...([code, 'true', '2 DESC, name COLLATE "C"'] as const),
          ),
        );
        const pages = await reader.pages(1, range, { verification });
        expect(pages.map(({ path, bot_visits }) => ({ path, bot_visits }))).toEqual(
          await raw(
            'p.path, count(*) AS bot_visits',
            code,
            'page_id IS NOT NULL',
            '2 DESC, p.path COLLATE "C"',
          ),
        );
        for (const interval of ['hour', 'day'] as const) {
          const series = await reader.series(1, range, interval, { verification });
          const some = series.filter(({ total_visits }) => total_visits > 0);
          expect(
            some
              .map(({ bucket, bot_visits }) => ({ bucket, bot_visits }))
              .sort((a, b) => a.bucket - b.bucket),
          ).toEqual(
            await raw(
              `extract(epoch FROM date_trunc('${interval}', time, 'UTC'))::bigint AS bucket, count(*) AS bot_visits`,
              ...([code, 'true', '1'] as const),
            ),
          );
        }
      }
    });

    it('agree with the raw visits, digests and details included', async () => {
      const { grains } = await first('SELECT count(DISTINCT grain) AS grains FROM page_digests');
      expect(grains).toBe(3);
      expect(await differences()).toEqual([]);
    });

    it('are all compared with the raw visits', async () => {
      const { rows } = await pool.query<{ relation: string }>(
        `SELECT relname AS relation FROM pg_class c
         WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v') AND 2 = (
           SELECT count(*) FROM pg_attribute WHERE attrelid = c.oid AND attname IN ('website_id', 'visits'))`,
      );
      // Late visits and what is not merged are read through the views, and recent pages in the rows
      // of pages_daily. Visits do not have the key that they came with. Verdicts on visitors and
      // their evidence are compared by themselves.
      const counting = rows
        .map(({ relation }) => relation)
        .filter((relation) => !/^(?:late|unmerged|current|judged|visitor|people)_/.test(relation))
        .filter((relation) => !['pages_recent', 'host_keys_daily'].includes(relation));
      expect(counting).toContain('traffic_daily');
      for (const relation of counting) expect(VERIFY).toMatch(new RegExp(`'${relation}[',]`));
    });

    it('have no verdict when nothing was checked', async () => {
      const relations = [...TRAFFIC, 'pages_daily', 'page_digests', 'bot_page_sets'];
      for (const relation of relations) {
        const some = VERDICTS.map((name) => `bool_or(${name} IS NOT NULL) AS ${name}`).join();
        const of = (website: number) =>
          first(`SELECT ${some} FROM ${relation} WHERE website_id = ${website}`);
        const all = (known: boolean) =>
          Object.fromEntries(VERDICTS.map((name) => [name, known] as const));
        // Odd numbers belong to the second website, which nobody checked.
        expect([relation, await of(1)]).toEqual([relation, all(true)]);
        expect([relation, await of(2)]).toEqual([relation, all(false)]);
      }
    });

    it.each([
      ['late_traffic_hourly', 'visits', ['traffic_hourly: visits']],
      ['late_traffic_hourly', 'spoofed_visits', ['traffic_hourly: spoofed_visits']],
      [
        'late_traffic_daily',
        'verified_visits',
        ['traffic_daily', 'traffic_monthly', 'traffic_weekly'].map(
          (of) => `${of}: verified_visits`,
        ),
      ],
      ['late_pages_daily', 'error_visits', ['pages_daily: error_visits']],
      ['late_pages_daily', 'unverifiable_visits', ['pages_daily: unverifiable_visits']],
      ['statuses_daily', 'visits', ['statuses_daily: visits']],
      ['statuses_hourly', 'visits', ['statuses_hourly: visits']],
      ['referrals_daily', 'visits', ['referrals_daily: visits']],
      ['referrals_hourly', 'visits', ['referrals_hourly: visits']],
      ['landings_daily', 'visits', ['landings_daily: visits']],
      ['clients_daily', 'visits', ['clients_daily: visits']],
      ['spoofed_daily', 'visits', ['spoofed_daily: visits']],
      ['page_digests', 'human_visits[1]', ['page_digests, week: visits']],
      ['page_digests', 'spoofed_visits[1]', ['page_digests, week: spoofed_visits']],
      ['bot_page_sets', 'error_visits[1]', ['bot_page_sets, week: error_visits']],
      ['bot_page_sets', 'verified_visits[1]', ['bot_page_sets, week: verified_visits']],
    ])('are found to be wrong when %s has one more of its %s', async (table, count, expected) => {
      const rows = /digests|sets/.test(table) ? "grain = 'week'" : 'true';
      const add = (number: number) =>
        pool.query(
          `UPDATE ${table} SET ${count} = ${count} + $1 WHERE ${count} IS NOT NULL AND ${rows}
             AND bucket = (SELECT min(bucket) FROM ${table} WHERE ${count} IS NOT NULL AND ${rows})`,
          [number],
        );
      await add(1);
      const found = await differences();
      await add(-1);
      // The status is also one of the errors.
      expect(found.filter((one) => !/^statuses_(daily|hourly): error_visits$/.test(one))).toEqual(
        expected,
      );
      expect(await differences()).toEqual([]);
    });
  });
});
