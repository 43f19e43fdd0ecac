import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createTestDatabase, removedAtEnd, type TestDatabase } from '@app/testing';
import { anOperator } from '../../test/operator.js';

let database: TestDatabase;
let operator: ReturnType<typeof anOperator>;
let website: string;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  operator = anOperator(database.url);
  folder = mkdtempSync(join(tmpdir(), 'sitemap-'));
  removedAtEnd(folder);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query('TRUNCATE accounts, sitemaps CASCADE');
  const account = await operator.json<{ id: string }>('accounts', 'create', '--name', 'A');
  const aWebsite = (domain: string) =>
    operator.json<{ id: string }>(
      ...['websites', 'create', '--account', account.id, '--domain', domain],
    );
  website = (await aWebsite('shop.example')).id;
  await aWebsite('blog.shop.example');
});

function aFile(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}
const urlset = (...addresses: string[]) =>
  `<urlset>${addresses.map((one) => `<url><loc>${one}</loc></url>`).join('')}</urlset>`;
const sitemap = (verb: string, ...more: string[]) => [
  'sitemap',
  verb,
  '--website',
  website,
  ...more,
];

it('gives sitemaps, shows what is known of them, and forgets them', async () => {
  expect((await operator.text(...sitemap('show'))).stdout).toMatch(
    /^No sitemap of shop\.example is known\. .*\nIt is not fetched; switch that on with `.*sitemap fetch --website ws_/,
  );
  const first = urlset('https://shop.example/a', 'https://blog.shop.example/', 'https://x.test/');
  const files = [
    aFile('1.xml.gz', gzipSync(first)),
    aFile('2.txt', '/b\nhttps://www.shop.example/c?d=1\nhttps://shop.example/c\n'),
  ];
  const { stdout } = await operator.text(...sitemap('set', ...files));
  expect(stdout).toMatch(
    /^shop\.example has 3 pages by 6 addresses \(given, .*\)\. Left out: 2 of other websites\.\nSee which/,
  );
  expect(await operator.json(...sitemap('show'))).toMatchObject({
    ...{ source: 'given', pages: 3, files: 2, addresses: 6, fetch: null },
    left_out: { other_hosts: 2, no_addresses: 0, too_long: 0, beyond_bound: 0 },
  });
  const { rows } = await database.pool.query('SELECT paths FROM sitemaps');
  expect(rows).toEqual([{ paths: ['/a', '/b', '/c'] }]);
  expect((await operator.text(...sitemap('remove'))).stdout).toMatch(/is forgotten/);
  expect(await operator.json(...sitemap('show'))).toMatchObject({ source: null, pages: 0 });
});

it('switches fetching on and off', async () => {
  const on = await operator.text(...sitemap('fetch'));
  expect(on.stdout).toMatch(/^A worker fetches the sitemap of shop\.example within a minute/);
  expect((await operator.text(...sitemap('show'))).stdout).toMatch(/the last try: none yet\./);
  const url = 'http://127.0.0.1/pages.xml';
  expect(await operator.failure(2, ...sitemap('fetch', '--url', url))).toMatch(
    /^--url must be on a host of the internet/,
  );
  expect(await operator.json(...sitemap('fetch', '--off'))).toMatchObject({ fetch: null });
  await operator.json(...sitemap('fetch'));
  await operator.json(...sitemap('set', aFile('a.txt', '/a')));
  expect(await operator.json(...sitemap('show'))).toMatchObject({ fetch: null, pages: 1 });
  expect(await operator.failure(2, ...sitemap('fetch', '--off', '--url', url))).toMatch(
    /^Give --url or --off, and not both/,
  );
});

it('says what is wrong, and then changes nothing', async () => {
  await operator.json(...sitemap('set', aFile('a.txt', '/a')));
  const good = aFile('good.txt', '/b');
  const faults: [string, RegExp][] = [
    [join(folder, 'missing.xml'), /missing\.xml cannot be read: ENOENT/],
    [folder, /cannot be read/],
    [
      aFile('page.html', '<!DOCTYPE html><html>'),
      /page\.html: The file is no sitemap, but a page in HTML/,
    ],
    [
      aFile('index.xml', '<sitemapindex></sitemapindex>'),
      /is an index of sitemaps\. Give the files/,
    ],
    [aFile('broken.xml', '<urlset><url>'), /broken\.xml: The XML of the sitemap is broken/],
    [aFile('large.xml', Buffer.alloc(50 * 1024 * 1024 + 1)), /has more than 50 MiB/],
  ];
  for (const [file, message] of faults)
    expect(await operator.failure(1, ...sitemap('set', good, file))).toMatch(message);
  expect(await operator.failure(1, 'sitemap', 'show', '--website', 'ws_x')).toMatch(
    /^There is no website ws_x/,
  );
  expect(await operator.json(...sitemap('show'))).toMatchObject({ pages: 1, files: 1 });
});
