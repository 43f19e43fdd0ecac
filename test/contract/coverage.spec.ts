import type { CoveredPage, Sitemap } from '@app/contracts';
import { aLogEntryInput, CHROME, FakeClock, GPTBOT } from '@app/testing';
import { gzipSync } from 'node:zlib';
import { Browser } from '../support/browser.js';
import {
  exchange,
  expectError,
  expectJson,
  expectProcessed,
  get,
  ingest,
  send,
} from '../support/http.js';
import { shareSystemOn } from '../support/shared-system.js';
import type { System, Tenant } from '../support/system-on-queue.js';

const CLAUDEBOT = 'Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)';
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const clock = FakeClock.at('2026-11-20T15:30:00Z');
const PERIOD = 'start_date=2026-11-01&end_date=2026-11-20';

/** A private address proves nothing, so no visit is spoofed. */
const VISITS: [path: string, agent: string, day: string, status?: number][] = [
  ['/', CHROME, '2026-11-03'],
  ['/', CHROME, '2026-11-04'],
  ['/', GPTBOT, '2026-11-03'],
  ['/', GPTBOT, '2026-11-09'],
  ['/', CLAUDEBOT, '2026-11-05', 503],
  ['/pricing?from=mail', CHROME, '2026-11-03'],
  ['/pricing', GOOGLEBOT, '2026-11-05'],
  ['/broken', CHROME, '2026-11-03', 404],
  ['/broken', CLAUDEBOT, '2026-11-06', 404],
  ['/m%C3%BCnchen', CHROME, '2026-11-02'],
  ['/m%C3%BCnchen', CLAUDEBOT, '2026-11-02'],
  ['/site.css', CHROME, '2026-11-03'],
  ['/old', GPTBOT, '2026-10-20'],
];
const SITEMAP = `<?xml version="1.0"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>https://shop.example/</loc></url>
  <url><loc>https://www.shop.example/pricing?a=1&amp;b=2</loc></url>
  <url><loc>https://shop.example/pricing</loc></url>
  <url><loc>https://shop.example/münchen</loc></url>
  <url><loc>https://shop.example/broken</loc></url>
  <url><loc>https://shop.example/old</loc></url>
  <url><loc>https://other.example/</loc></url>
</urlset>`;

interface CoverageDocument {
  of: string;
  counts: object;
  categories: { category: string; pages: number; share: number }[];
  bots: { name: string; pages: number; share: number }[];
  pages: CoveredPage[];
  next_cursor: string | null;
}

let system: System;
let tenant: Tenant;
beforeAll(async () => {
  system = await shareSystemOn('postgres', { clock });
  tenant = await system.createTenant({ domain: 'shop.example' });
  const entries = VISITS.map(([path, user_agent, day, status_code = 200]) => ({
    ...aLogEntryInput({ path, user_agent, status_code, ip: '10.1.2.3' }),
    ...{ host: 'shop.example', timestamp: `${day}T12:00:00Z` },
  }));
  expectProcessed(await ingest(system.base, tenant.botKey, entries), entries.length);
  await system.untilVisits(tenant.website, entries.length);
});
beforeEach(() => change('DELETE'));
afterAll(() => system.stop());

const path = () => `/websites/${tenant.website.public_id}` as const;
const change = (method: 'PUT' | 'DELETE', body?: object) =>
  send(system.base, tenant.apiKey, `${method} ${path()}/sitemap`, body);
async function set(body: object): Promise<Sitemap> {
  const answer = await change('PUT', body);
  expectJson(answer, 200);
  return answer.body.data as Sitemap;
}
async function read(query = ''): Promise<CoverageDocument> {
  const answer = await get(system.base, `${path()}/coverage?${PERIOD}&${query}`, tenant.apiKey);
  expectJson(answer, 200);
  return answer.body.data as CoverageDocument;
}
const pathsOf = ({ pages }: CoverageDocument) => pages.map((page) => page.path);

