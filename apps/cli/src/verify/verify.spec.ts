import { newPublicId } from '@app/access';
import { Accounts, countMergeTask } from '@app/storage';
import {
  aVisit,
  createTestDatabase,
  runUpkeepRound,
  type TestDatabase,
  TestVisitWriter,
} from '@app/testing';
import { randomUUID } from 'node:crypto';
import { anOperator } from '../../test/operator.js';

let database: TestDatabase;
let operator: ReturnType<typeof anOperator>;
let websiteId: number;
beforeAll(async () => {
  database = await createTestDatabase();
  operator = anOperator(database.url);
  const accounts = new Accounts(database.pool);
  const account = await accounts.createAccount({
    publicId: newPublicId('account'),
    name: 'a',
    plan: 'free',
  });
  const website = await accounts.createWebsite({
    accountId: account.id,
    publicId: 'ws_1',
    trackingId: 't_1',
    domain: 'example.com',
  });
  websiteId = website?.id ?? 0;
  const visits = Array.from({ length: 40 }, (_, i) =>
    aVisit({
      websiteId,
      time: Date.UTC(2026, 9, 28) + i * 5 * 3_600_000,
      statusCode: i % 4 ? 200 : 404,
      pageId: i % 7 ? 1 : null,
    }),
  );
  const receivedAt = Date.now();
  await new TestVisitWriter(database.pool).write({
    id: randomUUID(),
    accountId: 1,
    receivedAt,
    visits,
  });
  await runUpkeepRound(database.pool, countMergeTask());
});
afterAll(() => database.drop());

/** Returns where the counts of a relation are merged: it is a view. */
const tableOf = (relation: string) => `late_${relation}`;

describe('verify', () => {
  it('finds no differences in what the writer made', async () => {
    expect(await operator.json('verify')).toEqual({ visits: 40, differences: [] });
    expect(await operator.text('verify')).toMatchObject({
      status: 0,
      stdout: '40 visits compared with every roll-up: no differences.\n',
    });
  });

  it.each(['traffic_hourly', 'traffic_daily', 'pages_daily'])(
    'finds a wrong count in %s',
    async (relation) => {
      const table = tableOf(relation);
      const wrong = `UPDATE ${table} SET visits = visits + $1 WHERE bucket = (SELECT min(bucket) FROM ${table})`;
      await database.pool.query(wrong, [1]);
      const { status, stdout, stderr } = await operator.text('verify', '--json');
      await database.pool.query(wrong, [-1]);
      expect(status).toBe(1);
      expect(JSON.parse(stderr).error.message).toContain('differences');
      const { differences } = JSON.parse(stdout) as { differences: Record<string, unknown>[] };
      expect(differences).toContainEqual(
        expect.objectContaining({ relation, website_id: 'ws_1', bucket: '2026-10-28' }),
      );
    },
  );

  it('finds a day that is missing in a roll-up, and in everything made from it', async () => {
    const table = tableOf('traffic_daily');
    await database.pool.query(
      `CREATE TABLE kept AS SELECT * FROM ${table} WHERE bucket = '2026-11-01T00:00:00Z';
       DELETE FROM ${table} WHERE bucket = '2026-11-01T00:00:00Z'`,
    );
    const { stdout } = await operator.text('verify', '--json');
    await database.pool.query(`INSERT INTO ${table} SELECT * FROM kept; DROP TABLE kept`);
    const { differences } = JSON.parse(stdout) as {
      differences: { relation: string; count: string }[];
    };
    expect(differences.map(({ relation, count }) => `${relation} ${count}`)).toEqual([
      'traffic_daily error_visits',
      'traffic_daily visits',
      'traffic_monthly error_visits',
      'traffic_monthly visits',
      'traffic_weekly error_visits',
      'traffic_weekly visits',
    ]);
    expect(await operator.json('verify')).toEqual({ visits: 40, differences: [] });
  });

  it('repairs what differs, and says what it did', async () => {
    await database.pool.query(
      `UPDATE statuses_daily SET visits = visits + 1 WHERE bucket = '2026-10-28T00:00:00Z';
       DELETE FROM clients_daily WHERE bucket = '2026-11-01T00:00:00Z'`,
    );
    const { status, stderr } = await operator.text('verify');
    expect(status).toBe(1);
    expect(stderr).toContain('npm run --silent botgauge -- verify --repair');
    const repaired = await operator.text('verify', '--repair');
    expect(repaired).toMatchObject({ status: 0, stderr: '' });
    expect(repaired.stdout).toMatch(
      /^40 visits compared with every roll-up: \d differences, and 2 days counted again\. Now there are none\.\n$/,
    );
    expect(await operator.json('verify')).toEqual({ visits: 40, differences: [] });
  });

  it('says which days have no raw visits any more, and from when on it compares', async () => {
    await database.pool.query("DELETE FROM visits WHERE time < '2026-10-29'");
    const { status, stderr } = await operator.text('verify', '--repair');
    expect(status).toBe(1);
    expect(stderr).toContain('Of 1 day no raw visits are kept, so the counts stay as they are.');
    await database.pool.query("UPDATE visits_kept SET since = '2026-10-29'");
    expect((await operator.text('verify', '--repair')).stdout).toMatch(
      /^\d+ visits since 2026-10-29 compared with every roll-up: 0 differences/,
    );
  });
});
