import type { FetchKind } from '@app/contracts';
import { createTestDatabase, eventually, type TestDatabase } from '@app/testing';
import pg from 'pg';
import { statement } from '../database/statement.js';
import {
  type ClaimedFetch,
  FETCH_LEASE_SECONDS,
  type FetchNote,
  WebsiteFetches,
} from './website-fetches.js';

let database: TestDatabase;
let fetches: WebsiteFetches;
beforeAll(async () => {
  database = await createTestDatabase();
  fetches = new WebsiteFetches(database.pool);
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query('TRUNCATE website_fetches, fetches_under_way, fetch_times'));

async function anAccount(plan = 'pro', seconds: number | null = null): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    `INSERT INTO accounts (public_id, name, plan, fetch_seconds_per_day)
     VALUES (gen_random_uuid(), 'a', $1, $2) RETURNING id`,
    [plan, seconds],
  );
  return rows[0]!.id;
}
/** Returns the id of a new website; by default of a new account. */
async function aWebsite(domain = 'shop.example', account?: number): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    `INSERT INTO websites (public_id, account_id, domain, tracking_id)
     VALUES (gen_random_uuid(), $1, $2, gen_random_uuid()) RETURNING id`,
    [account ?? (await anAccount()), domain],
  );
  return rows[0]!.id;
}
let named = 0;
/** Returns the ids of new websites of an account whose robots.txt is due. */
async function dueOf(account: number, number: number): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < number) ids.push(await aWebsite(`w${named++}.example`, account));
  for (const id of ids) await fetches.switchOn(id, 'robots', null);
  return ids;
}
const deleteWebsite = (id: number) =>
  database.pool.query('UPDATE websites SET deleted_at = now() WHERE id = $1', [id]);
/** As if this much time passed for all fetches. */
const pass = (time: string) =>
  database.pool.query(
    `WITH turns AS (
       UPDATE fetches_under_way SET begun_at = begun_at - $1::interval, ends_at = ends_at - $1::interval
     )
     UPDATE website_fetches SET due_at = due_at - $1::interval, begun_at = begun_at - $1::interval`,
    [time],
  );

const SITEMAP = 'https://shop.example/pages.xml';
const FETCHED: FetchNote = { outcome: 'fetched', status: 200, succeeded: true, dueInSeconds: 60 };
const AWAY: FetchNote = { outcome: 'unreachable', status: null, succeeded: false, dueInSeconds: 9 };

const claim = (kind: FetchKind = 'robots', atTheSameTime = 2, worker = fetches) =>
  worker.claim({ kind, mostSeconds: 60, atTheSameTime });
async function settle(claimed: ClaimedFetch, note: FetchNote): Promise<void> {
  await fetches.note(claimed, note);
  await fetches.end(claimed);
}
async function claimOne(kind: FetchKind = 'robots'): Promise<ClaimedFetch> {
  const claimed = await claim(kind);
  expect([claimed?.kind, await claim(kind)]).toEqual([kind, undefined]);
  return claimed!;
}

it('is due at once when it is switched on, and not again while it is made', async () => {
  const id = await aWebsite();
  expect(await fetches.find(id, 'robots')).toBeUndefined();
  expect(await fetches.switchOn(id, 'robots', null)).toBe(true);
  expect(await fetches.find(id, 'robots')).toEqual({
    ...{ kind: 'robots', url: null, due_at: expect.any(Date) },
    ...{ tried_at: null, outcome: null, status: null, succeeded_at: null },
  });
  const claimed = await claimOne();
  expect(claimed).toEqual({
    ...{ website_id: id, website: expect.any(String), domain: 'shop.example' },
    ...{ account_id: expect.any(Number), turn_id: expect.any(String), unfinished: 0 },
    ...{ kind: 'robots', url: null, begun_at: expect.any(Date), succeeded_at: null },
  });
  expect(await fetches.find(id, 'robots')).toMatchObject({ tried_at: null, outcome: null });
});

