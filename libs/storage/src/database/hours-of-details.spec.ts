import { createEmptyDatabase, describeOnFlavour, type TestDatabase, recount } from '@app/testing';
import { withClient } from './with-client.js';
import { migrate } from './migrator.js';
import { verifyRollUps } from '../upkeep/verify.js';

/** The schema before status codes and referrals were counted by hour. */
const BEFORE = 22;

/** Visits of two websites over three days, some of them of people whom an assistant sent. */
const VISITS = `
  INSERT INTO visits (time, website_id, bot_id, status_code, method, host, path, user_agent, referral_source)
  SELECT TIMESTAMPTZ '2026-10-01 00:30:00Z' + n * INTERVAL '17 minutes', 1 + n % 2, n % 3,
    CASE WHEN n % 5 = 0 THEN 404 ELSE 200 END, 'GET', 'h', '/', '', CASE WHEN n % 5 > 1 THEN 'ChatGPT' END
  FROM generate_series(1, 250) n`;

describe.each(['plain', 'timescale'] as const)('on %s', (flavour) => {
  describeOnFlavour(flavour, 'the migration to hours of details', () => {
    let database: TestDatabase;
    beforeEach(async () => {
      database = await createEmptyDatabase(flavour);
      if (flavour === 'timescale') await database.pool.query('CREATE EXTENSION timescaledb');
      await migrate(database.url, { flavour, upTo: BEFORE });
      await database.pool.query(VISITS);
    });
    afterEach(() => database.drop());

    const rows = async (sql: string) => (await database.pool.query(sql)).rows as unknown[];

    it('counts the hours of what there is, and goes on from there', async () => {
      await migrate(database.url, { flavour });
      expect(await rows('SELECT since::text FROM hours_known')).toEqual([{ since: '-infinity' }]);
      for (const table of ['statuses', 'referrals']) {
        const days = `SELECT website_id, day_of(bucket)::text AS day, sum(visits)::int AS visits`;
        const by = 'GROUP BY 1, 2 ORDER BY 1, 2';
        const counted = await rows(`${days} FROM ${table}_hourly ${by}`);
        expect(counted).toHaveLength(6);
        expect(counted).toEqual(await rows(`${days} FROM ${table}_daily ${by}`));
      }
      await database.pool.query(VISITS);
      await recount(database.pool);
      const { visits, differences } = await withClient(database.url, 'test', (client) =>
        verifyRollUps(client, 0),
      );
      expect(visits).toBe(500);
      // Visits were written with no batch, and only those of details matter here.
      const details = differences.filter(({ relation }) => /^(statuses|referrals)_/.test(relation));
      expect(details).toEqual([]);
    });

    it('notes from when on hours are known where older visits were dropped', async () => {
      await database.pool.query(
        `DELETE FROM visits WHERE time < '2026-10-02'; UPDATE visits_kept SET since = '2026-10-02'`,
      );
      await migrate(database.url, { flavour });
      expect(await rows(`SELECT since = '2026-10-02' AS right FROM hours_known`)).toEqual([
        { right: true },
      ]);
      expect(
        await rows(`SELECT min(bucket) >= '2026-10-02' AS right FROM statuses_hourly`),
      ).toEqual([{ right: true }]);
    });
  });
});
