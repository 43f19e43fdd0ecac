import { randomUUID } from 'node:crypto';
import { aVisit, createTestDatabase, type TestDatabase, TestVisitWriter } from '@app/testing';
import { Accounts } from '../accounts/accounts.js';
import { PEOPLE_TABLES } from '../roll-ups/roll-ups.js';
import { repairRollUps } from './repair.js';
import { verifyRollUps } from './verify.js';

const DAY = '2026-11-20';
const BEGIN = Date.parse(`${DAY}T00:00:00Z`);
const HOUR_MS = 3_600_000;

let database: TestDatabase;
let websiteId: number;
beforeAll(async () => {
  database = await createTestDatabase();
  const accounts = new Accounts(database.pool);
  const { id: accountId } = await accounts.createAccount({
    ...{ publicId: 'acc', name: 'x', plan: 'free' },
  });
  const ids = { publicId: 'ws_1', trackingId: 't_1' };
  const website = await accounts.createWebsite({ accountId, domain: 'a.test', ...ids });
  websiteId = website?.id ?? 0;
  const visits = [4, 4, 4, 4, 5, 5, 5, 5].map((hour) =>
    aVisit({ websiteId, time: BEGIN + hour * HOUR_MS }),
  );
  const batch = { id: randomUUID(), accountId, receivedAt: BEGIN, visits };
  await new TestVisitWriter(database.pool).write(batch);
});
afterAll(() => database.drop());

const query = (text: string) => database.pool.query<Record<string, unknown>>(text);
const at = (hour: number) => `timestamptz '${DAY}Z' + interval '${hour} hours'`;

/** In each hour one visit of people, one of an undecided visitor, and two of automation. */
const ofHour = (times: number) => ({
  list: `ARRAY[${-2 * times}, ${2 * times}], ARRAY[${times}, 0], ARRAY[${times}, 0]`,
  browsers: `ARRAY[${-2 * times}], ARRAY[${times}], ARRAY[${times}]`,
});
const RIGHT: Record<string, (hour: number, times: number) => string> = {
  ...Object.fromEntries(
    ['hosts', 'countries'].flatMap((name) =>
      ['hourly', 'daily'].map((grain) => [
        `people_${name}_${grain}`,
        (hour: number, times: number) =>
          `${at(hour)}, '{0,6}', '{200,200}', '${name === 'hosts' ? '{1,1}' : '{DE,DE}'}', ${ofHour(times).list}`,
      ]),
    ),
  ),
  ...Object.fromEntries(
    ['hourly', 'daily'].map((grain) => [
      `people_referrals_${grain}`,
      (hour: number, times: number) => `${at(hour)}, '{Claude}', ${ofHour(times).browsers}`,
    ]),
  ),
  people_landings_daily: (hour, times) =>
    `${at(hour)}, '{Claude}', '{1}', ${ofHour(times).browsers}`,
  people_clients_daily: (hour, times) =>
    `${at(hour)}, '{Firefox}', '{Linux}', '{desktop}', ${ofHour(times).browsers}`,
  people_pages_daily: (hour, times) =>
    `${at(hour)}, '{0,6}', '{1,1}', ARRAY[${-2 * times}, ${2 * times}], '{0,0}', ARRAY[${times}, 0], ARRAY[${times}, 0]`,
};

/** Writes verdicts that are right in all tables. */
async function judge(listedHours = 24): Promise<void> {
  await query(`DELETE FROM judged_days`);
  await query(
    `INSERT INTO judged_days VALUES (${websiteId}, ${at(0)}, 1, 1, 2, 0, 1, 1, 1, NULL, 2, ${listedHours})`,
  );
  for (const table of PEOPLE_TABLES) {
    await query(`DELETE FROM ${table}`);
    const rows: [number, number][] = table.endsWith('hourly')
      ? [
          [4, 1],
          [5, 1],
        ]
      : [[0, 2]];
    for (const [hour, times] of rows) {
      const values = RIGHT[table]?.(hour, times);
      if (values) await query(`INSERT INTO ${table} VALUES (${websiteId}, ${values})`);
      else
        await query(
          `INSERT INTO ${table} (website_id, bucket, bot_id, visits, error_visits, people_visits, undecided_visits)
           VALUES (${websiteId}, ${at(hour)}, 0, ${-2 * times}, 0, ${times}, ${times}),
             (${websiteId}, ${at(hour)}, 6, ${2 * times}, 0, NULL, NULL)`,
        );
    }
  }
}