it('tells which pages of the sitemap AI bots read', async () => {
  await set({ text: SITEMAP });
  const report = await read();
  expect(report).toMatchObject({
    of: 'sitemap',
    counts: { pages: 5, read: 2, share: 0.4, asked_not_read: 1, with_errors: 2 },
    bots: [
      { name: 'ClaudeBot', pages: 1, share: 0.2 },
      { name: 'GPTBot', pages: 1, share: 0.2 },
    ],
    next_cursor: null,
  });
  expect(report.categories).toEqual(
    [
      'ai_search',
      'ai_training',
      'ai_assistant',
      'ai_agent',
      'ai_data_provider',
      'ai_unidentified',
    ].map((category) =>
      category === 'ai_training'
        ? { category, pages: 2, share: 0.4 }
        : { category, pages: 0, share: 0 },
    ),
  );
  const row = (path: string, human_visits: number, more: Partial<CoveredPage> = {}) => ({
    ...{ path, human_visits, ai_bot_visits: 0, error_visits: 0, read_by: 0 },
    ...{ categories: [], last_read: null, ...more },
  });
  const training = { read_by: 1, categories: ['ai_training'] as CoveredPage['categories'] };
  expect(report.pages).toEqual([
    row('/', 2, { ...training, ai_bot_visits: 3, error_visits: 1, last_read: '2026-11-09' }),
    row('/broken', 1, { ai_bot_visits: 1, error_visits: 1 }),
    row('/m%C3%BCnchen', 1, { ...training, ai_bot_visits: 1, last_read: '2026-11-02' }),
    row('/pricing', 1),
    row('/old', 0),
  ]);
});

it('lists a part of the pages, for some bots, and below a path', async () => {
  await set({ text: SITEMAP });
  const show = async (query: string) => pathsOf(await read(query));
  expect(await show('show=never_read')).toEqual(['/broken', '/pricing', '/old']);
  expect(await show('show=read')).toEqual(['/', '/m%C3%BCnchen']);
  expect(await show('show=errors')).toEqual(['/', '/broken']);
  expect(await show('show=never_read&bot=gptbot&path=/m')).toEqual(['/m%C3%BCnchen']);
  expect(await show('show=read&provider=Anthropic')).toEqual(['/m%C3%BCnchen']);
  expect(await show('show=read&category=search_engine')).toEqual([]);
  expect((await read('category=ai_training')).counts).toMatchObject({ read: 2 });
  expect((await read('path=/none')).counts).toMatchObject({ pages: 0, share: null });
});

it('takes the pages that people read where there is no sitemap', async () => {
  const report = await read();
  expect(report).toMatchObject({ of: 'visited', counts: { pages: 3, read: 2 } });
  expect(pathsOf(report)).toEqual(['/', '/m%C3%BCnchen', '/pricing']);
  const answer = await get(system.base, `${path()}/coverage?of=sitemap`, tenant.apiKey);
  expectError(
    answer,
    'VALIDATION_ERROR',
    /^of must be visited, because this website has no sitemap/,
  );
  await set({ addresses: ['/'] });
  expect((await read()).of).toBe('sitemap');
  expect((await read('of=visited')).of).toBe('visited');
});

it('is read in parts, and as CSV', async () => {
  await set({ text: SITEMAP });
  const parts = [await read('limit=2')];
  while (parts.at(-1)?.next_cursor)
    parts.push(await read(`limit=2&cursor=${parts.at(-1)?.next_cursor}`));
  expect(parts.map((part) => part.pages.length)).toEqual([2, 2, 1]);
  expect(parts.flatMap(pathsOf)).toEqual(pathsOf(await read()));
  const other = `${path()}/coverage?${PERIOD}&show=read&cursor=${parts[0]?.next_cursor}`;
  expectError(await get(system.base, other, tenant.apiKey), 'VALIDATION_ERROR', /other parameters/);
  const { text, headers } = await exchange(
    `${system.base}/api/v1${path()}/coverage?${PERIOD}&format=csv&limit=2`,
    { headers: { 'x-api-key': tenant.apiKey } },
  );
  expect(headers.get('link')).toMatch(/cursor=.*rel="next"/);
  expect(text.split('\r\n')).toEqual([
    'path,human_visits,ai_bot_visits,error_visits,read_by,categories,last_read',
    '/,2,3,1,1,ai_training,2026-11-09',
    '/broken,1,1,1,0,,',
    '',
  ]);
});

it('keeps its days from one part to the next', async () => {
  await set({ text: SITEMAP });
  const ask = async (query: string) =>
    (await get(system.base, `${path()}/coverage?limit=2&${query}`, tenant.apiKey)).body.data;
  const first = await ask('');
  clock.set('2026-11-21T00:10:00Z');
  const second = await ask(`cursor=${first.next_cursor}`);
  const anew = await ask('');
  clock.set('2026-11-20T15:30:00Z');
  expect(first.period).toEqual({ start: '2026-11-14', end: '2026-11-20' });
  expect(second.period).toEqual(first.period);
  expect(anew.period.end).toBe('2026-11-21');
});

