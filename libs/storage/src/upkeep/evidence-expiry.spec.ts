import { randomUUID } from 'node:crypto';
import { createTestDatabase, runUpkeepRound, type TestDatabase } from '@app/testing';
import { aVisitor, readers, type Visitor } from '../../../people/test/visitors.js';
import { Accounts, type WebsiteRow } from '../accounts/accounts.js';
import { VisitorKeys } from '../people/visitor-keys.js';
import {
  append,
  setToday,
  type ShownRow,
  storedEvidence,
  TODAY,
} from '../../test/shown-evidence.js';
import { evidenceExpiryTask } from './evidence-expiry.js';
import { peopleJudgeTask } from './people-judge.js';

let database: TestDatabase;
let accounts: Accounts;
let accountId: number;
let website: WebsiteRow;
beforeAll(async () => {
  database = await createTestDatabase();
  accounts = new Accounts(database.pool);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await setToday(database.pool, TODAY);
  await database.pool.query('TRUNCATE visitor_evidence, visitor_keys, visitor_days');
  const account = { publicId: randomUUID(), name: 'x', plan: 'free' } as const;
  accountId = (await accounts.createAccount(account)).id;
  website = await aWebsite();
});

async function aWebsite(): Promise<WebsiteRow> {
  const publicId = randomUUID();
  const ids = { publicId, trackingId: randomUUID() };
  const made = await accounts.createWebsite({ accountId, domain: `${publicId}.test`, ...ids });
  if (!made) throw new Error('There is no website');
  return made;
}

const add = (visitors: ReturnType<typeof aVisitor>[], fields: Partial<ShownRow> = {}) =>
  append(
    database.pool,
    visitors.map((row) => ({ ...row, websiteId: website.id, day: TODAY, ...fields })),
  );
const expire = async () => (await runUpkeepRound(database.pool, evidenceExpiryTask())).done;
const judge = async () =>
  (await runUpkeepRound(database.pool, peopleJudgeTask({ pool: database.pool }))).done;
const daysLeft = async ({ id } = website) =>
  (await storedEvidence(database.pool, [id])).map(({ day }) => day);

/** Returns the visits of people, undecided visitors and automation; undefined: nobody was judged. */
async function verdicts({ id } = website): Promise<number[] | undefined> {
  const { rows } = await database.pool.query<{ counts: number[] }>(
    `SELECT ARRAY[sum(people_visits), sum(undecided_visits), coalesce(sum(visits) FILTER (WHERE bot_id = 6), 0)]::integer[]
       AS counts
     FROM judged_traffic_daily WHERE website_id = $1 GROUP BY bucket`,
    [id],
  );
  return rows[0]?.counts;
}

const probing: Visitor = { has: ['probe'], visits: 4 };

describe('evidence and keys', () => {
  it('are kept until two days have passed since the begin of the day on which the key was made', async () => {
    const keys = new VisitorKeys(database.pool);
    const taken = await keys.take(accountId, [TODAY, TODAY - 40]);
    expect([...taken.values()].map(({ madeOn }) => madeOn)).toEqual([TODAY, TODAY]);
    await add(readers(3));
    await add([aVisitor()], { day: TODAY - 40 });
    const keysLeft = async () =>
      (await database.pool.query('SELECT FROM visitor_keys')).rowCount ?? 0;
    for (const later of [0, 1]) {
      await setToday(database.pool, TODAY + later);
      expect(await expire()).toBeUndefined();
      expect([await daysLeft(), await keysLeft()]).toEqual([[TODAY - 40, TODAY], 2]);
    }
    await setToday(database.pool, TODAY + 2);
    expect(await expire()).toEqual({ keys: 2, slots: 1, websites: 0 });
    expect([await daysLeft(), await keysLeft()]).toEqual([[], 0]);
    expect((await keys.take(accountId, [TODAY, TODAY - 40])).size).toBe(0);
    expect(await expire()).toBeUndefined();
  });

  it('of other days stay, when those of one are forgotten', async () => {
    const keys = new VisitorKeys(database.pool);
    await keys.take(accountId, [TODAY]);
    await add(readers(1));
    await setToday(database.pool, TODAY + 1);
    await keys.take(accountId, [TODAY + 1]);
    await add(readers(1), { day: TODAY + 1, madeOn: TODAY + 1 });
    await setToday(database.pool, TODAY + 2);
    expect(await expire()).toEqual({ keys: 1, slots: 1, websites: 0 });
    expect(await daysLeft()).toEqual([TODAY + 1]);
    expect([...(await keys.take(accountId, [TODAY, TODAY + 1])).keys()]).toEqual([TODAY + 1]);
  });

  it('leave the verdicts that were made by them', async () => {
    await add([...readers(3), aVisitor(), aVisitor(probing)]);
    await judge();
    await setToday(database.pool, TODAY + 2);
    await expire();
    expect(await judge()).toBeUndefined();
    expect(await verdicts()).toEqual([3, 1, 4]);
  });

  it('are found by the next round, when a writer was late', async () => {
    await add(readers(1));
    await setToday(database.pool, TODAY + 2);
    await expire();
    // What a transaction writes that began before.
    await setToday(database.pool, TODAY + 1);
    await add(readers(1));
    await setToday(database.pool, TODAY + 2);
    expect(await expire()).toEqual({ keys: 0, slots: 1, websites: 0 });
    expect(await daysLeft()).toEqual([]);
  });

  it('go one after the other, each in a slice of its own', async () => {
    await add(readers(1));
    await setToday(database.pool, TODAY + 2);
    const client = await database.pool.connect();
    try {
      const round = evidenceExpiryTask().round(client);
      let slices = 0;
      while (!(await round.next()).done) slices++;
      expect(slices).toBe(2);
    } finally {
      client.release();
    }
  });
});

