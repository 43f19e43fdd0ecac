import { NO_CONTENT, NO_CONTENT_EXTENSIONS } from '@app/contracts';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import { isContent } from './statements/content-paths.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('plain');
});
afterAll(() => database.drop());

const STARTS = ['', '/a', '/.well-known', '/cdn-cgi', '/CDN-CGI', '/c', '/feed', '/a.b/sitemap'];
const NAMES = [
  ...['', '/', '/x', '/feed', '/FEED/', '/feeds', '/rss', '/press', '/atom//', '/anatom'],
  ...['/robots', '/ads', '/sitemap', '/post-sitemap_2', '/index', '/llms', '/manifest', '/.env'],
];
const ENDS = [
  ...['', '.txt', '.xml', '.XML.gz', '.json', '.html', '.php', '.pdf', '.', '.d/e', '.gz'],
  ...NO_CONTENT_EXTENSIONS.flatMap((extension) => [`.${extension}`, `.${extension}x`]),
];

it('a statement takes for content what the pattern does', async () => {
  const paths = STARTS.flatMap((start) =>
    NAMES.flatMap((name) => ENDS.map((end) => `${start}${name}${end}`)),
  );
  const { rows } = await database.pool.query<{ path: string; is_content: boolean }>(
    `SELECT path, ${isContent('path')} AS is_content FROM unnest($1::text[]) AS path`,
    [paths],
  );
  const pattern = new RegExp(NO_CONTENT, 'i');
  const wrong = rows.filter(({ path, is_content: is }) => is === pattern.test(path));
  expect(wrong.map(({ path }) => path)).toEqual([]);
  const content = rows.filter((row) => row.is_content);
  expect(content.length).toBeGreaterThan(1_000);
  expect(rows.length - content.length).toBeGreaterThan(1_000);
});