it('is shown to readers of a shared link, and the sitemap is not', async () => {
  await set({ text: SITEMAP });
  const share = { name: 'r', from: '2026-11-01' };
  const made = await send(system.base, tenant.apiKey, `POST ${path()}/shares`, share);
  const { token } = made.body.data as { token: string };
  const reader = await Browser.reading(system.base, token);
  const shown = await reader.ask(`GET ${path()}/coverage?${PERIOD}`);
  expect(shown.body.data).toEqual(await read());
  const before = await reader.ask(`GET ${path()}/coverage?start_date=2026-10-31`);
  expectError(before, 'FORBIDDEN');
  for (const method of ['GET', 'DELETE'] as const)
    expectError(await reader.ask(`${method} ${path()}/sitemap`), 'FORBIDDEN');
});

it('keeps the pages of a sitemap, and says what it left out', async () => {
  const none = { other_hosts: 0, no_addresses: 0, too_long: 0, beyond_bound: 0, files: 0 };
  const empty = { source: null, noted_at: null, pages: 0, files: 0, addresses: 0 };
  const show = async () => (await get(system.base, `${path()}/sitemap`, tenant.apiKey)).body.data;
  expect(await show()).toEqual({ ...empty, left_out: none, fetch: null });
  const given = {
    ...{ source: 'given', noted_at: '2026-11-20T15:30:00.000Z', files: 1, fetch: null },
    ...{ pages: 5, addresses: 7, left_out: { ...none, other_hosts: 1 } },
  };
  expect(await set({ text: SITEMAP })).toEqual(given);
  expect(await show()).toEqual(given);
  expect(await set({ text: 'https://shop.example/a\n/b' })).toMatchObject({ pages: 2 });
  const many = Array.from({ length: 50_000 }, (_, place) => `https://shop.example/p/${place}`);
  expect(await set({ addresses: many })).toMatchObject({ pages: 50_000, addresses: 50_000 });
  expect(await set({ addresses: ['/a', 'ftp://x', `/${'a'.repeat(2_048)}`] })).toMatchObject({
    ...{ pages: 1, addresses: 3, left_out: { ...none, no_addresses: 1, too_long: 1 } },
  });
  await send(system.base, tenant.apiKey, 'POST /websites', { domain: 'blog.shop.example' });
  expect(
    await set({ addresses: ['https://blog.shop.example/', 'https://www.shop.example/'] }),
  ).toMatchObject({ pages: 1, left_out: { other_hosts: 1 } });
  expectJson(await change('DELETE'), 200);
  expect(await show()).toEqual({ ...empty, left_out: none, fetch: null });
});

it('lets the sitemap be fetched, until one is given', async () => {
  await set({ addresses: ['/a'] });
  const fetched = await set({ fetch: true });
  expect(fetched).toMatchObject({
    ...{ source: 'given', pages: 1 },
    fetch: { url: null, tried_at: null, outcome: null, status: null, succeeded_at: null },
  });
  expectError(
    await change('PUT', { fetch: true, url: 'http://127.0.0.1/sitemap.xml' }),
    'VALIDATION_ERROR',
    /^url must be on a host of the internet/,
  );
  expect((await set({ addresses: ['/b'] })).fetch).toBeNull();
  await set({ fetch: true });
  await change('DELETE');
  expect((await read()).of).toBe('visited');
});

it('says what is wrong with a sitemap', async () => {
  const faults: [object, RegExp][] = [
    [
      { text: '<html></html>' },
      /^text must be a sitemap\. The file is no sitemap, but a page in HTML/,
    ],
    [
      { text: '<urlset><url>' },
      /^text must be a sitemap\. The XML of the sitemap is broken at line 1/,
    ],
    [{ text: '<sitemapindex></sitemapindex>' }, /^text must be a sitemap, and not an index/],
    [{}, /^the body must have exactly one of text, addresses and fetch/],
    [{ text: '/a', url: 'https://shop.example/' }, /url goes with fetch only/],
  ];
  for (const [body, message] of faults)
    expectError(await change('PUT', body), 'VALIDATION_ERROR', message);
  const packed = gzipSync(JSON.stringify({ text: SITEMAP }));
  const answer = await exchange(`${system.base}/api/v1${path()}/sitemap`, {
    ...{ method: 'PUT', body: packed },
    headers: {
      ...{ 'x-api-key': tenant.apiKey, 'content-type': 'application/json' },
      'content-encoding': 'gzip',
    },
  });
  expect(answer.status).toBe(200);
});
