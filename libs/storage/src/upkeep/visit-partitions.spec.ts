import {
  createTestDatabase,
  describeOnFlavour,
  recount,
  runUpkeepRound,
  type TestDatabase,
} from '@app/testing';
import { visitPartitionsTask } from './visit-partitions.js';
import { verifyRollUps } from './verify.js';

const WEEKS = `
SELECT to_char(from_value::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS week FROM time_partitions
WHERE parent_table = 'visits'::regclass AND from_value <> '' ORDER BY 1`;

describeOnFlavour('citus', 'The partitions of visits', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase('citus');
  });
  afterEach(() => database.drop());

  const rows = async (sql: string) => (await database.pool.query<{ week: string }>(sql)).rows;
  const weeks = async () => (await rows(WEEKS)).map(({ week }) => week);

  /** One visit on each of the last days to two websites that are in different shards. */
  const fill = (days: number) =>
    database.pool.query(
      `INSERT INTO visits (time, website_id, bot_id, status_code, method, host, path, user_agent)
       SELECT now() - make_interval(days => d), w, 0, 200, 'GET', 'h', '/', 'u'
       FROM generate_series(0, $1::integer - 1) d, generate_series(1, 2) w`,
      [days],
    );
  const daysLeft = async () => {
    const { rows } = await database.pool.query<{ days: number }>(
      'SELECT count(*)::integer AS days FROM visits GROUP BY website_id ORDER BY website_id',
    );
    return rows.map(({ days }) => days);
  };

  it('are made for the coming weeks, once', async () => {
    const all = await weeks();
    expect(all.length).toBeGreaterThanOrEqual(5);
    await database.pool.query(`DROP TABLE visits_${all.at(-1)?.replaceAll('-', '_')}`);
    const task = visitPartitionsTask();
    expect((await runUpkeepRound(database.pool, task)).done).toMatchObject({ made: 1 });
    expect(await weeks()).toEqual(all);
    expect(await runUpkeepRound(database.pool, task)).not.toHaveProperty('done');
  });

  it('go with the retention, as do old visits without a partition, and nobody verifies those days', async () => {
    await database.pool.query("SELECT make_visit_partitions(now() - INTERVAL '40 days', now())");
    await fill(120);
    await recount(database.pool);
    const before = (await weeks()).length;
    const task = visitPartitionsTask({ retentionDays: 20 });
    const { done } = await runUpkeepRound(database.pool, task);
    expect(done).toMatchObject({ dropped: before - (await weeks()).length });
    expect(done?.dropped).toBeGreaterThan(1);
    const left = await daysLeft();
    // The week in which the retention begins is kept whole.
    for (const days of left) expect(days).toBeGreaterThanOrEqual(21);
    for (const days of left) expect(days).toBeLessThanOrEqual(28);
    expect(await runUpkeepRound(database.pool, task)).not.toHaveProperty('done');
    const client = await database.pool.connect();
    const { since, differences } = await verifyRollUps(client, 0).finally(() => client.release());
    expect({ since: since !== undefined, differences }).toEqual({ since: true, differences: [] });
  });

  it('keep everything without a retention', async () => {
    await fill(120);
    await runUpkeepRound(database.pool, visitPartitionsTask());
    expect(await daysLeft()).toEqual([120, 120]);
  });
});