it('counts as a try that failed when its worker dies, and is due again later each time', async () => {
  const id = await aWebsite();
  await fetches.switchOn(id, 'robots', null);
  let dead = await claimOne();
  const waits: number[] = [];
  for (const wait of ['10 minutes', '1 hour', '6 hours', '1 day', '1 day']) {
    const { due_at } = (await fetches.find(id, 'robots'))!;
    waits.push((due_at.getTime() - dead.begun_at.getTime()) / 60_000);
    await pass(`${FETCH_LEASE_SECONDS} seconds`);
    expect(await fetches.find(id, 'robots')).toMatchObject({
      ...{ outcome: 'interrupted', status: null, tried_at: expect.any(Date), succeeded_at: null },
    });
    expect(await claim()).toBeUndefined();
    await pass(wait);
    const next = await claimOne();
    expect(next).toMatchObject({ website_id: id, unfinished: waits.length });
    expect([await fetches.has(dead), await fetches.note(dead, FETCHED)]).toEqual([false, false]);
    dead = next;
  }
  expect(waits).toEqual([10, 60, 360, 1_440, 1_440]);
  await fetches.note(dead, FETCHED);
  await pass('1 minute');
  expect(await claimOne()).toMatchObject({ unfinished: 0 });
});

it('is due at once when it is given back, as if it had not been begun', async () => {
  const id = await aWebsite();
  await fetches.switchOn(id, 'robots', null);
  const claimed = await claimOne();
  await fetches.giveBack(claimed);
  await fetches.end(claimed);
  expect(await fetches.find(id, 'robots')).toMatchObject({ outcome: null });
  expect(await claimOne()).toMatchObject({ website_id: id, unfinished: 0 });
  // Too late: somebody else has it.
  await fetches.giveBack(claimed);
  expect(await claim()).toBeUndefined();
});

it('is made by one worker alone, of those who ask at the same time', async () => {
  const account = await anAccount();
  const ids = await dueOf(account, 6);
  const others = [await aWebsite(), await aWebsite()];
  for (const id of others) await fetches.switchOn(id, 'robots', null);
  // Each worker has one of these, and makes its claims one after the other.
  const workers = Array.from({ length: 8 }, () => new WebsiteFetches(database.pool));
  const asked = await Promise.all(workers.map((worker) => claim('robots', 2, worker)));
  const claimed = asked.flatMap((one) => (one ? [one.website_id] : []));
  expect(new Set(claimed).size).toBe(claimed.length);
  // Of an account no more than it may have, in all workers together.
  expect(claimed.filter((id) => ids.includes(id))).toHaveLength(2);
  expect(claimed.filter((id) => others.includes(id))).toHaveLength(2);
});

