import { createTestDatabase, type TestDatabase } from '@app/testing';
import { type Host, HOSTS } from './dictionaries.js';
import { Dictionary } from './dictionary.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const TODAY = '2026-11-20';
const hosts = (websiteId: number, day: string, ...names: string[]): Host[] =>
  names.map((host) => ({ websiteId, host, time: Date.parse(`${day}T12:00:00Z`) }));

/** The dictionary of a process that knows nothing yet. */
const dictionary = (bound = HOSTS.bound) =>
  new Dictionary<Host>(database.pool, { ...HOSTS, bound });

async function stored(websiteId: number) {
  const { rows } = await database.pool.query<{ hosts: number; counted: number; last: number }>(
    `SELECT (SELECT count(*)::int FROM hosts WHERE website_id = $1) AS hosts,
       (SELECT sum(new_hosts)::int FROM dictionary_quotas WHERE website_id = $1) AS counted,
       (SELECT last_host FROM dictionary_numbers WHERE website_id = $1) AS last`,
    [websiteId],
  );
  return rows[0];
}

it('gives a host the same id every time, and each website its own ids', async () => {
  const own = dictionary();
  expect(await own.resolve(hosts(1, TODAY, 'a.example', '', 'a.example'))).toEqual([2, 1, 2]);
  expect(await own.resolve(hosts(2, TODAY, 'a.example'))).toEqual([1]);
  expect(await dictionary().resolve(hosts(1, TODAY, 'b.example', 'a.example'))).toEqual([3, 2]);
});

it('gives a host one id when batches of several processes bring it at the same time', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `${at}.example`);
  const found = await Promise.all(
    Array.from({ length: 8 }, () => dictionary().resolve(hosts(10, TODAY, ...names))),
  );
  expect(new Set(found.map((ids) => ids.join())).size).toBe(1);
  expect(new Set(found[0]).size).toBe(20);
  expect(await stored(10)).toEqual({ hosts: 20, counted: 20, last: 20 });
});

it('counts a host once that comes with visits of two days', async () => {
  const twice = [...hosts(11, '2026-11-19', 'a.example'), ...hosts(11, TODAY, 'a.example')];
  expect(await dictionary().resolve(twice)).toEqual([1, 1]);
  expect(await stored(11)).toEqual({ hosts: 1, counted: 1, last: 1 });
});

it('takes new hosts up to the bound of a website and day, and always knows those before', async () => {
  expect(await dictionary(3).resolve(hosts(20, TODAY, 'a', 'b'))).toEqual([1, 2]);
  expect(await dictionary(3).resolve(hosts(20, TODAY, 'b', 'c', 'd', 'e'))).toEqual([
    ...[2, 3],
    ...[null, null],
  ]);
  expect(await dictionary(3).resolve(hosts(20, TODAY, 'f'))).toEqual([null]);
  expect(await dictionary(3).resolve(hosts(20, '2026-11-21', 'f', 'a'))).toEqual([4, 1]);
  expect(await dictionary(3).resolve(hosts(21, TODAY, 'f'))).toEqual([1]);
});

it('keeps the bound exactly under parallel workers', async () => {
  const batches = Array.from({ length: 8 }, (_, batch) =>
    Array.from({ length: 20 }, (_, at) => `${(batch * 13 + at) % 100}.example`),
  );
  await Promise.all(batches.map((names) => dictionary(50).resolve(hosts(30, TODAY, ...names))));
  expect(await stored(30)).toEqual({ hosts: 50, counted: 50, last: 50 });
});
