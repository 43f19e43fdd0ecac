import type { LogEntryInput, ProviderEntry } from '@app/contracts';
import { aLogEntryInput, CHROME, FakeClock, GPTBOT } from '@app/testing';
import { currentLists } from '../support/current-lists.js';
import { exchange, expectError, expectProcessed, get, ingest, send } from '../support/http.js';
import {
  readBots,
  readLandings,
  readProviders,
  readReferrals,
  readSummary,
  type Reading,
} from '../support/reports.js';
import { startSystemOn, type System, type Tenant } from '../support/system-on-queue.js';

const CHATGPT_USER =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot';
const SEARCHBOT =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; OAI-SearchBot/1.0; +https://openai.com/searchbot';
const CLAUDEBOT = 'Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)';
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

/** An address of GPTBot, one of nobody's list, and one that proves nothing. */
const [OF_GPTBOT, STRANGER, PRIVATE] = ['20.171.206.5', '45.83.91.7', '10.1.2.3'];

const visits = (
  count: number,
  user_agent: string,
  timestamp: string,
  others: Partial<LogEntryInput> = {},
): LogEntryInput[] =>
  Array.from({ length: count }, () =>
    aLogEntryInput({ user_agent, timestamp, ip: PRIVATE, path: '/', ...others }),
  );
const sentBy = (host: string, path: string) => ({ path, referer: `https://${host}/` });

/** A week that is not over, and the one before. */
const ENTRIES = [
  ...visits(4, GPTBOT, '2026-11-19T05:00:00Z', { ip: OF_GPTBOT, path: '/pricing' }),
  ...visits(2, GPTBOT, '2026-11-19T06:00:00Z', { ip: STRANGER, path: '/secret' }),
  ...visits(3, CHATGPT_USER, '2026-11-18T23:30:00Z', { path: '/pricing' }),
  ...visits(1, SEARCHBOT, '2026-11-20T08:00:00Z', { path: '/blog', status_code: 404 }),
  ...visits(3, CLAUDEBOT, '2026-11-17T09:00:00Z', { path: '/old', status_code: 404 }),
  ...visits(5, GOOGLEBOT, '2026-11-17T09:00:00Z'),
  ...visits(3, CHROME, '2026-11-19T15:00:00Z', sentBy('chatgpt.com', '/pricing')),
  ...visits(1, CHROME, '2026-11-19T15:00:00Z', sentBy('chatgpt.com', '/about')),
  ...visits(2, CHROME, '2026-11-18T15:00:00Z', sentBy('gemini.google.com', '/about')),
  ...visits(1, CHROME, '2026-11-18T15:00:00Z', sentBy('felo.ai', '/pricing')),
  ...visits(6, GPTBOT, '2026-11-10T05:00:00Z', { ip: OF_GPTBOT }),
  // The same hour of the day is not over yet.
  ...visits(7, GPTBOT, '2026-11-13T13:00:00Z', { ip: OF_GPTBOT }),
  ...visits(2, CHROME, '2026-11-11T15:00:00Z', sentBy('chatgpt.com', '/pricing')),
];
const WEEK = 'start_date=2026-11-14&end_date=2026-11-20';

let system: System;
let tenant: Tenant;
let reading: Reading;
beforeAll(async () => {
  system = await startSystemOn('postgres', {
    clock: FakeClock.at('2026-11-20T12:15:00Z'),
    env: { VERIFY_LISTS: currentLists('2026-11-19T12:00:00Z') },
  });
  tenant = await system.createTenant({ domain: 'shop.example' });
  reading = { base: system.base, apiKey: tenant.apiKey, id: tenant.website.public_id };
  expectProcessed(await ingest(system.base, tenant.botKey, ENTRIES), ENTRIES.length);
  await system.untilVisits(tenant.website, ENTRIES.length);
});
afterAll(() => system.stop());

const answer = (query: string, report = 'providers') =>
  get(reading.base, `/websites/${reading.id}/${report}?${query}`, reading.apiKey);
const csvOf = async (report: string, query: string) => {
  const url = `${reading.base}/api/v1/websites/${reading.id}/${report}?${query}&format=csv`;
  const { text } = await exchange(url, { headers: { 'x-api-key': reading.apiKey } });
  return text.trimEnd().split('\r\n');
};
const counts = (row: ProviderEntry | undefined, ...names: (keyof ProviderEntry)[]) =>
  names.map((name) => row?.[name]);

