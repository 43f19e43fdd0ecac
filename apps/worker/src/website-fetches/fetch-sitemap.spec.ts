import { gzipSync } from 'node:zlib';
import { getPieces, type Got } from '@app/guarded-http';
import { MOST_FILE_BYTES } from '@app/sitemaps';
import { startReceiver } from '@app/testing';
import { type AskForSitemap, fetchSitemap, type SitemapOrder } from './fetch-sitemap.js';

const SHOP = 'https://shop.example';
const ORDER: SitemapOrder = { domain: 'shop.example', url: null, named: [], elsewhere: [] };
const there = (body: string | Buffer, isCut = false): Got => ({
  ...{ kind: 'answered', status: 200, contentType: 'application/xml' },
  ...{ body: Buffer.from(body), isCut },
});
const status = (code: number): Got => ({ ...(there('') as object), status: code }) as Got;
const locs = (entry: string, paths: readonly string[]) =>
  paths.map((path) => `<${entry}><loc>${SHOP}${path}</loc></${entry}>`).join('');
const urlset = (...paths: string[]) => there(`<urlset>${locs('url', paths)}</urlset>`);
const index = (...paths: string[]) =>
  there(`<sitemapindex>${locs('sitemap', paths)}</sitemapindex>`);

async function* inPieces(bytes: Buffer) {
  for (let start = 0; start < bytes.length; start += 16_384)
    yield await Promise.resolve(bytes.subarray(start, start + 16_384));
}

/** Fetches from a website that has these files, by address or by path of its own. */
async function fetchFrom(files: Record<string, Got>, order: Partial<SitemapOrder> = {}) {
  const asked: string[] = [];
  const fetched = await fetchSitemap({ ...ORDER, ...order }, async (url, read) => {
    asked.push(url);
    const got = files[url.replace(SHOP, '')] ?? status(404);
    return got.kind === 'answered' ? { ...got, body: await read(inPieces(got.body)) } : got;
  });
  const { outcome, pages } = fetched;
  return { outcome, status: fetched.status, pages, paths: pages?.paths, asked };
}

it('asks the address that was given, or those that robots.txt names, or the usual one', async () => {
  const files = { '/a.xml': urlset('/a'), '/b.xml': urlset('/b'), '/sitemap.xml': urlset('/c') };
  const named = [`${SHOP}/a.xml`, `${SHOP}/b.xml`, `${SHOP}/a.xml`];
  expect(await fetchFrom(files, { url: `${SHOP}/b.xml`, named })).toMatchObject({
    ...{ paths: ['/b'], asked: [`${SHOP}/b.xml`] },
  });
  expect(await fetchFrom(files, { named })).toMatchObject({
    ...{ outcome: 'fetched', status: 200, paths: ['/a', '/b'], asked: named.slice(0, 2) },
  });
  expect(await fetchFrom(files)).toMatchObject({ paths: ['/c'], asked: [`${SHOP}/sitemap.xml`] });
  const plain = 'http://shop.example/sitemap.xml';
  const away = { '/sitemap.xml': { kind: 'no_connection' }, [plain]: urlset('/d') } as const;
  expect(await fetchFrom(away)).toMatchObject({
    ...{ paths: ['/d'], asked: [`${SHOP}/sitemap.xml`, plain] },
  });
});

it('fetches what an index names, each file once, and no index below it', async () => {
  const files = {
    '/sitemap.xml': index('/1.xml', '/2.xml.gz', '/1.xml', '/deeper.xml', '/gone.xml', '/page'),
    '/1.xml': urlset('/a', '/b'),
    '/2.xml.gz': there(gzipSync(`${SHOP}/b\n${SHOP}/c\nhttps://other.example/d`)),
    '/deeper.xml': index('/3.xml'),
    '/3.xml': urlset('/z'),
    '/page': there('<!doctype html><html><body>404</body></html>'),
  };
  const { pages, asked } = await fetchFrom(files);
  expect(pages).toMatchObject({
    ...{ paths: ['/a', '/b', '/c'], files: 2, addresses: 5 },
    leftOut: { other_hosts: 1, no_addresses: 0 },
  });
  expect(asked.map((url) => url.replace(SHOP, ''))).toEqual([
    ...['/sitemap.xml', '/1.xml', '/2.xml.gz', '/deeper.xml', '/gone.xml', '/page'],
  ]);
});

it('leaves the last sitemap when there is none, and says why', async () => {
  const outcomeOf = async (file: Got) => (await fetchFrom({ '/sitemap.xml': file })).outcome;
  expect(await outcomeOf(status(404))).toBe('unavailable');
  expect(await outcomeOf(status(503))).toBe('error_status');
  expect(await outcomeOf({ kind: 'too_many_redirects' })).toBe('too_many_redirects');
  expect(await outcomeOf({ kind: 'not_public' })).toBe('not_public');
  expect(await outcomeOf({ kind: 'too_slow' })).toBe('too_slow');
  expect(await outcomeOf({ kind: 'bad_encoding' })).toBe('unreadable');
  expect(await outcomeOf(there('<!doctype html><html><body>404</body></html>'))).toBe('no_sitemap');
  expect(await outcomeOf(there(''))).toBe('no_sitemap');
  expect(await outcomeOf(index())).toBe('no_sitemap');
  expect(await outcomeOf(index('/gone.xml'))).toBe('unavailable');
  expect(await outcomeOf(there('<urlset><url>'))).toBe('unreadable');
  expect(await outcomeOf(there(gzipSync('x').subarray(0, 12)))).toBe('unreadable');
  expect(await outcomeOf(there('<urlset>', true))).toBe('too_long');
  const bomb = gzipSync(Buffer.alloc(MOST_FILE_BYTES + 1, ' '), { level: 1 });
  expect(await outcomeOf(there(bomb))).toBe('too_long');
  expect(await fetchFrom({ '/sitemap.xml': urlset() })).toMatchObject({
    ...{ outcome: 'fetched', paths: [] },
  });
});

