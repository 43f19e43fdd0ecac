import { BOT_CATEGORIES } from '@app/contracts';
import { aLogEntryInput, CHROME, eventually, FakeClock, GPTBOT } from '@app/testing';
import { expectError, expectProcessed, get, ingest } from '../support/http.js';
import { readBots, readPages, readSeries, readSummary, type Reading } from '../support/reports.js';
import { createWebsite, startSystem, type System, type Tenant } from '../support/system.js';

const clock = FakeClock.at('2026-11-20T15:30:00Z');
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
let system: System;
beforeAll(async () => {
  system = await startSystem({ clock });
  // The server sorts as people do by default. The order of reports must not come from there. A view
  // keeps the columns that it has from being changed.
  const { pool } = system.database;
  const { rows } = await pool.query<{ known_bots: string }>(
    "SELECT pg_get_viewdef('known_bots') AS known_bots",
  );
  await pool.query('DROP VIEW visit_entries, known_bots');
  for (const column of ['bots ALTER name', 'pages ALTER path'])
    await pool.query(`ALTER TABLE ${column} TYPE text COLLATE "en-x-icu"`);
  await pool.query(`CREATE VIEW known_bots AS ${rows[0]?.known_bots}`);
});
afterAll(() => system.stop());

const readingOf = ({ apiKey, website }: Tenant): Reading => ({
  base: system.base,
  apiKey,
  id: website.public_id,
});

/** A website with one visit for each pair of path and user agent. */
async function visited(...visits: [path: string, userAgent: string, timestamp?: string][]) {
  const tenant = await system.createTenant();
  const entries = visits.map(([path, user_agent, timestamp = '2026-11-20T12:00:00Z']) =>
    aLogEntryInput({ path, user_agent, timestamp }),
  );
  expectProcessed(await ingest(system.base, tenant.botKey, entries), entries.length);
  await system.untilVisits(tenant.website, entries.length);
  return readingOf(tenant);
}

describe('The summary', () => {
  it('counts human plus bot as total, AI bots as a part of bots', async () => {
    const reading = await visited(
      ['/', CHROME],
      ['/', CHROME],
      ['/', CHROME],
      ['/', GOOGLEBOT],
      ['/', GPTBOT],
      ['/', GPTBOT],
    );
    expect(await readSummary(reading)).toMatchObject({
      total_visits: 6,
      human_visits: 3,
      bot_visits: 3,
      ai_bot_visits: 2,
      period: { start: '2026-11-14', end: '2026-11-20' },
    });
  });

  it('of a website without visits is zeros', async () => {
    const reading = readingOf(await system.createTenant());
    expect(await readSummary(reading, 'period=today')).toMatchObject({
      total_visits: 0,
      human_visits: 0,
      bot_visits: 0,
      ai_bot_visits: 0,
      period: { start: '2026-11-20', end: '2026-11-20' },
    });
    expect(await readBots(reading)).toMatchObject([]);
    expect(await readPages(reading)).toEqual([]);
  });

  it('counts visits of any age and status', async () => {
    const tenant = await system.createTenant();
    const entries = [0, 200, 404, 500, 999].map((status_code, i) =>
      aLogEntryInput({ status_code, timestamp: `200${i}-01-01T00:00:00Z` }),
    );
    await ingest(system.base, tenant.botKey, entries);
    await system.untilVisits(tenant.website, 5);
    const reading = readingOf(tenant);
    expect((await readSummary(reading, 'start_date=2000-01-01')).total_visits).toBe(5);
  });
});

it('an accepted entry, however old, shows in every report within 10 s of the 200', async () => {
  const tenant = await system.createTenant();
  const entries = Array.from({ length: 1000 }, (_, i) =>
    aLogEntryInput({
      timestamp: Date.UTC(2004, (i % 20) * 11, 1 + (i % 28), i % 24),
      user_agent: i % 2 ? GPTBOT : CHROME,
    }),
  );
  expectProcessed(await ingest(system.base, tenant.botKey, entries), 1000);
  const reading = readingOf(tenant);
  const days = 'start_date=2000-01-01';
  await eventually(async () => {
    expect((await readSummary(reading, days)).total_visits).toBe(1000);
    expect(await readBots(reading, days)).toEqual([expect.objectContaining({ visits: 500 })]);
    expect(await readPages(reading, days)).toMatchObject([
      { path: '/', bot_visits: 500, human_visits: 500 },
    ]);
    const series = await readSeries(reading, `${days}&interval=month`);
    expect(series.reduce((sum, point) => sum + point.total_visits, 0)).toBe(1000);
  });
});