it('holds one connection of a worker while another worker is in the middle of a claim', async () => {
  const [website] = await dueOf(await anAccount(), 1);
  const other = await database.pool.connect();
  await other.query('BEGIN');
  await other.query(statement('fetches/take_turn'));
  const claims = Array.from({ length: 9 }, () => claim());
  const waiting = async () => {
    const { rows } = await database.pool.query<{ waiting: number }>(
      `SELECT count(*)::integer AS waiting FROM pg_locks
       WHERE NOT granted AND locktype = 'advisory'
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    return rows[0]?.waiting;
  };
  try {
    await eventually(async () => expect(await waiting()).toBeGreaterThan(0));
    // Whoever else wanted a connection has had a chance to take one by now.
    for (let look = 0; look < 5; look++) expect(await waiting()).toBe(1);
  } finally {
    await other.query('ROLLBACK');
    other.release();
  }
  const claimed = (await Promise.all(claims)).flatMap((one) => (one ? [one.website_id] : []));
  expect(claimed).toEqual([website]);
});

it('is of the account that has the fewest under way, then of that which used the least time', async () => {
  const [greedy, quiet] = [await anAccount(), await anAccount()];
  const many = await dueOf(greedy, 3);
  const [one] = await dueOf(quiet, 1);
  await pass('1 hour');
  const made = [await claim(), await claim(), await claim()];
  expect(made.map((claimed) => claimed?.website_id)).toEqual([many[0], one, many[1]]);
  // Nothing is under way now; the greedy one has used more.
  for (const claimed of made) await fetches.end(claimed!);
  await database.pool.query(
    'UPDATE fetch_times SET used_ms = used_ms + CASE WHEN account_id = $1 THEN 1000 ELSE 500 END',
    [greedy],
  );
  const late = await dueOf(quiet, 1);
  expect([(await claim())?.website_id]).toEqual(late);
  expect(await claim()).toMatchObject({ website_id: many[2] });
});

it('counts for its account until it ends, even when nobody wants it any more', async () => {
  const account = await anAccount();
  const [id = 0] = await dueOf(account, 1);
  const first = await claim('robots', 1);
  await fetches.switchOff(id, 'robots');
  await fetches.switchOn(id, 'robots', null);
  expect(await claim('robots', 1)).toBeUndefined();
  await fetches.switchOn(id, 'sitemap', SITEMAP);
  expect(await claim('sitemap', 1)).toBeUndefined();
  await fetches.end(first!);
  expect(await claim('sitemap', 1)).toMatchObject({ website_id: id });
  // That one dies, and no row stays.
  await pass(`${FETCH_LEASE_SECONDS} seconds`);
  expect(await claim('robots', 1)).toMatchObject({ website_id: id });
  const { rows } = await database.pool.query('SELECT id FROM fetches_under_way');
  expect(rows).toHaveLength(1);
});

it('is looked for without waiting for other workers, as long as none of its kind is due', async () => {
  await dueOf(await anAccount(), 1);
  const holder = await database.pool.connect();
  const pool = new pg.Pool({ connectionString: database.url, lock_timeout: 100 });
  try {
    await holder.query('BEGIN');
    await holder.query(statement('fetches/take_turn'));
    const worker = new WebsiteFetches(pool);
    expect(await claim('sitemap', 2, worker)).toBeUndefined();
    await expect(claim('robots', 2, worker)).rejects.toThrow('lock timeout');
  } finally {
    await pool.end();
    await holder.query('ROLLBACK');
    holder.release();
  }
});

describe('the time of an account', () => {
  it('is what its fetches took, with what is reserved for those under way', async () => {
    const account = await anAccount();
    const [id = 0] = await dueOf(account, 1);
    expect(await fetches.timeUsed(account)).toBe(0);
    const claimed = (await claim())!;
    expect(await fetches.timeUsed(account)).toBe(60_000);
    await pass('7 seconds');
    await fetches.end(claimed);
    const used = await fetches.timeUsed(account);
    expect([used >= 7_000, used < 60_000]).toEqual([true, true]);
    await fetches.end(claimed);
    expect(await fetches.timeUsed(account)).toBe(used);
    // Who dies has used all that was reserved.
    await fetches.switchOn(id, 'sitemap', null);
    await claim('sitemap');
    await pass(`${FETCH_LEASE_SECONDS} seconds`);
    await claim('sitemap');
    expect(await fetches.timeUsed(account)).toBe(used + 60_000);
  });

  it('is over some day, and its fetches are postponed to the next one', async () => {
    const [busy, other] = [await anAccount('pro', 90), await anAccount('free')];
    const [first = 0, second = 0, third = 0] = await dueOf(busy, 3);
    await dueOf(other, 1);
    const made = [await claim(), await claim(), await claim()];
    expect(made.map((one) => one?.account_id)).toEqual([busy, other, busy]);
    // All is reserved, and may be given back.
    expect(await claim('robots', 9)).toBeUndefined();
    expect(await fetches.find(third, 'robots')).toMatchObject({ outcome: null });
    await pass('80 seconds');
    for (const one of made) await fetches.end(one!);
    expect(await claim('robots', 9)).toBeUndefined();
    const { rows } = await database.pool.query<{ next: Date }>(
      `SELECT date_trunc('day', now(), 'UTC') + interval '24 hours' AS next`,
    );
    const postponed = (await fetches.find(third, 'robots'))!;
    expect(postponed).toMatchObject({ outcome: 'time_used_up', tried_at: expect.any(Date) });
    const late = postponed.due_at.getTime() - rows[0]!.next.getTime();
    expect([late >= 0, late <= 3_600_000]).toEqual([true, true]);
    // What is not due is not touched.
    for (const id of [first, second])
      expect(await fetches.find(id, 'robots')).toMatchObject({ outcome: null });
    // The next day.
    await database.pool.query('UPDATE fetch_times SET day = day - 1');
    await pass('25 hours');
    expect(await fetches.timeUsed(busy)).toBe(0);
    expect(await claim()).toMatchObject({ account_id: expect.any(Number) });
  });

  it('is that of the plan, unless it has its own', async () => {
    const accounts = [
      await anAccount('free'),
      await anAccount('free', 700),
      await anAccount('pro'),
    ];
    for (const account of accounts) {
      await dueOf(account, 1);
      const day = "(now() AT TIME ZONE 'UTC')::date";
      await database.pool.query(`INSERT INTO fetch_times VALUES ($1, ${day}, 650000)`, [account]);
    }
    const made = [await claim(), await claim(), await claim()];
    expect(made.map((one) => one?.account_id)).toEqual([accounts[1], accounts[2], undefined]);
  });
});

it('remembers what came of the last try, and when one last told something', async () => {
  const id = await aWebsite();
  await fetches.switchOn(id, 'sitemap', SITEMAP);
  const claimed = await claimOne('sitemap');
  expect(await fetches.note(claimed, FETCHED)).toBe(true);
  const first = await fetches.find(id, 'sitemap');
  expect(first).toMatchObject({ url: SITEMAP, outcome: 'fetched', status: 200 });
  expect(first?.succeeded_at).toEqual(first?.tried_at);
  expect(first!.due_at.getTime() - first!.tried_at!.getTime()).toBe(60_000);
  expect(await claim('sitemap')).toBeUndefined();
  await pass('1 minute');
  const again = await claimOne('sitemap');
  expect(again.succeeded_at).toEqual(first?.succeeded_at);
  expect(await fetches.note(again, AWAY)).toBe(true);
  expect(await fetches.find(id, 'sitemap')).toMatchObject({
    ...{ outcome: 'unreachable', status: null, succeeded_at: first?.succeeded_at },
  });
});

it('takes those first that have been due for longest', async () => {
  const ids = [await aWebsite(), await aWebsite(), await aWebsite()];
  for (const id of ids) await fetches.switchOn(id, 'robots', null);
  await database.pool.query(
    `UPDATE website_fetches SET due_at = due_at - interval '1 hour' WHERE website_id = $1`,
    [ids[2]],
  );
  expect(await claim()).toMatchObject({ website_id: ids[2] });
});

it('belongs to no worker any more when it is switched off or gets another address', async () => {
  const id = await aWebsite();
  const has = async (change: () => Promise<unknown>): Promise<boolean> => {
    await fetches.switchOff(id, 'sitemap');
    await fetches.switchOn(id, 'sitemap', SITEMAP);
    const claimed = await claimOne('sitemap');
    await change();
    await fetches.end(claimed);
    const isMine = await fetches.has(claimed);
    expect(await fetches.note(claimed, FETCHED)).toBe(isMine);
    return isMine;
  };
  expect(await has(() => Promise.resolve())).toBe(true);
  expect(await has(() => fetches.switchOn(id, 'sitemap', SITEMAP))).toBe(true);
  expect(await has(() => fetches.switchOff(id, 'sitemap'))).toBe(false);
  expect(await has(() => fetches.switchOn(id, 'sitemap', null))).toBe(false);
  expect(await fetches.find(id, 'sitemap')).toMatchObject({ url: null, outcome: null });
  expect(await claimOne('sitemap')).toMatchObject({ url: null });
});

it('forgets what came of another address, and nothing for the same one', async () => {
  const id = await aWebsite();
  await fetches.switchOn(id, 'sitemap', SITEMAP);
  await settle(await claimOne('sitemap'), FETCHED);
  await fetches.switchOn(id, 'sitemap', SITEMAP);
  expect(await fetches.find(id, 'sitemap')).toMatchObject({ outcome: 'fetched' });
  expect(await claim('sitemap')).toBeUndefined();
  await fetches.switchOn(id, 'sitemap', `${SITEMAP}?2`);
  expect(await fetches.find(id, 'sitemap')).toMatchObject({ outcome: null, succeeded_at: null });
  expect(await claimOne('sitemap')).toMatchObject({ url: `${SITEMAP}?2` });
});

it('is of one website and one kind', async () => {
  const [id, other] = [await aWebsite(), await aWebsite()];
  for (const one of [id, other])
    for (const kind of ['robots', 'sitemap'] as const) await fetches.switchOn(one, kind, null);
  expect(await fetches.switchOff(id, 'robots')).toBe(true);
  expect(await fetches.switchOff(id, 'robots')).toBe(false);
  expect(await claimOne('robots')).toMatchObject({ website_id: other });
  const sitemaps = [await claim('sitemap'), await claim('sitemap'), await claim('sitemap')];
  expect(sitemaps.map((one) => one?.website_id)).toEqual([id, other, undefined]);
});

it('is neither begun nor noted for a website that is deleted', async () => {
  const [gone, going] = [await aWebsite(), await aWebsite()];
  for (const id of [gone, going]) await fetches.switchOn(id, 'robots', null);
  await deleteWebsite(gone);
  const claimed = await claimOne();
  expect(claimed.website_id).toBe(going);
  await deleteWebsite(going);
  expect(await fetches.has(claimed)).toBe(false);
  expect(await fetches.switchOn(gone, 'sitemap', null)).toBe(false);
  expect(await fetches.find(gone, 'sitemap')).toBeUndefined();
});
