// Noise out of the way: `pages?only=content`, and who got an error.
import { aLogEntryInput, CHROME, FakeClock, GPTBOT } from '@app/testing';
import { expectProcessed, get, ingest } from '../support/http.js';
import { readLandings, readPages, readSummary, type Reading } from '../support/reports.js';
import { shareSystemOn } from '../support/shared-system.js';
import type { System, Tenant } from '../support/system-on-queue.js';

const clock = FakeClock.at('2026-11-20T15:30:00Z');
const DAYS = 'start_date=2026-11-10&end_date=2026-11-20';
const NUCLEI = 'Nuclei - Open-source project (github.com/projectdiscovery/nuclei)';

const ENTRIES = [
  ...['/', '/pricing', '/llms.txt'].map((path) => ({ path, user_agent: GPTBOT })),
  ...['/', '/about', '/gone'].map((path) => ({ path, user_agent: CHROME })),
  ...['/robots.txt', '/sitemap.xml', '/feed/', '/app.css', '/.well-known/a'].map((path) => ({
    ...{ path, user_agent: GPTBOT },
  })),
  ...['/admin', '/gone', '/about'].map((path) => ({ path, user_agent: NUCLEI, status_code: 403 })),
].map((entry) => (entry.path === '/gone' ? { ...entry, status_code: 404 } : entry));

let system: System;
let tenant: Tenant;
let reading: Reading;
beforeAll(async () => {
  system = await shareSystemOn('postgres', { clock });
  tenant = await system.createTenant();
  reading = { base: system.base, apiKey: tenant.apiKey, id: tenant.website.public_id };
  const timestamp = '2026-11-12T10:00:00Z';
  const entries = ENTRIES.map((entry) => aLogEntryInput({ ip: '10.1.2.3', timestamp, ...entry }));
  expectProcessed(await ingest(system.base, tenant.botKey, entries), entries.length);
  await system.untilVisits(tenant.website, entries.length);
});
afterAll(() => system.stop());

const paths = async (query: string) =>
  (await readPages(reading, `${DAYS}&limit=100&${query}`)).map(({ path }) => path).sort();
const ALL = [...new Set(ENTRIES.map(({ path }) => path))].sort();

describe('Pages', () => {
  it('are all of them by default', async () => {
    expect(await paths('')).toEqual(ALL);
  });

  it.each([
    ['', ['/', '/about', '/gone', '/llms.txt', '/pricing']],
    ['&visitors=ai_bots', ['/', '/llms.txt', '/pricing']],
    ['&visitors=bots', ['/', '/llms.txt', '/pricing']],
    ['&category=security_scanner', []],
    ['&verification=unverifiable', ['/', '/llms.txt', '/pricing']],
    ['&path=/p', ['/pricing']],
    ['&ai=some', ['/', '/llms.txt', '/pricing']],
    // What answered everybody with an error is no page that somebody could have read.
    ['&ai=none', ['/about']],
  ])('with content only are %s', async (query, expected) => {
    expect(await paths(`only=content${query}`)).toEqual(expected);
  });

  it('with content only are read part by part, in every order', async () => {
    for (const sort of ['path', '-path', 'bot_visits', '-error_visits', 'human_visits']) {
      const whole = await read(`sort=${sort}&limit=100`);
      const parts: string[] = [];
      for (let cursor = ''; ;) {
        const part = await read(`sort=${sort}&limit=2${cursor}`);
        parts.push(...part.paths);
        if (!part.next) break;
        cursor = `&cursor=${part.next}`;
      }
      expect([sort, parts]).toEqual([sort, whole.paths]);
      expect(parts).toHaveLength(5);
    }
  });

  async function read(query: string) {
    const path = `/websites/${reading.id}/pages?${DAYS}&only=content&${query}` as const;
    const { body } = await get(system.base, path, tenant.apiKey);
    const { pages, next_cursor: next } = (body as never)['data'] as {
      pages: { path: string }[];
      next_cursor: string | null;
    };
    return { paths: pages.map((page) => page.path), next };
  }
});

it('status codes tell people, AI bots, scanners and other bots apart', async () => {
  const { status_codes, error_visits, ai_error_visits } = await readSummary(reading, DAYS);
  expect(status_codes).toEqual([
    { status_code: 200, visits: 10, bot_visits: 8, ai_bot_visits: 8, scanner_visits: 0 },
    { status_code: 403, visits: 2, bot_visits: 2, ai_bot_visits: 0, scanner_visits: 2 },
    { status_code: 404, visits: 2, bot_visits: 1, ai_bot_visits: 0, scanner_visits: 1 },
  ]);
  expect([error_visits, ai_error_visits]).toEqual([4, 0]);
  const { status_codes: limited } = await readSummary(reading, `${DAYS}&status=4xx`);
  expect(limited.map(({ scanner_visits }) => scanner_visits)).toEqual([2, 1]);
});

it('landing pages with content only are those that somebody reads', async () => {
  const other = await system.createTenant();
  const of = { base: system.base, apiKey: other.apiKey, id: other.website.public_id };
  const assistant = {
    user_agent: 'Mozilla/5.0 (compatible; ChatGPT-User/1.0; +https://openai.com/bot)',
  };
  const sent = { user_agent: CHROME, referer: 'https://chatgpt.com/' };
  const entries = [
    ...['/pricing', '/app.css', '/robots.txt'].map((path) => ({ ...assistant, path })),
    ...['/about', '/favicon.ico'].map((path) => ({ ...sent, path })),
  ].map((entry) => aLogEntryInput({ ip: '10.1.2.3', timestamp: '2026-11-12T10:00:00Z', ...entry }));
  expectProcessed(await ingest(system.base, other.botKey, entries), entries.length);
  await system.untilVisits(other.website, entries.length);
  const listed = async (query: string) =>
    (await readLandings(of, `${DAYS}${query}`)).landings.map(({ path }) => path);
  expect(await listed('')).toEqual([
    '/about',
    '/favicon.ico',
    '/app.css',
    '/pricing',
    '/robots.txt',
  ]);
  expect(await listed('&only=content')).toEqual(['/about', '/pricing']);
  expect(await listed('&only=content&sort=-path')).toEqual(['/pricing', '/about']);
});
