import type { FetchKind } from '@app/contracts';
import { createTestDatabase, type TestDatabase, untilDoneOrWaiting } from '@app/testing';
import { type ClaimedFetch, type FetchNote, WebsiteFetches } from './website-fetches.js';

let database: TestDatabase;
let fetches: WebsiteFetches;
beforeAll(async () => {
  database = await createTestDatabase();
  fetches = new WebsiteFetches(database.pool);
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query('TRUNCATE website_fetches'));

/** Returns the id of a new website. */
async function aWebsite(domain = 'shop.example'): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    `WITH account AS (
       INSERT INTO accounts (public_id, name, plan) VALUES (gen_random_uuid(), 'a', 'pro') RETURNING id
     )
     INSERT INTO websites (public_id, account_id, domain, tracking_id)
     SELECT gen_random_uuid(), id, $1, gen_random_uuid() FROM account RETURNING id`,
    [domain],
  );
  return rows[0]!.id;
}
const deleteWebsite = (id: number) =>
  database.pool.query('UPDATE websites SET deleted_at = now() WHERE id = $1', [id]);
/** As if this much time passed for all fetches. */
const pass = (time: string) =>
  database.pool.query('UPDATE website_fetches SET due_at = due_at - $1::interval', [time]);

const SITEMAP = 'https://shop.example/pages.xml';
const FETCHED: FetchNote = { outcome: 'fetched', status: 200, succeeded: true, dueInSeconds: 60 };
const AWAY: FetchNote = { outcome: 'unreachable', status: null, succeeded: false, dueInSeconds: 9 };

const claim = (kind: FetchKind = 'robots') => fetches.claim(kind, 30);
async function claimOne(kind: FetchKind = 'robots'): Promise<ClaimedFetch> {
  const claimed = await claim(kind);
  expect([claimed?.kind, await claim(kind)]).toEqual([kind, undefined]);
  return claimed!;
}

it('is due at once when it is switched on, and then not again until the lease ends', async () => {
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
    account_id: expect.any(Number),
    ...{ kind: 'robots', url: null, lease_ends_at: expect.any(Date), succeeded_at: null },
  });
  expect(await claim()).toBeUndefined();
  await pass('31 seconds');
  expect(await fetches.has(claimed)).toBe(false);
  expect(await claimOne()).toMatchObject({ website_id: id });
});

it('is made by one worker alone, and none waits for another', async () => {
  const ids = [await aWebsite(), await aWebsite()];
  for (const id of ids) await fetches.switchOn(id, 'robots', null);
  const first = await database.pool.connect();
  try {
    await first.query('BEGIN');
    const mine = await new WebsiteFetches(first).claim('robots', 30);
    const asked = claim();
    await untilDoneOrWaiting(database.pool, asked);
    await first.query('COMMIT');
    const claimed = [mine, await asked, await claim()].map((one) => one?.website_id);
    expect(claimed).toEqual([...ids, undefined]);
  } finally {
    first.release();
  }
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
  await fetches.note(await claimOne('sitemap'), FETCHED);
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
