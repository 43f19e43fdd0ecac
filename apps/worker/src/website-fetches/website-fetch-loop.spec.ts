import { createLogger, createWorkerMetrics } from '@app/observability';
import { WebsiteFetches } from '@app/storage';
import { createTestDatabase, eventually, type TestDatabase } from '@app/testing';
import { type MakeFetch, WebsiteFetchLoop } from './website-fetch-loop.js';

let database: TestDatabase;
let fetches: WebsiteFetches;
let loop: WebsiteFetchLoop | undefined;
beforeAll(async () => {
  database = await createTestDatabase();
  fetches = new WebsiteFetches(database.pool);
});
afterAll(() => database.drop());
afterEach(async () => {
  await loop?.stop();
  await database.pool.query('TRUNCATE website_fetches, fetches_under_way, fetch_times');
});

const metrics = createWorkerMetrics(
  () => ({ hits: 0, misses: 0, size: 0 }),
  () => [],
);
const logger = createLogger('test', 'silent');
const rules = { kind: 'robots', mostSeconds: 60, atTheSameTime: 1 } as const;
function start(make: MakeFetch, atTheSameTime = 2, claims = fetches): void {
  const bounds = { atTheSameTime, ofAnAccount: 2, mostSeconds: 60 };
  const settings = { kind: 'robots', fetches: claims, make, ...bounds } as const;
  loop = new WebsiteFetchLoop({ ...settings, metrics, logger, lookMs: 10 });
  loop.start();
}
async function aWebsite(): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    `WITH account AS (
       INSERT INTO accounts (public_id, name, plan) VALUES (gen_random_uuid(), 'a', 'pro') RETURNING id
     )
     INSERT INTO websites (public_id, account_id, domain, tracking_id)
     SELECT gen_random_uuid(), id, 'shop.example', gen_random_uuid() FROM account RETURNING id`,
  );
  await fetches.switchOn(rows[0]!.id, 'robots', null);
  return rows[0]!.id;
}
const outcomeOf = async (id: number) => (await fetches.find(id, 'robots'))?.outcome;
const untilTold = (id: number, outcome: string) =>
  eventually(async () => expect(await outcomeOf(id)).toBe(outcome));

it('makes as many at the same time as it may, and holds no connection to the database', async () => {
  for (let n = 0; n < 5; n++) await aWebsite();
  let [underWay, most, made] = [0, 0, 0];
  let goOn = () => {};
  const all = new Promise<void>((resolve) => (goOn = resolve));
  start(async () => {
    most = Math.max(most, ++underWay);
    await all;
    underWay--;
    made++;
    return { outcome: 'unavailable', status: 404 };
  });
  await eventually(() => expect(underWay).toBe(2));
  const { totalCount, idleCount } = database.pool;
  expect(totalCount - idleCount).toBe(0);
  goOn();
  await eventually(() => expect([made, most]).toEqual([5, 2]));
});

it('keeps nothing that is not wanted any more when it comes', async () => {
  const [on, off] = [await aWebsite(), await aWebsite()];
  const kept: number[] = [];
  start(async ({ website_id: id }) => {
    if (id === off) await fetches.switchOff(off, 'robots');
    return { outcome: 'fetched', status: 200, keep: async () => void kept.push(id) };
  }, 1);
  await untilTold(on, 'fetched');
  await eventually(async () => expect(await outcomeOf(off)).toBeUndefined());
  await loop?.stop();
  expect([kept, await outcomeOf(off)]).toEqual([[on], undefined]);
});

it('goes on after a failure, and what failed is due again later', async () => {
  const [bad, good] = [await aWebsite(), await aWebsite()];
  const tried: number[] = [];
  start(({ website_id: id }) => {
    tried.push(id);
    if (id === bad) return Promise.reject(new Error('a fault of ours'));
    return Promise.resolve({ outcome: 'too_slow', status: null });
  }, 1);
  await untilTold(good, 'too_slow');
  expect([tried, await outcomeOf(bad)]).toEqual([[bad, good], null]);
});

it('gives back what it gives up when it stops, for others to make at once', async () => {
  const id = await aWebsite();
  let begun = () => {};
  const under = new Promise<void>((resolve) => (begun = resolve));
  start((_, signal) => {
    begun();
    return new Promise((resolve) =>
      signal.addEventListener('abort', () =>
        resolve({ outcome: 'unreachable', status: null, keep: () => Promise.resolve() }),
      ),
    );
  });
  await under;
  await loop?.stop();
  expect(await outcomeOf(id)).toBeNull();
  expect(await fetches.claim(rules)).toMatchObject({ website_id: id, unfinished: 0 });
});

it('makes nothing that it claims while it stops', async () => {
  const id = await aWebsite();
  const claimed = await fetches.claim(rules);
  let hand = () => {};
  const handed = new Promise<void>((resolve) => (hand = resolve));
  class SlowClaims extends WebsiteFetches {
    override claim() {
      return handed.then(() => claimed);
    }
  }
  const made: number[] = [];
  start(
    ({ website_id }) => {
      made.push(website_id);
      return Promise.resolve({ outcome: 'unavailable', status: 404 });
    },
    1,
    new SlowClaims(database.pool),
  );
  const stopped = loop?.stop();
  hand();
  await stopped;
  expect(made).toEqual([]);
  expect(await fetches.claim(rules)).toMatchObject({ website_id: id, unfinished: 0 });
});

it('ends the turn of the account whatever comes of a fetch', async () => {
  const made: number[] = [];
  const [failing, off, good] = [await aWebsite(), await aWebsite(), await aWebsite()];
  start(async ({ website_id: id }) => {
    if (id === failing) throw new Error('a fault of ours');
    if (id === off) await fetches.switchOff(off, 'robots');
    made.push(id);
    return { outcome: 'unavailable', status: 404 };
  }, 1);
  await untilTold(good, 'unavailable');
  await loop?.stop();
  expect(made).toEqual([off, good]);
  const { rows } = await database.pool.query('SELECT id FROM fetches_under_way');
  expect(rows).toEqual([]);
});

it('tells of a try whose worker ended before it', async () => {
  const id = await aWebsite();
  await fetches.end((await fetches.claim(rules))!);
  await database.pool.query('UPDATE website_fetches SET due_at = now()');
  start(() => Promise.resolve({ outcome: 'unavailable', status: 404 }));
  await untilTold(id, 'unavailable');
  await loop?.stop();
  const { values } = await metrics.websiteFetches.get();
  expect(values).toContainEqual({ labels: { kind: 'robots', outcome: 'interrupted' }, value: 1 });
});
