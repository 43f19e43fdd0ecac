import { createTestDatabase, type TestDatabase } from '@app/testing';
import type pg from 'pg';
import { PageDictionary, type PageVisit } from './page-dictionary.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const pages = (websiteId: number, day: string, ...paths: string[]): PageVisit[] =>
  paths.map((path) => ({ websiteId, path, day }));

describe('PageDictionary', () => {
  it('gives a path the same id every time, and each website ids of its own', async () => {
    const dictionary = new PageDictionary(database.pool);
    const first = await dictionary.resolve(pages(1, '2026-11-20', '/a', '/b'));
    const again = await dictionary.resolve(pages(1, '2026-11-21', '/b', '/a', '/c'));
    const other = await dictionary.resolve(pages(2, '2026-11-20', '/a'));
    expect([...first.keys()].sort()).toEqual(['1 /a', '1 /b']);
    expect(again.get('1 /a')).toBe(first.get('1 /a'));
    expect(new Set([...again.values(), ...other.values()]).size).toBe(4);
  });

  it('takes new paths up to the bound of a website and day, and known ones always', async () => {
    const dictionary = new PageDictionary(database.pool, 3);
    await dictionary.resolve(pages(10, '2026-11-20', '/1', '/2'));
    const more = await dictionary.resolve(pages(10, '2026-11-20', '/2', '/3', '/4', '/5'));
    expect([...more.keys()].sort()).toEqual(['10 /2', '10 /3']);
    const nextDay = await dictionary.resolve(pages(10, '2026-11-21', '/4', '/1'));
    expect(nextDay.size).toBe(2);
  });

  it('keeps the bound exactly under parallel workers', async () => {
    const dictionary = new PageDictionary(database.pool, 50);
    const batches = Array.from({ length: 8 }, (_, batch) =>
      Array.from({ length: 20 }, (_, i) => `/${(batch * 13 + i) % 100}`),
    );
    await Promise.all(
      batches.map((paths) => dictionary.resolve(pages(20, '2026-11-20', ...new Set(paths)))),
    );
    const { rows } = await database.pool.query(
      `SELECT (SELECT count(*)::int FROM pages WHERE website_id = 20) AS pages,
         (SELECT new_pages FROM page_quotas WHERE website_id = 20) AS counted`,
    );
    expect(rows[0]).toEqual({ pages: 50, counted: 50 });
  });

  it('takes the longest path there can be', async () => {
    const path =
      '/' +
      Array.from({ length: 2047 }, (_, i) => String.fromCharCode(33 + ((i * 7919) % 94))).join('');
    const ids = await new PageDictionary(database.pool).resolve(pages(30, '2026-11-20', path));
    expect(ids.size).toBe(1);
  });

  it('asks the database for a known path once, and for one beyond the bound again', async () => {
    const pool = countQueries(database.pool);
    const dictionary = new PageDictionary(pool, 1);
    const day = pages(40, '2026-11-20', '/a', '/b');
    const first = await dictionary.resolve(day);
    expect([...first.keys()]).toEqual(['40 /a']);
    expect(pool.queries).toBe(2);
    expect(await dictionary.resolve(pages(40, '2026-11-20', '/a'))).toEqual(first);
    expect(pool.queries).toBe(2);
    const nextDay = await dictionary.resolve(pages(40, '2026-11-21', '/a', '/b'));
    expect(nextDay.get('40 /a')).toBe(first.get('40 /a'));
    expect(nextDay.size).toBe(2);
  });

  it('gives the same ids when its memory is too small for a batch', async () => {
    const pool = countQueries(database.pool);
    const dictionary = new PageDictionary(pool, 50, 250);
    const some = pages(41, '2026-11-20', '/a', '/b', '/c');
    const first = await dictionary.resolve(some);
    expect(first.size).toBe(3);
    expect(await dictionary.resolve(some)).toEqual(first);
    expect(pool.queries).toBe(3);
  });
});

/** The pool, and how many queries it was given. */
function countQueries(pool: pg.Pool): pg.Pool & { queries: number } {
  const counting = Object.create(pool) as pg.Pool & { queries: number };
  counting.queries = 0;
  counting.query = ((...args: Parameters<typeof pool.query>) => {
    counting.queries++;
    return pool.query(...args);
  }) as unknown as typeof pool.query;
  return counting;
}