describe.each([
  [
    'whose visitors are not judged any more',
    () => accounts.updateWebsite(website.id, { behaviour: 'off' }),
  ],
  [
    'whose visits are judged one by one',
    () => accounts.updateWebsite(website.id, { behaviour: 'entry' }),
  ],
  ['that is deleted', () => accounts.deleteWebsite(accountId, website.public_id)],
] as const)('a website %s', (_, change) => {
  it('loses its evidence at once, and keeps its verdicts', async () => {
    const neighbour = await aWebsite();
    await add([...readers(3), aVisitor(), aVisitor(probing)]);
    await add(readers(1), { websiteId: neighbour.id });
    await judge();
    await change();
    expect([await daysLeft(), await daysLeft(neighbour)]).toEqual([[], [TODAY]]);
    expect(await judge()).toBeUndefined();
    expect(await verdicts()).toEqual([3, 1, 4]);
  });

  it('does not change its verdicts by a straggler, which is forgotten, too', async () => {
    await add([...readers(3), aVisitor()]);
    await judge();
    await change();
    await add([aVisitor(probing)]);
    expect(await judge()).toBeUndefined();
    expect(await verdicts()).toEqual([3, 1, 0]);
    expect(await expire()).toEqual({ keys: 0, slots: 0, websites: 1 });
    expect(await daysLeft()).toEqual([]);
    expect(await expire()).toBeUndefined();
  });

  it('gets no verdict by a straggler on a day that had none', async () => {
    await add([aVisitor()]);
    await change();
    await add([aVisitor(probing)]);
    await add([aVisitor(probing)], { day: TODAY - 1 });
    expect(await judge()).toBeUndefined();
    expect(await verdicts()).toBeUndefined();
  });
});

describe('a website that is judged again', () => {
  it('keeps the verdicts of days that were closed, and gets those of others', async () => {
    await add([...readers(3), aVisitor()]);
    await judge();
    await accounts.updateWebsite(website.id, { behaviour: 'off' });
    await accounts.updateWebsite(website.id, { behaviour: 'default' });
    await add([aVisitor(probing)]);
    await add([aVisitor(probing)], { day: TODAY + 1 });
    expect(await judge()).toEqual({ days: 1 });
    expect(await expire()).toBeUndefined();
    const { rows } = await database.pool.query(
      `SELECT sum(visits)::integer AS visits FROM judged_traffic_daily
       WHERE website_id = $1 AND bot_id = 6 GROUP BY bucket ORDER BY bucket`,
      [website.id],
    );
    expect(rows).toEqual([{ visits: 4 }]);
  });

  it('keeps its evidence when something else of it changes', async () => {
    await add(readers(1));
    await accounts.updateWebsite(website.id, { counts: 'pages' });
    expect(await daysLeft()).toEqual([TODAY]);
  });
});
