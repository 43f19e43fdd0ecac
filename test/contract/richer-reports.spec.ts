import { aLogEntryInput, CHROME, FakeClock, GPTBOT } from '@app/testing';
import { expectError, expectProcessed, get, ingest } from '../support/http.js';
import {
  readBots,
  readClients,
  readPages,
  readReferrals,
  readSeries,
  readSummary,
  type Reading,
} from '../support/reports.js';
import { shareSystemOn } from '../support/shared-system.js';
import type { System } from '../support/system-on-queue.js';

const clock = FakeClock.at('2026-11-20T15:30:00Z');
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const OCTOBER = 'start_date=2026-10-01&end_date=2026-10-31';
const NOVEMBER = 'start_date=2026-11-01&end_date=2026-11-20';

/** A private address proves nothing. */
const ip = '10.1.2.3';
const UNDECIDED = {
  verified_visits: 0,
  spoofed_visits: 0,
  unverifiable_visits: expect.any(Number) as number,
};

/** No worker judges visitors here. */
const notJudged = (visits: number) => ({
  ...{ people_visits: 0, undecided_visits: 0, automation_visits: 0 },
  not_judged_visits: visits,
});

const ENTRIES = [
  {
    path: '/',
    user_agent: CHROME,
    timestamp: '2026-11-03T10:00:00Z',
    referer: 'https://chatgpt.com/c/1',
  },
  {
    path: '/blog/a',
    user_agent: CHROME,
    timestamp: '2026-11-03T11:00:00Z',
    referer: 'https://www.perplexity.ai/',
  },
  {
    path: '/blog/a',
    user_agent: FIREFOX,
    timestamp: '2026-11-04T11:00:00Z',
    referer: 'https://chatgpt.com/',
  },
  {
    path: '/',
    user_agent: FIREFOX,
    timestamp: '2026-11-05T11:00:00Z',
    referer: 'https://www.google.com/',
  },
  // An assistant does not send a bot, even if it has such a referer.
  {
    path: '/',
    user_agent: GPTBOT,
    timestamp: '2026-11-03T12:00:00.250Z',
    referer: 'https://chatgpt.com/',
  },
  { path: '/blog/a', user_agent: GPTBOT, timestamp: '2026-11-06T12:00:00Z', status_code: 404 },
  { path: '/blog/b', user_agent: GPTBOT, timestamp: '2026-11-06T12:00:01Z', status_code: 500 },
  { path: '/blog/b', user_agent: GOOGLEBOT, timestamp: '2026-11-06T12:00:01Z', status_code: 301 },
  { path: '/=HYPERLINK("x")', user_agent: GOOGLEBOT, timestamp: '2026-11-07T00:00:00Z' },
  { path: '/', user_agent: CHROME, timestamp: '2026-10-30T00:00:00Z' },
  { path: '/', user_agent: GPTBOT, timestamp: '2026-10-30T00:00:00Z' },
];

let system: System;
let reading: Reading;
beforeAll(async () => {
  system = await shareSystemOn('postgres', { clock });
  const tenant = await system.createTenant();
  reading = { base: system.base, apiKey: tenant.apiKey, id: tenant.website.public_id };
  const entries = ENTRIES.map((entry) => aLogEntryInput({ ip, ...entry }));
  expectProcessed(await ingest(system.base, tenant.botKey, entries), entries.length);
  await system.untilVisits(tenant.website, entries.length);
});
afterAll(() => system.stop());

const path = (report: string, query: string) => `/websites/${reading.id}/${report}?${query}`;
const answer = (report: string, query: string) =>
  get(reading.base, path(report, query), reading.apiKey);

describe('The summary', () => {
  it('tells status codes and people sent by AI assistants', async () => {
    expect(await readSummary(reading, NOVEMBER)).toEqual({
      total_visits: 9,
      human_visits: 4,
      bot_visits: 5,
      ai_bot_visits: 3,
      ai_referred_visits: 3,
      skipped_requests: 0,
      referers_logged: true,
      ...UNDECIDED,
      ...notJudged(4),
      ...{ error_visits: 2, ai_error_visits: 2, scanner_visits: 0, scanner_error_visits: 0 },
      period: { start: '2026-11-01', end: '2026-11-20' },
      status_codes: [
        { status_code: 200, visits: 6, bot_visits: 2, ai_bot_visits: 1, scanner_visits: 0 },
        { status_code: 301, visits: 1, bot_visits: 1, ai_bot_visits: 0, scanner_visits: 0 },
        { status_code: 404, visits: 1, bot_visits: 1, ai_bot_visits: 1, scanner_visits: 0 },
        { status_code: 500, visits: 1, bot_visits: 1, ai_bot_visits: 1, scanner_visits: 0 },
      ],
    });
  });

  it('compares with the same number of days directly before', async () => {
    const { previous, change } = await readSummary(reading, `${NOVEMBER}&compare=previous`);
    expect(previous).toEqual({
      total_visits: 2,
      human_visits: 1,
      bot_visits: 1,
      ai_bot_visits: 1,
      ai_referred_visits: 0,
      // The 20th is not over, and these requests are counted by day.
      skipped_requests: null,
      ...UNDECIDED,
      ...notJudged(1),
      ...{ error_visits: 0, ai_error_visits: 0, scanner_visits: 0, scanner_error_visits: 0 },
      period: { start: '2026-10-12', end: '2026-10-31' },
    });
    expect(change).toEqual({
      total_visits: 3.5,
      human_visits: 3,
      bot_visits: 4,
      ai_bot_visits: 2,
      ai_referred_visits: null,
      verified_visits: null,
      spoofed_visits: null,
      unverifiable_visits: change?.unverifiable_visits,
      people_visits: null,
      undecided_visits: null,
      automation_visits: null,
      not_judged_visits: 3,
      ...{ error_visits: null, ai_error_visits: null },
      ...{ scanner_visits: null, scanner_error_visits: null },
    });
    const none = await readSummary(reading, `${NOVEMBER}`);
    expect(none).not.toHaveProperty('previous');
  });
});