it('fails as a whole when a file of an index fails', async () => {
  const files = { '/sitemap.xml': index('/1.xml', '/2.xml', '/3.xml'), '/1.xml': urlset('/a') };
  for (const [file, outcome] of [
    [status(503), 'error_status'],
    [{ kind: 'too_slow' }, 'too_slow'],
    [{ kind: 'not_public' }, 'not_public'],
    [there('<urlset><url>'), 'unreadable'],
  ] as const) {
    const fetched = await fetchFrom({ ...files, '/2.xml': file });
    expect(fetched).toMatchObject({ outcome, pages: undefined, asked: { length: 3 } });
  }
  const odd = { ...files, '/2.xml': { kind: 'bad_url' } as const };
  expect(await fetchFrom(odd)).toMatchObject({ outcome: 'fetched', paths: ['/a'] });
});

it('ends with 500 files, 50,000 pages or 200 MiB', async () => {
  const names = Array.from({ length: 600 }, (_, place) => `/${place}.xml`);
  const all = Object.fromEntries(names.map((name) => [name, urlset(name)]));
  const many = await fetchFrom({ ...all, '/sitemap.xml': index(...names) });
  expect([many.asked.length, many.paths?.length]).toEqual([500, 499]);
  expect(many.pages?.leftOut).toMatchObject({ beyond_bound: 0, files: 101 });

  const half = (name: string) =>
    there(Array.from({ length: 25_000 }, (_, place) => `/${name}/${place}`).join('\n'));
  const large = { '/a': half('a'), '/b': half('b'), '/c': half('c'), '/d': half('d') };
  const full = await fetchFrom({ ...large, '/sitemap.xml': index('/a', '/b', '/c', '/d') });
  expect([full.asked.length, full.paths?.length]).toEqual([3, 50_000]);
  expect(full.pages?.leftOut).toMatchObject({ beyond_bound: 0, files: 2 });

  const heavy = `/p\n${' \n'.repeat(MOST_FILE_BYTES / 2 - 2)}`;
  const five = ['/1', '/2', '/3', '/4', '/5'];
  // What counts is what they have when they are decompressed.
  const files = Object.fromEntries(five.map((name) => [name, there(gzipSync(heavy))]));
  expect(await fetchFrom({ ...files, '/sitemap.xml': index(...five) })).toMatchObject({
    ...{ outcome: 'too_long', asked: { length: 5 } },
  });
});

it('reads what a real server has, with redirects and compression on the way', async () => {
  const server = await startReceiver();
  const rules = {
    ...{ allowPrivate: true, needsTls: false, userAgent: 'Botgauge/test' },
    resolve: () => Promise.resolve(['127.0.0.1']),
  };
  server.answer = (response, { path }) => {
    const gzipped = { 'content-encoding': 'gzip' };
    if (path === '/') response.writeHead(301, { location: '/index.xml' }).end();
    else if (path === '/index.xml')
      response.end(`<sitemapindex><sitemap><loc>${server.url}a.gz</loc></sitemap></sitemapindex>`);
    else response.writeHead(200, gzipped).end(gzipSync(gzipSync(`${SHOP}/a`)));
  };
  const bounds = { accept: '*/*', mostBytes: MOST_FILE_BYTES, timeoutMs: 60_000 };
  const fetched = await fetchSitemap({ ...ORDER, url: server.url }, (url, read) =>
    getPieces({ url, ...bounds }, rules, read),
  );
  expect(fetched).toMatchObject({ outcome: 'fetched', pages: { paths: ['/a'], files: 1 } });
  await server.close();
});

it('keeps 8 MiB of paths, and says what it left out', async () => {
  const long = (name: string) =>
    there(Array.from({ length: 3_000 }, (_, at) => `/${name}${at}`.padEnd(2_000, 'x')).join('\n'));
  const files = { '/1': long('a'), '/2': long('b'), '/3': long('c') };
  const { outcome, pages, asked } = await fetchFrom({
    ...{ ...files, '/sitemap.xml': index('/1', '/2', '/3') },
  });
  expect([outcome, asked.length]).toEqual(['fetched', 3]);
  const kept = pages?.paths.length ?? 0;
  expect([kept, 2_000 * kept]).toEqual([4_194, 8_388_000]);
  expect(pages).toMatchObject({
    addresses: 6_000,
    leftOut: { beyond_bound: 6_000 - kept, files: 1 },
  });
});

it('rests while it reads, as it is told to', async () => {
  let rests = 0;
  const lines = Array.from({ length: 50_000 }, (_, at) => `${SHOP}/${at}`).join('\n');
  const ask: AskForSitemap = async (_url, read) => ({
    ...{ kind: 'answered', status: 200, contentType: null, isCut: false },
    body: await read(inPieces(Buffer.from(lines))),
  });
  const rest = () => Promise.resolve(void (rests += 1));
  expect(await fetchSitemap(ORDER, ask, rest)).toMatchObject({ outcome: 'fetched' });
  expect(rests).toBeGreaterThan(0);
});
