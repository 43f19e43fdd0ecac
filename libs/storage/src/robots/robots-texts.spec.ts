import { createTestDatabase, runUpkeepRound, type TestDatabase } from '@app/testing';
import { expiryTask } from '../upkeep/expiry.js';
import { RobotsTexts } from './robots-texts.js';

let database: TestDatabase;
let texts: RobotsTexts;
beforeAll(async () => {
  database = await createTestDatabase();
  texts = new RobotsTexts(database.pool);
});
afterAll(() => database.drop());

/** Returns the id of a new website. */
async function aWebsite(): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    `WITH account AS (
       INSERT INTO accounts (public_id, name, plan) VALUES (gen_random_uuid(), 'a', 'pro') RETURNING id
     )
     INSERT INTO websites (public_id, account_id, domain, tracking_id)
     SELECT gen_random_uuid(), id, 'shop.example', gen_random_uuid() FROM account RETURNING id`,
  );
  return rows[0]!.id;
}

const NOON = new Date('2026-11-10T12:00:00Z');
const given = (content: string, from?: string, now = NOON) =>
  ({ content, source: 'given', from, now }) as const;

it('puts the first text in force today, and one that replaces it tomorrow', async () => {
  const id = await aWebsite();
  expect(await texts.keep(id, given('a'))).toEqual({ valid_from: '2026-11-10', is_new: true });
  expect(await texts.keep(id, given('b'))).toEqual({ valid_from: '2026-11-11', is_new: true });
  const late = new Date('2026-11-10T23:59:59.999Z');
  expect(await texts.keep(id, given('c', undefined, late))).toEqual({
    ...{ valid_from: '2026-11-11', is_new: true },
  });
  expect(await texts.list(id)).toEqual([
    { valid_from: '2026-11-11', valid_to: null, source: 'given', noted_at: late, bytes: 1 },
    { valid_from: '2026-11-10', valid_to: '2026-11-10', source: 'given', noted_at: NOON, bytes: 1 },
  ]);
});

it('notes a text again only when it says something else than the one before', async () => {
  const id = await aWebsite();
  await texts.keep(id, given('ä', '2026-11-01'));
  const again = await texts.keep(id, { content: 'ä', source: 'fetched', now: NOON });
  expect(again).toEqual({ valid_from: '2026-11-01', is_new: false });
  await texts.keep(id, given('', '2026-11-05'));
  await texts.keep(id, { content: 'ä', source: 'fetched', now: NOON });
  const bytes = (await texts.list(id)).map((text) => [text.valid_from, text.source, text.bytes]);
  expect(bytes).toEqual([
    ['2026-11-11', 'fetched', 2],
    ['2026-11-05', 'given', 0],
    ['2026-11-01', 'given', 2],
  ]);
});

it('tells which texts were in force on some days', async () => {
  const id = await aWebsite();
  for (const day of ['2026-11-01', '2026-11-05', '2026-11-09'])
    await texts.keep(id, given(day, day));
  const inForce = async (first: string, last: string) =>
    (await texts.inForce(id, first, last)).map(({ valid_from, valid_to }) => [
      valid_from,
      valid_to,
    ]);
  expect(await inForce('2026-10-01', '2026-10-31')).toEqual([]);
  expect(await inForce('2026-10-01', '2026-11-01')).toEqual([['2026-11-01', '2026-11-04']]);
  expect(await inForce('2026-11-04', '2026-11-05')).toEqual([
    ['2026-11-01', '2026-11-04'],
    ['2026-11-05', '2026-11-08'],
  ]);
  expect(await inForce('2026-12-01', '2026-12-02')).toEqual([['2026-11-09', null]]);
});

it('finds and removes texts of one website only', async () => {
  const [id, other] = [await aWebsite(), await aWebsite()];
  for (const one of [id, other]) await texts.keep(one, given(`of ${one}`, '2026-11-01'));
  await texts.keep(id, given('newest', '2026-11-02'));
  expect(await texts.find(id)).toMatchObject({ content: 'newest' });
  expect(await texts.find(id, '2026-11-01')).toMatchObject({ content: `of ${id}` });
  expect(await texts.find(id, '2026-11-03')).toBeUndefined();
  expect(await texts.remove(id, '2026-11-01')).toBe(true);
  expect(await texts.remove(id, '2026-11-01')).toBe(false);
  expect(await texts.find(id, '2026-11-01')).toBeUndefined();
  expect(await texts.find(other, '2026-11-01')).toMatchObject({ content: `of ${other}` });
});

it('notes nothing for a website that is deleted', async () => {
  const id = await aWebsite();
  await database.pool.query('UPDATE websites SET deleted_at = now() WHERE id = $1', [id]);
  expect(await texts.keep(id, given('a'))).toBeUndefined();
  expect(await texts.list(id)).toEqual([]);
});

it('forgets texts that ended long ago, and those with a hundred newer ones', async () => {
  const [old, many] = [await aWebsite(), await aWebsite()];
  const insert = (id: number, days: string) =>
    database.pool.query(
      `INSERT INTO robots_texts SELECT $1, current_date - n, n::text, 'fetched', now() FROM ${days} n`,
      [id],
    );
  await insert(old, 'unnest(ARRAY[399, 401, 402, 1000])');
  await insert(many, 'generate_series(1, 150)');
  const { done } = await runUpkeepRound(database.pool, expiryTask({ portion: 20 }));
  expect(done).toEqual({ robotsTexts: 51 });
  const left = async (id: number) => (await texts.list(id)).length;
  expect([await left(old), await left(many)]).toEqual([2, 101]);
  await insert(await aWebsite(), 'unnest(ARRAY[1000])');
  expect(await runUpkeepRound(database.pool, expiryTask())).not.toHaveProperty('done');
});
