import { VERIFICATIONS } from '@app/contracts';
import {
  aVisit,
  createTestDatabase,
  runUpkeepRound,
  type TestDatabase,
  TestVisitWriter,
} from '@app/testing';
import { randomUUID } from 'node:crypto';
import { inTransaction } from '../database/in-transaction.js';
import { PageDictionary } from '../ingest/page-dictionary.js';
import { countMergeTask } from '../upkeep/count-merger.js';
import { recountDays } from './recount.js';
import { ROLL_UP_NAMES, rollUp, tableOf, ROLL_UP_TABLES } from './roll-ups.js';

const NOON = Date.UTC(2026, 10, 20, 12);
const HOUR_MS = 3_600_000;
const DAYS = { since: '2026-11-20T00:00:00Z', until: '2026-11-21T00:00:00Z' };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  // To two websites, in two hours of a day and one of the next, with visits for every roll-up.
  const visits = [1, 2].flatMap((websiteId) =>
    [0, HOUR_MS, 24 * HOUR_MS].flatMap((later) =>
      VERIFICATIONS.map((verification, at) => ({
        ...aVisit({ websiteId, time: NOON + later, verification, botId: at, statusCode: 404 }),
        ...{ host: `${at % 2}.example`, country: 'DE', ip: '192.0.2.7', browser: 'Firefox' },
        ...{ referer: 'https://chatgpt.com/', referralSource: at === 0 ? 'ChatGPT' : null },
      })),
    ),
  );
  const ids = await new PageDictionary(database.pool).resolve(visits);
  const paged = visits.map((visit, at) => ({ ...visit, pageId: ids[at] ?? null }));
  const batch = { id: randomUUID(), accountId: 1, receivedAt: NOON, visits: paged };
  await new TestVisitWriter(database.pool).write(batch);
  await runUpkeepRound(database.pool, countMergeTask());
});
afterAll(() => database.drop());

async function rowsOf(table: string): Promise<unknown[]> {
  const { rows } = await database.pool.query<{ row: unknown }>(
    `SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY to_jsonb(t)::text`,
  );
  return rows.map(({ row }) => row);
}

async function everything() {
  const tables = new Map<string, unknown[]>();
  for (const table of ROLL_UP_TABLES) tables.set(table, await rowsOf(table));
  return tables;
}

const recountDay = () => inTransaction(database.pool, (client) => recountDays(client, 1, DAYS));
const OF_DAY = `website_id = 1 AND bucket >= '${DAYS.since}' AND bucket < '${DAYS.until}'`;

const CAN_BE_COUNTED = ROLL_UP_NAMES.filter((name) => !rollUp(name).isFinal).flatMap((name) =>
  rollUp(name).grains.map((grain) => tableOf(name, grain)),
);

it.each(CAN_BE_COUNTED)(
  'a day that is counted again is right in %s, whatever was wrong',
  async (table) => {
    const right = await everything();
    const rows = right.get(table) ?? [];
    expect(rows.length).toBeGreaterThan(2);
    const damages = [
      `UPDATE ${table} SET visits = visits + 7 WHERE ${OF_DAY}`,
      `DELETE FROM ${table} WHERE ${OF_DAY}`,
    ];
    for (const damage of damages) {
      const { rowCount } = await database.pool.query(damage);
      expect(rowCount).toBeGreaterThan(0);
      await recountDay();
      expect(await everything()).toEqual(right);
    }
  },
);

it('what visits do not have is left as it is', async () => {
  const sql = `UPDATE host_keys_daily SET visits = visits + 7 WHERE ${OF_DAY}`;
  expect((await database.pool.query(sql)).rowCount).toBeGreaterThan(0);
  const before = await rowsOf('host_keys_daily');
  await recountDay();
  expect(await rowsOf('host_keys_daily')).toEqual(before);
});

it('other days and websites are left as they are', async () => {
  await database.pool.query(`UPDATE hosts_daily SET visits = visits + 7 WHERE NOT (${OF_DAY})`);
  const before = await rowsOf('hosts_daily');
  await recountDay();
  expect(await rowsOf('hosts_daily')).toEqual(before);
});

it('what is not merged yet of the day is counted once', async () => {
  const right = await rowsOf('hosts_daily');
  await database.pool.query(
    `INSERT INTO unmerged_hosts (website_id, bucket, bot_id, status_code, host_id, visits)
     VALUES (1, '${DAYS.since}', '{1}', '{404}', '{1}', '{7}')`,
  );
  await recountDay();
  await runUpkeepRound(database.pool, countMergeTask());
  expect(await rowsOf('hosts_daily')).toEqual(right);
});