async function differing(): Promise<string[]> {
  const client = await database.pool.connect();
  const { differences } = await verifyRollUps(client, 0).finally(() => client.release());
  expect(differences.map(({ website_id: website, bucket }) => [website, bucket])).toEqual(
    differences.map(() => ['ws_1', DAY]),
  );
  return [...new Set(differences.map(({ relation }) => relation))];
}

const LISTS = PEOPLE_TABLES.filter((table) => !/^people_(?:hourly|daily)$/.test(table));
/** Changes a count of browsers. */
const set = (table: string, count: string, value: number) =>
  query(
    LISTS.includes(table)
      ? `UPDATE ${table} SET ${count}[1] = ${value}`
      : `UPDATE ${table} SET ${count} = ${value} WHERE bot_id = 0`,
  );
const WITH_BOTS = LISTS.filter((table) => /hosts|countries|pages/.test(table));
const WITH_HOURS = LISTS.filter((table) => /(?:hosts|countries|referrals)_daily/.test(table));

describe('the verdicts of lists', () => {
  beforeEach(() => judge());

  it('are right when they agree with all verdicts', async () => {
    expect(await differing()).toEqual([]);
  });

  it.each(PEOPLE_TABLES)('are compared when people are more in %s', async (table) => {
    await set(table, 'people_visits', 7);
    expect(await differing()).toContain(table);
  });

  it.each(WITH_BOTS)(
    'are compared when automation is not what browsers lack in %s',
    async (table) => {
      await query(`UPDATE ${table} SET visits[2] = 1`);
      expect(await differing()).toContain(table);
    },
  );

  it.each(WITH_HOURS)('are compared when the day is less than its hours in %s', async (table) => {
    await query(`UPDATE ${table} SET undecided_visits[1] = 1`);
    expect(await differing()).toEqual([table]);
    await query(`DELETE FROM ${table}`);
    expect(await differing()).toEqual([table]);
  });

  it('are compared when an hour of hosts lacks some, or all', async () => {
    for (const table of ['people_hosts_hourly', 'people_hosts_daily'])
      await query(
        `UPDATE ${table} SET people_visits[1] = people_visits[1] - 1 WHERE extract(hour FROM bucket AT TIME ZONE 'UTC') <> 4`,
      );
    expect(await differing()).toEqual(['people_hosts_hourly']);
    await query(`DELETE FROM people_hosts_hourly; DELETE FROM people_hosts_daily`);
    expect(await differing()).toEqual(['people_hosts_hourly']);
  });

  it('may lack the hours from which on visits are not listed', async () => {
    await judge(5);
    const ofFirst = RIGHT['people_hosts_daily']?.(0, 1);
    await query(
      `DELETE FROM people_hosts_hourly WHERE bucket = ${at(5)};
       DELETE FROM people_hosts_daily;
       INSERT INTO people_hosts_daily VALUES (${websiteId}, ${ofFirst})`,
    );
    expect(await differing()).toEqual([]);
    await query('UPDATE judged_days SET listed_hours = 6');
    expect(await differing()).toEqual(['people_hosts_hourly']);
  });

  it.each(PEOPLE_TABLES)('are forgotten by a repair when %s is damaged', async (table) => {
    await set(table, 'undecided_visits', 9);
    const client = await database.pool.connect();
    const { found, now } = await repairRollUps(client, 0).finally(() => client.release());
    expect(found.map(({ relation }) => relation)).toContain(table);
    expect(now.differences).toEqual([]);
    for (const one of PEOPLE_TABLES)
      expect([one, (await query(`SELECT FROM ${one}`)).rowCount]).toEqual([one, 0]);
  });
});
