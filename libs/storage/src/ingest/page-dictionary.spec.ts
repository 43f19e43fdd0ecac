import { createTestDatabase, type TestDatabase } from '@app/testing';
import pg from 'pg';
import { Shards, shardsOf } from '../database/shards.js';
import type { PageVisit } from './dictionaries.js';
import { KnownPages } from './known-pages.js';
import { PageDictionary } from './page-dictionary.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const pages = (websiteId: number, day: string, ...paths: string[]): PageVisit[] =>
  paths.map((path) => ({ websiteId, path, time: Date.parse(`${day}T12:00:00Z`) }));

describe('PageDictionary', () => {
  it('gives a path the same id every time, and each website its own ids', async () => {
    const dictionary = new PageDictionary(database.pool);
    const first = await dictionary.resolve(pages(1, '2026-11-20', '/a', '/b', '/a'));
    const again = await dictionary.resolve(pages(1, '2026-11-21', '/b', '/a', '/c'));
    const other = await dictionary.resolve(pages(2, '2026-11-20', '/a'));
    const elsewhere = await new PageDictionary(database.pool).resolve(pages(1, '2026-11-20', '/c'));
    expect(first).toEqual([1, 2, 1]);
    expect(elsewhere).toEqual([3]);
    expect([again, other]).toEqual([[2, 1, 3], [1]]);
  });

  it('accepts new paths up to the bound of a website and day, and always accepts known ones', async () => {
    const dictionary = new PageDictionary(database.pool, { bound: 3 });
    await dictionary.resolve(pages(10, '2026-11-20', '/1', '/2'));
    const more = await dictionary.resolve(pages(10, '2026-11-20', '/2', '/3', '/4', '/5'));
    expect(more).toEqual([expect.anything(), expect.anything(), null, null]);
    const nextDay = await dictionary.resolve(pages(10, '2026-11-21', '/4', '/1'));
    expect(nextDay).toEqual([expect.anything(), expect.anything()]);
  });

  it('keeps the bound exactly under parallel workers', async () => {
    const batches = Array.from({ length: 8 }, (_, batch) =>
      Array.from({ length: 20 }, (_, i) => `/${(batch * 13 + i) % 100}`),
    );
    await Promise.all(
      batches.map((paths) =>
        new PageDictionary(database.pool, { bound: 50 }).resolve(pages(20, '2026-11-20', ...paths)),
      ),
    );
    const { rows } = await database.pool.query(
      `SELECT (SELECT count(*)::int FROM pages WHERE website_id = 20) AS pages,
         (SELECT new_pages FROM page_quotas WHERE website_id = 20) AS counted`,
    );
    expect(rows[0]).toEqual({ pages: 50, counted: 50 });
  });

  it('asks once for batches that come together, and gives each batch its own pages', async () => {
    const shards = countLookUps();
    const dictionary = new PageDictionary(database.pool, { shards });
    const [one, two] = await Promise.all([
      dictionary.resolve(pages(50, '2026-11-20', '/a', '/b')),
      dictionary.resolve(pages(50, '2026-11-20', '/b', '/c')),
    ]);
    expect(shards.lookUps).toBe(1);
    expect(two?.[0]).toBe(one?.[1]);
    expect(new Set([...one, ...two]).size).toBe(3);
  });

  it('fails a batch that the database refuses, but not the others of its group', async () => {
    const dictionary = new PageDictionary(database.pool);
    const [good, bad] = await Promise.allSettled([
      dictionary.resolve(pages(51, '2026-11-20', '/a')),
      dictionary.resolve(pages(51, '2026-11-20', '/\u0000')),
    ]);
    expect(good).toEqual({ status: 'fulfilled', value: [expect.anything()] });
    expect(bad).toMatchObject({ status: 'rejected', reason: { code: '22021' } });
  });

  it('forgets the ids of a transaction that could not be committed', async () => {
    const failing = new pg.Pool({ connectionString: database.url, Client: NeverCommits });
    failing.on('error', () => undefined);
    const known = new KnownPages();
    const lost = new PageDictionary(failing, { known }).resolve(pages(52, '2026-11-20', '/lost'));
    await expect(lost).rejects.toThrow('COMMIT is lost');
    const dictionary = new PageDictionary(database.pool, { known });
    expect(await dictionary.resolve(pages(52, '2026-11-20', '/next'))).toEqual([1]);
    expect(await dictionary.resolve(pages(52, '2026-11-20', '/lost'))).toEqual([2]);
    await shardsOf(failing).end();
    await failing.end();
  });

  it('accepts the longest possible path', async () => {
    const path =
      '/' +
      Array.from({ length: 2047 }, (_, i) => String.fromCharCode(33 + ((i * 7919) % 94))).join('');
    const ids = await new PageDictionary(database.pool).resolve(pages(30, '2026-11-20', path));
    expect(ids).toEqual([expect.anything()]);
  });

  it('asks the database once for a known path, and every time for one beyond the bound', async () => {
    const shards = countLookUps();
    const dictionary = new PageDictionary(database.pool, { bound: 1, shards });
    const day = pages(40, '2026-11-20', '/a', '/b');
    const first = await dictionary.resolve(day);
    expect(first).toEqual([expect.anything(), null]);
    expect(shards.lookUps).toBe(1);
    expect(await dictionary.resolve(pages(40, '2026-11-20', '/a'))).toEqual([first[0]]);
    expect(shards.lookUps).toBe(1);
    const nextDay = await dictionary.resolve(pages(40, '2026-11-21', '/a', '/b'));
    expect(nextDay).toEqual([first[0], expect.anything()]);
  });

  it('gives the same ids when its memory is too small for a batch', async () => {
    const shards = countLookUps();
    const dictionary = new PageDictionary(database.pool, {
      bound: 50,
      known: new KnownPages(100),
      shards,
    });
    const some = pages(41, '2026-11-20', '/a', '/b', '/c');
    const first = await dictionary.resolve(some);
    expect(new Set(first).size).toBe(3);
    expect(await dictionary.resolve(some)).toEqual(first);
    expect(shards.lookUps).toBe(2);
  });
});

/** A client whose transactions are never committed. */
class NeverCommits extends pg.Client {
  constructor(...given: ConstructorParameters<typeof pg.Client>) {
    super(...given);
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    this.query = ((...args: unknown[]) =>
      args[0] === 'COMMIT'
        ? Promise.reject(new Error('COMMIT is lost'))
        : query(...args)) as typeof this.query;
  }
}

/** Counts how often the database is asked. */
function countLookUps(): Pick<Shards, 'onEach'> & { lookUps: number } {
  const shards = new Shards(database.pool);
  return {
    lookUps: 0,
    onEach(...args) {
      this.lookUps++;
      return shards.onEach(...args);
    },
  };
}