describe('Bots', () => {
  it('tell errors, and the first and the last visit within the period', async () => {
    const [gptbot] = await readBots(reading, NOVEMBER);
    expect(gptbot).toMatchObject({
      name: 'GPTBot',
      visits: 3,
      pages_visited: 3,
      error_visits: 2,
      first_seen: '2026-11-03T12:00:00.250Z',
      last_seen: '2026-11-06T12:00:01.000Z',
    });
  });

  it.each([
    ['bot=GPTBot', ['GPTBot']],
    ['provider=Google', ['Googlebot']],
    ['category=search_engine', ['Googlebot']],
    ['category=ai_training&provider=OpenAI', ['GPTBot']],
    ['category=ai_training&provider=Google', []],
    ['bot=Nobody', []],
    ['limit=1', ['GPTBot']],
    ['path=/blog/', ['GPTBot', 'Googlebot']],
    ['path=/blog/a', ['GPTBot']],
    ['path=/blog/&bot=Googlebot', ['Googlebot']],
  ])('are filtered by %s', async (query, names) => {
    const bots = await readBots(reading, `${NOVEMBER}&${query}`);
    expect(bots.map(({ name }) => name)).toEqual(names);
  });

  it('of a path are counted only there, without times', async () => {
    expect(await readBots(reading, `${NOVEMBER}&path=/blog/&limit=1`)).toEqual([
      expect.objectContaining({
        visits: 2,
        pages_visited: 2,
        error_visits: 2,
        first_seen: null,
        last_seen: null,
      }),
    ]);
  });
});

describe('Pages', () => {
  const paths = async (query: string) => {
    const pages = await readPages(reading, `${NOVEMBER}&${query}`);
    return pages.map((page) => [page.path, page.bot_visits, page.human_visits, page.ai_bot_visits]);
  };

  it('tell visits by AI bots', async () => {
    expect(await paths('')).toEqual([
      ['/blog/b', 2, 0, 1],
      ['/', 1, 2, 1],
      ['/blog/a', 1, 2, 1],
      ['/=HYPERLINK("x")', 1, 0, 0],
    ]);
  });

  it.each([
    [
      'path=/blog/',
      [
        ['/blog/b', 2, 0, 1],
        ['/blog/a', 1, 2, 1],
      ],
    ],
    [
      'bot=Googlebot',
      [
        ['/=HYPERLINK("x")', 1, 0, 0],
        ['/blog/b', 1, 0, 0],
      ],
    ],
    ['category=ai_training&path=/blog/b', [['/blog/b', 1, 0, 1]]],
    ['provider=Nobody', []],
  ])('are filtered by %s', async (query, expected) => {
    expect(await paths(query)).toEqual(expected);
  });
});

describe('Other reports', () => {
  /** Nobody has judged these visitors. */
  const NO_VERDICT = { people_visits: 0, undecided_visits: 0 };

  it('the series shows people, and only bots when it is filtered', async () => {
    const totals = async (query: string) => {
      const series = await readSeries(reading, `${OCTOBER.slice(0, 21)}&${query}`);
      const sum = (name: 'total_visits' | 'human_visits' | 'bot_visits' | 'ai_bot_visits') =>
        series.reduce((total, point) => total + point[name], 0);
      return [sum('total_visits'), sum('human_visits'), sum('bot_visits'), sum('ai_bot_visits')];
    };
    for (const interval of ['day', 'week', 'month']) {
      expect(await totals(`interval=${interval}`)).toEqual([11, 5, 6, 4]);
      expect(await totals(`interval=${interval}&bot=Googlebot`)).toEqual([2, 0, 2, 0]);
    }
  });

  it('referrals count people by assistant', async () => {
    expect(await readReferrals(reading, NOVEMBER)).toEqual([
      { source: 'ChatGPT', visits: 2, ...NO_VERDICT, provider: 'OpenAI' },
      { source: 'Perplexity', visits: 1, ...NO_VERDICT, provider: 'Perplexity' },
    ]);
    expect(await readReferrals(reading, OCTOBER)).toEqual([]);
  });

  it('clients count people by browser, system and device', async () => {
    expect(await readClients(reading, NOVEMBER)).toEqual({
      browsers: [
        { name: 'Chrome', visits: 2, ...NO_VERDICT },
        { name: 'Firefox', visits: 2, ...NO_VERDICT },
      ],
      operating_systems: [
        { name: 'Linux', visits: 2, ...NO_VERDICT },
        { name: 'Windows', visits: 2, ...NO_VERDICT },
      ],
      devices: [{ name: 'desktop', visits: 4, ...NO_VERDICT }],
      people_known_until: null,
    });
  });
});