describe('Bots', () => {
  it('are one row per named bot with name, provider and category, most visits first', async () => {
    const reading = await visited(
      ['/a', GPTBOT],
      ['/b', GPTBOT],
      ['/a', GPTBOT],
      ['/a', GOOGLEBOT],
      ['/a', CHROME],
    );
    expect(await readBots(reading)).toMatchObject([
      {
        name: 'GPTBot',
        provider: 'OpenAI',
        visits: 3,
        pages_visited: 2,
        category: 'ai_training',
      },
      {
        name: 'Googlebot',
        provider: 'Google',
        visits: 1,
        pages_visited: 1,
        category: 'search_engine',
      },
    ]);
  });

  it('count distinct paths over the whole period, not per day', async () => {
    const reading = await visited(
      ['/a', GPTBOT, '2026-11-18T12:00:00Z'],
      ['/a?x=1', GPTBOT, '2026-11-19T12:00:00Z'],
      ['/b', GPTBOT, '2026-11-19T12:00:00Z'],
      ['/c', GPTBOT, '2026-11-20T12:00:00Z'],
    );
    expect(await readBots(reading)).toMatchObject([
      expect.objectContaining({ visits: 4, pages_visited: 3 }),
    ]);
    expect(await readBots(reading, 'start_date=2026-11-18&end_date=2026-11-19')).toEqual([
      expect.objectContaining({ visits: 3, pages_visited: 2 }),
    ]);
  });

  it('that no table names are one row each, and their names are never null', async () => {
    const reading = await visited(
      ['/', ''],
      ['/', '-'],
      ['/', 'Mozilla/5.0'],
      ['/', 'UnheardScannerBot/1.1'],
      ['/', 'Mozilla/5.0 (compatible; unheard-bot/2.0; +https://example.com/bot.html)'],
    );
    const row = { provider: 'Unknown', pages_visited: 1 };
    expect(await readBots(reading)).toMatchObject([
      { ...row, name: 'No user agent', visits: 2, category: 'unidentified' },
      { ...row, name: 'Unidentified bot', visits: 2, category: 'unidentified' },
      { ...row, name: 'Disguised browser', visits: 1, category: 'disguised' },
    ]);
    expect(await readSummary(reading)).toMatchObject({ total_visits: 5, bot_visits: 5 });
  });

  it('with equal visits are ordered by name, upper case before lower case', async () => {
    const reading = await visited(
      ['/', 'curl/8.5.0'],
      ['/', GPTBOT],
      ['/', GOOGLEBOT],
      ['/', 'Wget/1.21'],
      ['/', 'python-requests/2.31.0'],
    );
    const names = (await readBots(reading)).map(({ name }) => name);
    expect(names).toHaveLength(5);
    expect(names).toContain('curl');
    expect(names).toEqual(
      [...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
    );
    expect(names.indexOf('curl')).toBeGreaterThan(names.indexOf('Wget'));
  });

  it('have only categories of the list, in lower snake case', async () => {
    const { rows } = await system.database.pool.query<{ category: string }>(
      'SELECT DISTINCT category FROM bots WHERE id <> 0',
    );
    expect(rows.length).toBeGreaterThan(15);
    for (const { category } of rows) {
      expect(BOT_CATEGORIES).toContain(category);
      expect(category).toMatch(/^[a-z]+(_[a-z]+)*$/);
    }
  });

  it('whose category changes are reported under the new one, even for the past', async () => {
    const agent = 'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)';
    const reading = await visited(['/', agent]);
    expect(await readBots(reading)).toMatchObject([expect.objectContaining({ category: 'seo' })]);
    expect((await readSummary(reading)).ai_bot_visits).toBe(0);
    const change = (category: string) =>
      system.database.pool.query("UPDATE bots SET category = $1 WHERE slug = 'ahrefsbot'", [
        category,
      ]);
    expect((await change('ai_search')).rowCount).toBe(1);
    try {
      expect(await readBots(reading)).toMatchObject([
        expect.objectContaining({ category: 'ai_search' }),
      ]);
      expect((await readSummary(reading)).ai_bot_visits).toBe(1);
    } finally {
      await change('seo');
    }
  });
});

describe('Pages', () => {
  it('are grouped by path without query string and fragment', async () => {
    const reading = await visited(
      ['/a?x=1', GPTBOT],
      ['/a#top', CHROME],
      ['/a', CHROME],
      ['https://example.com/a?y', GPTBOT],
      ['a', GPTBOT],
      ['/A', CHROME],
      ['/a/', CHROME],
      ['/%61', CHROME],
    );
    expect(await readPages(reading)).toMatchObject([
      { path: '/a', bot_visits: 3, human_visits: 2 },
      { path: '/%61', bot_visits: 0, human_visits: 1 },
      { path: '/A', bot_visits: 0, human_visits: 1 },
      { path: '/a/', bot_visits: 0, human_visits: 1 },
    ]);
  });

  it('are ordered by bot visits, then human visits, then path byte by byte', async () => {
    const reading = await visited(
      ['/two-bots', GPTBOT],
      ['/two-bots', GOOGLEBOT],
      ['/one-bot', GPTBOT],
      ['/one-bot-one-human', GPTBOT],
      ['/one-bot-one-human', CHROME],
      ['/many-humans', CHROME],
      ['/many-humans', CHROME],
      ['/many-humans', CHROME],
      ['/b', CHROME],
      ['/a', CHROME],
      ['/B', CHROME],
      ['/ä', CHROME],
      ['/-', CHROME],
      ['/_', CHROME],
      ['/', CHROME],
    );
    expect((await readPages(reading, 'limit=100')).map(({ path }) => path)).toEqual([
      '/two-bots',
      '/one-bot-one-human',
      '/one-bot',
      '/many-humans',
      '/',
      '/-',
      '/B',
      '/_',
      '/a',
      '/b',
      '/ä',
    ]);
  });

  it('without bot visits are also listed', async () => {
    const reading = await visited(['/people', CHROME]);
    expect(await readPages(reading)).toMatchObject([
      { path: '/people', bot_visits: 0, human_visits: 1 },
    ]);
  });

  describe('limit', () => {
    let reading: Reading;
    beforeAll(async () => {
      const paths = Array.from({ length: 1000 }, (_, i) => `/p${`${i}`.padStart(4, '0')}`);
      const tenant = await system.createTenant();
      await ingest(
        system.base,
        tenant.botKey,
        paths.map((path) => aLogEntryInput({ path })),
      );
      await ingest(system.base, tenant.botKey, aLogEntryInput({ path: '/q' }));
      await system.untilVisits(tenant.website, 1001);
      reading = readingOf(tenant);
    });

    it.each([
      ['', 10],
      ['limit=1', 1],
      ['limit=10', 10],
      ['limit=999', 999],
      ['limit=1000', 1000],
    ])('%j gives %i pages', async (query, count) => {
      const pages = await readPages(reading, query);
      expect(pages).toHaveLength(count);
      expect(pages[0]?.path).toBe('/p0000');
    });

    it.each(
      [
        '',
        '0',
        '1001',
        '-1',
        '1.5',
        '1e2',
        'ten',
        '%2B5',
        '0x10',
        ' 5',
        '٣',
        'NaN',
        'Infinity',
      ].concat('99999999999999999999'),
    )('%j is 400', async (limit) => {
      const path = `/websites/${reading.id}/pages?limit=${encodeURIComponent(limit)}`;
      expectError(
        await get(system.base, path, reading.apiKey),
        'VALIDATION_ERROR',
        'limit must be an integer from 1 to 1000',
      );
    });
  });
});

describe('An entry counts for', () => {
  const count = async (tenant: Tenant, id: string) =>
    (await readSummary({ ...readingOf(tenant), id }, 'period=today')).total_visits;

  it.each([
    ['the website whose domain is the host', 'shop.example.com', 'shop'],
    ['the longest parent domain', 'cdn.shop.example.com', 'shop'],
    ['the longest parent domain, many labels down', 'a.b.c.d.shop.example.com', 'shop'],
    ['a shorter parent domain', 'www.example.com', 'main'],
    ['the domain itself', 'example.com', 'main'],
    ['a host in capitals with a port', 'SHOP.Example.COM:8443', 'shop'],
    ['a host with a trailing dot', 'shop.example.com.', 'shop'],
    ['an IDN host as punycode', 'www.bücher.example', 'idn'],
    ['an IDN host in punycode', 'xn--bcher-kva.example', 'idn'],
    ['no website by its ending alone', 'myexample.com', 'own'],
    ['no website by its start', 'example.com.evil.test', 'own'],
    ['an unknown host', 'unknown.test', 'own'],
    ['a parent of a website', 'com', 'own'],
    ['an empty host', '', 'own'],
    ['what is no host', 'not a host', 'own'],
    ['an address', '192.0.2.7:8080', 'own'],
    ['the website of another account', 'foreign.example', 'own'],
    ['a child of a website of another account', 'www.foreign.example', 'own'],
  ] as const)('%s: %j', async (_, host, expected) => {
    const foreign = await system.createTenant({ domain: 'foreign.example' });
    const tenant = await system.createTenant({ domain: 'own.test' });
    const sites = {
      own: tenant.website,
      main: await createWebsite(system.accounts, tenant.account, 'example.com'),
      shop: await createWebsite(system.accounts, tenant.account, 'shop.example.com'),
      idn: await createWebsite(system.accounts, tenant.account, 'xn--bcher-kva.example'),
    };
    expectProcessed(await ingest(system.base, tenant.botKey, aLogEntryInput({ host })), 1);
    await system.untilVisits(sites[expected], 1);
    for (const [name, site] of Object.entries(sites))
      expect([name, await count(tenant, site.public_id)]).toEqual([
        name,
        name === expected ? 1 : 0,
      ]);
    expect(await count(foreign, foreign.website.public_id)).toBe(0);
  });

  it('its website in one batch of many hosts', async () => {
    const tenant = await system.createTenant({ domain: 'own.test' });
    const main = await createWebsite(system.accounts, tenant.account, 'example.com');
    const hosts = ['example.com', 'a.example.com', 'x.test', 'own.test', 'b.example.com'];
    const entries = hosts.map((host) => aLogEntryInput({ host }));
    expectProcessed(await ingest(system.base, tenant.botKey, entries), 5);
    await system.untilVisits(main, 3);
    await system.untilVisits(tenant.website, 2);
  });
});