describe('Operators', () => {
  it('have what their bots read, by what it was for, and whom their assistants sent', async () => {
    const { providers, ...rest } = await readProviders(reading, WEEK);
    expect(rest).toEqual({
      ...{ sitemap_pages: null, referers_logged: true },
      ...{ people_known_until: null, next_cursor: null },
    });
    expect(providers.map((row) => counts(row, 'provider', 'reads', 'sent_visits'))).toEqual([
      ['OpenAI', 8, 4],
      ['Anthropic', 3, 0],
      ['Felo', 0, 1],
      ['Google', 0, 2],
    ]);
    const [openai, anthropic, felo] = providers;
    expect(openai).toMatchObject({
      ...{ training_reads: 4, search_reads: 1, assistant_reads: 3, agent_reads: 0, other_reads: 0 },
      ...{ verified_visits: 4, spoofed_visits: 2, unverifiable_visits: 4, error_visits: 1 },
      ...{ sent_people_visits: 0, reads_per_sent_visit: 2, pages_visited: 3 },
      sitemap_pages_read: null,
    });
    expect(openai?.bots.map(({ name, visits: all }) => [name, all])).toEqual([
      ['GPTBot', 6],
      ['ChatGPT-User', 3],
      ['OAI-SearchBot', 1],
    ]);
    expect(anthropic).toMatchObject({ reads_per_sent_visit: null, error_visits: 3 });
    expect(felo).toMatchObject({ pages_visited: 0, bots: [], reads_per_sent_visit: 0 });
  });

  it('add up to what the bots, the referrals and the summary have', async () => {
    const { providers } = await readProviders(reading, WEEK);
    const bots = await readBots(reading, `${WEEK}&visitors=ai_bots`);
    const sum = (name: 'reads' | 'spoofed_visits' | 'sent_visits') =>
      providers.reduce((total, row) => total + (row[name] ?? 0), 0);
    const summary = await readSummary(reading, WEEK);
    expect(sum('reads') + sum('spoofed_visits')).toBe(summary.ai_bot_visits);
    expect(sum('sent_visits')).toBe(summary.ai_referred_visits);
    const own = providers.flatMap(({ provider, bots: some }) =>
      some.map((bot) => ({ ...bot, provider })),
    );
    expect(own).toEqual(expect.arrayContaining(bots));
    expect(own).toHaveLength(bots.length);
    expect(await readReferrals(reading, WEEK)).toMatchObject([
      { source: 'ChatGPT', provider: 'OpenAI', visits: 4 },
      { source: 'Gemini', provider: 'Google', visits: 2 },
      { source: 'Felo', provider: 'Felo', visits: 1 },
    ]);
  });

  it('have the pages of the sitemap that they read', async () => {
    const urls = ['pricing', 'blog', 'about', 'secret']
      .map((page) => `<url><loc>https://shop.example/${page}</loc></url>`)
      .join('');
    const content = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`;
    const path = `/websites/${reading.id}/sitemap` as const;
    const given = await send(reading.base, reading.apiKey, `PUT ${path}`, { text: content });
    expect(given.status).toBe(200);
    const { providers, sitemap_pages } = await readProviders(reading, WEEK);
    expect(sitemap_pages).toBe(4);
    // An error is no reading, and neither is what others asked for under the name of a bot.
    expect(providers.map((row) => row.sitemap_pages_read)).toEqual([1, 0, 0, 0]);
    await send(reading.base, reading.apiKey, `DELETE ${path}`);
  });

  it('are compared with the same part of as many days before', async () => {
    const { providers, compared } = await readProviders(reading, `${WEEK}&compare=previous`);
    expect(compared).toEqual({
      ...{ unit: 'hours', until: '2026-11-20T12:00:00Z' },
      period: { start: '2026-11-07', end: '2026-11-13' },
    });
    const [openai, anthropic] = providers;
    expect(openai?.compared).toMatchObject({ reads: 8, spoofed_visits: 2, sent_visits: 4 });
    expect(openai?.previous).toMatchObject({
      ...{ reads: 6, training_reads: 6, search_reads: 0, assistant_reads: 0 },
      ...{ sent_visits: 2, reads_per_sent_visit: 3 },
    });
    expect(anthropic?.previous).toMatchObject({ reads: 0, sent_visits: 0, error_visits: 0 });
    const over = await readProviders(
      reading,
      'start_date=2026-11-14&end_date=2026-11-19&compare=previous',
    );
    expect(over.compared).toMatchObject({ unit: 'period', until: '2026-11-20T00:00:00Z' });
    expect(over.providers[0]?.compared).toMatchObject({ reads: 7, search_reads: 0 });
    expect(over.providers[0]?.previous).toMatchObject({ reads: 13, sent_visits: 2 });
  });

  it.each([
    ['day', 7, '2026-11-19', 4, 4],
    ['week', 2, '2026-11-16', 8, 4],
    ['month', 1, '2026-11-01', 8, 4],
  ])('have their course by %s', async (interval, points, date, reads, sent_visits) => {
    const { providers } = await readProviders(reading, `${WEEK}&interval=${interval}`);
    expect(providers).toHaveLength(4);
    for (const { series, ...row } of providers) {
      expect(series).toHaveLength(points);
      expect(series?.reduce((sum, point) => sum + point.reads, 0)).toBe(row.reads);
      expect(series?.reduce((sum, point) => sum + (point.sent_visits ?? NaN), 0)).toBe(
        row.sent_visits,
      );
    }
    expect(providers[0]?.series).toContainEqual({ date, reads, sent_visits });
  });

  it('are those of the days of a time zone, without pages', async () => {
    const zone = 'timezone=Europe/Berlin&interval=day';
    const { providers } = await readProviders(
      reading,
      `start_date=2026-11-19&end_date=2026-11-19&${zone}&compare=previous`,
    );
    // It was half past midnight in Berlin when ChatGPT-User came.
    expect(providers[0]).toMatchObject({
      ...{ provider: 'OpenAI', reads: 7, assistant_reads: 3, pages_visited: null },
      series: [{ date: '2026-11-19', reads: 7, sent_visits: 4 }],
      ...{ compared: { reads: 7 }, previous: { reads: 0, sent_visits: 0 } },
    });
  });

  it('come in any order, part by part', async () => {
    const namesOf = async (sort: string) =>
      (await readProviders(reading, `${WEEK}&sort=${sort}`)).providers.map(
        ({ provider }) => provider,
      );
    expect(await namesOf('sent_visits')).toEqual(['OpenAI', 'Google', 'Felo', 'Anthropic']);
    expect(await namesOf('-sent_visits')).toEqual(['Anthropic', 'Felo', 'Google', 'OpenAI']);
    expect(await namesOf('-provider')).toEqual(['OpenAI', 'Google', 'Felo', 'Anthropic']);
    expect(await namesOf('reads_per_sent_visit')).toEqual([
      ...['OpenAI', 'Felo', 'Google', 'Anthropic'],
    ]);
    for (const sort of ['', '&sort=reads_per_sent_visit', '&sort=-provider']) {
      const all = await readProviders(reading, `${WEEK}${sort}`);
      const seen: ProviderEntry[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const next = cursor && `&cursor=${cursor}`;
        const part = await readProviders(reading, `${WEEK}${sort}&limit=1${next}`);
        seen.push(...part.providers);
        cursor = part.next_cursor;
      }
      expect(seen).toEqual(all.providers);
    }
  });

  it('are a table as CSV, with what was before, or with their course', async () => {
    const csv = (query: string) => csvOf('providers', `${WEEK}${query}`);
    const [head, first] = await csv('');
    expect(head).toMatch(/^provider,reads,training_reads,.*,sitemap_pages_read$/);
    expect(first).toBe('OpenAI,8,4,1,3,0,0,4,2,4,1,4,0,2,3,');
    const [compared] = await csv('&compare=previous');
    expect(compared).toMatch(/,compared_reads,.*,previous_reads,/);
    const course = await csv('&interval=week');
    expect(course.slice(0, 3)).toEqual([
      'date,provider,reads,sent_visits',
      '2026-11-09,OpenAI,0,0',
      '2026-11-16,OpenAI,8,4',
    ]);
  });

  it('say nothing of whom they sent where the logs have no referers', async () => {
    const other = await system.createTenant();
    const entries = visits(2, GPTBOT, '2026-11-19T05:00:00Z');
    expectProcessed(await ingest(system.base, other.botKey, entries), 2);
    await system.untilVisits(other.website, 2);
    const { providers, referers_logged } = await readProviders(
      { base: system.base, apiKey: other.apiKey, id: other.website.public_id },
      `${WEEK}&interval=month`,
    );
    expect(referers_logged).toBe(false);
    expect(providers).toMatchObject([
      {
        ...{ reads: 2, sent_visits: null, sent_people_visits: null, reads_per_sent_visit: null },
        series: [{ sent_visits: null }],
      },
    ]);
  });

  it.each([
    ['interval=hour', /^interval must be one of day, week, month/],
    ['interval=day&limit=101', /^limit must be at most 100 with interval/],
    ['interval=day&start_date=2020-01-01', /at most 1100 days/],
    ['interval=day&compare=previous&format=csv', /each is a table of its own/],
    ['timezone=Europe/Berlin&sort=pages_visited', /not counted with timezone$/],
    ['bot=GPTBot', /^this route takes no bot;/],
    ['country=DE', /it is not counted by country/],
  ])('refuse %s', async (query, message) => {
    expectError(await answer(query), 'VALIDATION_ERROR', message);
  });
});

describe('Landing pages', () => {
  const rows = async (query = '') =>
    (await readLandings(reading, `${WEEK}${query}`)).landings.map((row) => [
      ...[row.path, row.crawled_visits, row.answered_visits, row.sent_visits],
    ]);

  it('are those in the answers of assistants, with what was crawled of them', async () => {
    const { landings, ...rest } = await readLandings(reading, WEEK);
    expect(rest).toEqual({
      ...{ referers_logged: true, sent_known_since: null },
      ...{ people_known_until: null, next_cursor: null },
    });
    // Nobody was sent to the pages that were only crawled.
    expect(landings).toEqual([
      {
        ...{ path: '/pricing', crawled_visits: 4, answered_visits: 3, sent_visits: 4 },
        ...{ people_visits: 0, undecided_visits: 0, not_judged_visits: 4 },
      },
      {
        ...{ path: '/about', crawled_visits: 0, answered_visits: 0, sent_visits: 3 },
        ...{ people_visits: 0, undecided_visits: 0, not_judged_visits: 3 },
      },
    ]);
  });

  it('may be those of an operator or of an assistant, of paths, or one page', async () => {
    expect(await rows('&provider=OpenAI')).toEqual([
      ['/pricing', 4, 3, 3],
      ['/about', 0, 0, 1],
    ]);
    expect(await rows('&source=Gemini')).toEqual([['/about', 0, 0, 2]]);
    expect(await rows('&source=Felo')).toEqual([['/pricing', 0, 0, 1]]);
    expect(await rows('&provider=Nobody')).toEqual([]);
    expect(await rows('&path=/a')).toEqual([['/about', 0, 0, 3]]);
    expect(await rows('&exact_path=/pricing')).toEqual([['/pricing', 4, 3, 4]]);
    expect(await rows('&exact_path=/nowhere')).toEqual([]);
  });

  it('are also those that were read for an answer and to which nobody was sent', async () => {
    const day = 'start_date=2026-11-18&end_date=2026-11-18&sort=answered_visits';
    const { landings } = await readLandings(reading, `${day}&provider=OpenAI`);
    expect(landings).toMatchObject([{ path: '/pricing', answered_visits: 3, sent_visits: 0 }]);
  });

  it('come in any order, part by part, and as CSV', async () => {
    expect((await rows('&sort=-sent_visits')).map(([path]) => path)).toEqual([
      ...['/about', '/pricing'],
    ]);
    const { next_cursor } = await readLandings(reading, `${WEEK}&limit=1`);
    expect(await rows(`&limit=1&cursor=${next_cursor}`)).toEqual([['/about', 0, 0, 3]]);
    expect((await csvOf('landings', WEEK)).slice(0, 2)).toEqual([
      'path,crawled_visits,answered_visits,sent_visits,people_visits,undecided_visits,not_judged_visits',
      '/pricing,4,3,4,0,0,4',
    ]);
  });

  it('say from when on it is known to which pages somebody was sent', async () => {
    const { pool } = system.database;
    await pool.query(`UPDATE landings_known SET since = '2026-11-16Z'`);
    try {
      expect(await readLandings(reading, WEEK)).toMatchObject({ sent_known_since: '2026-11-16' });
      const later = 'start_date=2026-11-16&end_date=2026-11-20';
      expect(await readLandings(reading, later)).toMatchObject({ sent_known_since: null });
    } finally {
      await pool.query(`UPDATE landings_known SET since = '-infinity'`);
    }
  });

  it.each([
    ['provider=OpenAI&source=ChatGPT', /^source takes no provider/],
    ['timezone=UTC', /these visits are counted by UTC days only/],
    ['visitors=ai_bots', /it is about AI bots only/],
  ])('refuse %s', async (query, message) => {
    expectError(await answer(query, 'landings'), 'VALIDATION_ERROR', message);
  });
});