describe('Rows with equal visits', () => {
  const IPHONE =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';

  it('are in the order of their bytes: upper case before lower case', async () => {
    const tenant = await system.createTenant();
    const entries = [
      ...['Wget/1.21', 'curl/8.5.0', GPTBOT].map((user_agent) => ({ path: '/x', user_agent })),
      ...['/b', '/B', '/-'].map((path) => ({ path, user_agent: GPTBOT })),
      ...[IPHONE, CHROME, FIREFOX].map((user_agent) => ({ path: '/people', user_agent })),
    ].map((entry) => aLogEntryInput(entry));
    expectProcessed(await ingest(system.base, tenant.botKey, entries), entries.length);
    await system.untilVisits(tenant.website, entries.length);
    const one: Reading = {
      base: system.base,
      apiKey: tenant.apiKey,
      id: tenant.website.public_id,
    };
    const names = (rows: { name: string }[]) => rows.map(({ name }) => name);
    expect(names(await readBots(one, 'path=/x'))).toEqual(['GPTBot', 'Wget', 'curl']);
    expect((await readPages(one, 'bot=GPTBot')).map((page) => page.path)).toEqual([
      '/-',
      '/B',
      '/b',
      '/x',
    ]);
    const { operating_systems } = await readClients(one);
    expect(names(operating_systems)).toEqual(['Linux', 'Windows', 'iOS']);
  });
});

describe('format=csv', () => {
  const csv = async (report: string, query = NOVEMBER) => {
    const response = await fetch(`${reading.base}/api/v1${path(report, `${query}&format=csv`)}`, {
      headers: { 'x-api-key': reading.apiKey },
    });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="${report}.csv"`,
    );
    return (await response.text()).split('\r\n');
  };

  it('answers every list with the same numbers', async () => {
    expect((await csv('pages')).slice(0, 2)).toEqual([
      'path,bot_visits,human_visits,ai_bot_visits,verified_visits,spoofed_visits,unverifiable_visits,people_visits,undecided_visits,automation_visits,not_judged_visits,error_visits',
      expect.stringMatching(/^\/blog\/b,2,0,1,0,0,\d,0,0,0,0,1$/),
    ]);
    expect((await csv('bots'))[1]).toMatch(
      /^GPTBot,OpenAI,ai_training,3,3,2,2026-11-03T12:00:00.250Z,2026-11-06T12:00:01.000Z,0,0,\d,/,
    );
    expect((await csv('timeseries'))[3]).toMatch(/^2026-11-03,3,1,2,1,0,0,\d,0,0,0,2$/);
    expect(await csv('spoofed')).toEqual([
      'name,provider,category,network,visits,pages_visited,first_seen,last_seen',
      '',
    ]);
    expect(await csv('referrals')).toEqual([
      'source,visits,people_visits,undecided_visits,provider',
      ...['ChatGPT,2,0,0,OpenAI', 'Perplexity,1,0,0,Perplexity', ''],
    ]);
    expect((await csv('clients'))[1]).toBe('browsers,Chrome,2,0,0');
  });

  it('quotes what would break a line', async () => {
    expect(await csv('pages', `${NOVEMBER}&path=/=`)).toContainEqual(
      expect.stringMatching(/^"\/=HYPERLINK\(""x""\)",1,0,0,/),
    );
  });
});

describe('Parameters of the reports', () => {
  it.each([
    ['summary', 'compare=last_year', 'compare must be one of previous'],
    ['bots', 'category=robots', /^category must be one of ai_search, /],
    ['bots', 'path=blog', 'path must start with /'],
    ['bots', 'limit=0', 'limit must be an integer from 1 to 1000'],
    ['bots', 'bot=', 'bot must be text of 1 to 2048 characters'],
    ['bots', 'bot=%00', 'bot must be text of 1 to 2048 characters'],
    ['pages', 'bot=a&bot=b', 'bot must be given once, without brackets'],
    ['pages', 'format=xml', 'format must be one of json, csv'],
    ['timeseries', 'provider[]=x', 'provider must be given once, without brackets'],
    ['bots', 'verification=fake', /^verification must be one of not_checked, verified, /],
    ['clients', 'verification=spoofed', /^this route takes no verification; it takes period, /],
    ['clients', 'format=CSV', 'format must be one of json, csv'],
    ['referrals', 'period=now', /^period must be one of/],
  ])('of %s: %s is refused', async (report, query, message) => {
    expectError(await answer(report, query), 'VALIDATION_ERROR', message);
  });
});
