import { createTestDatabase, type TestDatabase } from '@app/testing';
import { sitemapDocument } from './sitemap-document.js';
import { type NewSitemap, Sitemaps } from './sitemaps.js';

let database: TestDatabase;
let sitemaps: Sitemaps;
let account: number;
beforeAll(async () => {
  database = await createTestDatabase();
  sitemaps = new Sitemaps(database.pool);
  const { rows } = await database.pool.query<{ id: number }>(
    "INSERT INTO accounts (public_id, name, plan) VALUES ('acc_1', 'a', 'pro') RETURNING id",
  );
  account = rows[0]!.id;
});
afterAll(() => database.drop());

async function aWebsite(domain: string): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    `INSERT INTO websites (public_id, account_id, domain, tracking_id)
     VALUES (gen_random_uuid(), $1, $2, gen_random_uuid()) RETURNING id`,
    [account, domain],
  );
  return rows[0]!.id;
}

const NOW = new Date('2026-11-10T12:00:00Z');
const leftOut = { other_hosts: 1, no_addresses: 0, too_long: 0, beyond_bound: 0, files: 0 };
const given = (...paths: string[]): NewSitemap => ({
  ...{ paths, source: 'given', now: NOW, files: 1, addresses: paths.length + 1, leftOut },
});

it('keeps the pages of the last sitemap, with the ids and positions that are known', async () => {
  const [id, other] = [await aWebsite('a.example'), await aWebsite('b.example')];
  const odd = '/"{,}\\ \'ä';
  await database.pool.query(
    `INSERT INTO pages (website_id, id, path) VALUES ($1, 1, '/seen'), ($1, 2, $3), ($2, 1, '/new')`,
    [id, other, odd],
  );
  await database.pool.query(
    'INSERT INTO page_positions (website_id, page_id, position) VALUES ($1, 1, 7), ($2, 1, 8)',
    [id, other],
  );
  expect(await sitemaps.keep(id, given('/before'))).toBe(true);
  expect(await sitemaps.keep(id, given('/new', '/seen', odd))).toBe(true);
  expect(await sitemaps.keep(other, given())).toBe(true);
  const { rows } = await database.pool.query<{ paths: string[]; known: boolean[] }>(
    `SELECT paths, positions, ARRAY(SELECT id IS NOT NULL FROM unnest(page_ids) AS id) AS known
     FROM sitemaps ORDER BY website_id`,
  );
  expect(rows).toEqual([
    { paths: ['/new', '/seen', odd], positions: [null, 7, null], known: [false, true, true] },
    { paths: [], positions: [], known: [] },
  ]);
  expect(await sitemaps.find(id)).toEqual({
    ...{ source: 'given', noted_at: NOW, pages: 3, files: 1, addresses: 4, left_out: leftOut },
  });
  expect(await sitemaps.remove(id)).toBe(true);
  expect(await sitemaps.remove(id)).toBe(false);
  expect(await sitemaps.find(id)).toBeUndefined();
  expect(sitemapDocument(undefined, undefined)).toMatchObject({ source: null, pages: 0 });
});

it('writes many paths in slices, and keeps their order and what is known of each', async () => {
  const id = await aWebsite('large.example');
  const paths = Array.from({ length: 2_200 }, (_, at) => `/${at}`.padEnd(2_000, 'x'));
  await database.pool.query(
    'INSERT INTO pages (website_id, id, path) SELECT $1, n, path FROM unnest($2::text[]) WITH ORDINALITY AS p (path, n) WHERE n % 2 = 0',
    [id, paths],
  );
  const sent: number[] = [];
  const pool = {
    connect: async () => {
      const client = await database.pool.connect();
      const query = client.query.bind(client) as (text: string, values?: unknown[]) => unknown;
      return Object.assign(Object.create(client) as object, {
        query: (text: string, values: unknown[] = []) => {
          sent.push(...values.filter(Array.isArray).map((list) => list.join('').length));
          return query(text, values);
        },
        release: () => client.release(),
      });
    },
  };
  await new Sitemaps(pool as never).keep(id, given(...paths));
  expect(sent.length).toBe(5);
  expect(Math.max(...sent)).toBeLessThanOrEqual(1024 * 1024);
  const { rows } = await database.pool.query(
    'SELECT paths, page_ids, cardinality(positions) AS positions FROM sitemaps WHERE website_id = $1',
    [id],
  );
  const ids = paths.map((_, at) => (at % 2 === 1 ? `${at + 1}` : null));
  expect(rows).toEqual([{ paths, page_ids: ids, positions: 2_200 }]);
  expect(await sitemaps.find(id)).toMatchObject({ pages: 2_200 });
});

it('keeps nothing for a website that is deleted', async () => {
  const id = await aWebsite('gone.example');
  await database.pool.query('UPDATE websites SET deleted_at = now() WHERE id = $1', [id]);
  expect(await sitemaps.keep(id, given('/a'))).toBe(false);
  expect(await sitemaps.find(id)).toBeUndefined();
});

it('finds the websites below a domain, of the same account, that are there', async () => {
  for (const domain of ['s.example', 'blog.s.example', 'x.blog.s.example', 'as.example'])
    await aWebsite(domain);
  const gone = await aWebsite('gone.s.example');
  await database.pool.query('UPDATE websites SET deleted_at = now() WHERE id = $1', [gone]);
  const below = (of: number) => sitemaps.domainsBelow(of, 's.example');
  expect((await below(account)).sort()).toEqual(['blog.s.example', 'x.blog.s.example']);
  expect(await below(account + 1)).toEqual([]);
});
