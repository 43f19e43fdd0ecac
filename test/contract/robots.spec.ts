import type { RobotsReport } from '@app/contracts';
import { pageDigestsTask } from '@app/storage';
import { CHROME, FakeClock, GPTBOT, runUpkeepRound } from '@app/testing';
import { currentLists } from '../support/current-lists.js';
import {
  exchange,
  expectError,
  expectJson,
  expectProcessed,
  get,
  ingest,
  send,
} from '../support/http.js';
import { dayOf, LATE_TODAY, Robots, visit } from '../support/robots.js';
import { startSystemOn, type System, type Tenant } from '../support/system-on-queue.js';

const clock = FakeClock.at(LATE_TODAY);

let system: System;
let tenant: Tenant;
let robots: Robots;
beforeAll(async () => {
  system = await startSystemOn('postgres', {
    clock,
    env: { VERIFY_LISTS: currentLists(LATE_TODAY) },
  });
});
beforeEach(async () => {
  tenant = await system.createTenant();
  robots = new Robots(system, tenant);
});
afterAll(() => system.stop());

describe('Who kept to the text of the day', () => {
  const BEFORE = `User-agent: GPTBot
Disallow: /private/

User-agent: *
Disallow: /admin
Disallow: /search?q=`;
  const AFTER = `# Since the middle of the period.
User-agent: gptbot
Disallow: /

User-agent: *
Allow: /admin/open
Disallow: /admin`;
  const FIRST_TEXT = 20;
  const SECOND_TEXT = 10;

  const AGENTS = {
    GPTBot: GPTBOT,
    Bytespider: 'Mozilla/5.0 (compatible; Bytespider; spider-feedback@bytedance.com)',
    FooHarvest: 'FooHarvest/1.0 (+https://harvest.example/bot)',
    people: CHROME,
  };
  type Name = keyof typeof AGENTS;
  const PATHS = [
    '/',
    '/private/a',
    '/admin/x',
    '/admin/open',
    '/search',
    '/robots.txt',
    '/llms.txt',
  ];

  /** What the texts say, by hand. */
  function verdict(
    name: Name,
    at: string,
    daysAgo: number,
  ): 'allowed' | 'disallowed' | 'not_judged' {
    if (daysAgo > FIRST_TEXT) return 'not_judged';
    if (at === '/robots.txt') return 'allowed';
    const isAfter = daysAgo <= SECOND_TEXT;
    if (name === 'GPTBot') return isAfter || at === '/private/a' ? 'disallowed' : 'allowed';
    if (at === '/admin/x') return 'disallowed';
    if (at === '/admin/open') return isAfter ? 'allowed' : 'disallowed';
    return at === '/search' && !isAfter ? 'not_judged' : 'allowed';
  }

  /** Visits of each bot to each path on each day, some of them several times. */
  const visits = (Object.keys(AGENTS) as Name[]).flatMap((name, n) =>
    PATHS.flatMap((at, p) =>
      Array.from({ length: 26 }, (_, daysAgo) => ({ name, at, daysAgo })).flatMap((one) =>
        Array.from({ length: (n + p + one.daysAgo * 7) % 3 }, () => one),
      ),
    ),
  );
  const count = (name: Name, wanted: ReturnType<typeof verdict>, within = 26) =>
    visits.filter(
      (one) =>
        one.name === name &&
        one.daysAgo < within &&
        verdict(one.name, one.at, one.daysAgo) === wanted,
    ).length;
  const countOf = (name: Name, at: string, within = 26) =>
    visits.filter((one) => one.name === name && one.at === at && one.daysAgo < within).length;

  function expectExact({ bots, llms_txt }: RobotsReport, within: number): void {
    expect(bots.map(({ name }) => name).sort()).toEqual(['Bytespider', 'FooHarvest', 'GPTBot']);
    for (const bot of bots) {
      const name = bot.name as Name;
      const [allowed, disallowed, notJudged] = (
        ['allowed', 'disallowed', 'not_judged'] as const
      ).map((wanted) => count(name, wanted, within));
      expect(bot).toMatchObject({
        allowed_visits: allowed,
        disallowed_visits: disallowed,
        not_judged_visits: notJudged,
        visits: allowed! + disallowed! + notJudged!,
        robots_txt_visits: countOf(name, '/robots.txt', within),
        llms_txt_visits: countOf(name, '/llms.txt', within),
      });
    }
    const llms = (name: Name) => countOf(name, '/llms.txt', within);
    expect(llms_txt).toEqual({
      bot_visits: llms('GPTBot') + llms('Bytespider') + llms('FooHarvest'),
      ai_bot_visits: llms('GPTBot') + llms('Bytespider'),
      human_visits: llms('people'),
    });
  }

  beforeEach(async () => {
    await robots.sendAll(visits.map(({ name, at, daysAgo }) => visit(AGENTS[name], at, daysAgo)));
    await robots.give(BEFORE, dayOf(FIRST_TEXT));
    await robots.give(AFTER, dayOf(SECOND_TEXT));
    // It says the same, so nothing changes.
    await robots.give(`${AFTER}\n# A comment.`, dayOf(SECOND_TEXT - 3));
  });

  it('is told exactly when the rules change in the middle of the period', async () => {
    const found = await robots.report();
    expectExact(found, 26);
    expect(found.texts.map(({ from, to }) => [from, to])).toEqual([
      [dayOf(FIRST_TEXT), dayOf(SECOND_TEXT + 1)],
      [dayOf(SECOND_TEXT), dayOf(SECOND_TEXT - 2)],
      [dayOf(SECOND_TEXT - 3), null],
    ]);
    expect(found.days_without_text).toBe(51 - FIRST_TEXT - 1);
    expectExact(await robots.report(`start_date=${dayOf(14)}`), 15);
    expectExact(await robots.report('period=today'), 1);
  });

  it('is told exactly when past days are digested', async () => {
    const digests = pageDigestsTask({ leastVisits: 1 });
    for (let round = 0; round < 2; round++) await runUpkeepRound(system.database.pool, digests);
    const { rows } = await system.database.pool.query('SELECT FROM page_digests');
    expect(rows.length).toBeGreaterThan(20);
    expectExact(await robots.report(), 26);
    expectExact(await robots.report(`start_date=${dayOf(14)}`), 15);
  });

  it('says what the newest text of the period allows, and which rules were broken most', async () => {
    const { bots } = await robots.report();
    const gptbot = bots.find(({ name }) => name === 'GPTBot');
    expect(gptbot).toMatchObject({
      ...{ addressed: 'by_name', allows: 'nothing', operator_says: 'obeys', declared: false },
    });
    expect(bots.find(({ name }) => name === 'FooHarvest')).toMatchObject({
      ...{ addressed: 'as_any_bot', allows: 'part', operator_says: null, declared: true },
    });
    // Its operator publishes its addresses, and these visits did not come from them. The lists are
    // of today, and tell something about visits of the last two days.
    const spoofed = gptbot?.disallowed_spoofed_visits;
    expect(spoofed).toBeGreaterThanOrEqual(count('GPTBot', 'disallowed', 2));
    expect(spoofed).toBeLessThanOrEqual(count('GPTBot', 'disallowed', 3));
    expect(spoofed).toBeGreaterThan(0);
    expect(gptbot?.samples).toHaveLength(5);
    expect(
      gptbot?.samples.every(({ visits }, at, all) => visits <= (all[at - 1]?.visits ?? 99)),
    ).toBe(true);
    expect(gptbot?.samples[0]).toMatchObject({
      rule: 'Disallow: /',
      line: 3,
      text_from: dayOf(SECOND_TEXT),
    });
    const earlier = await robots.report(
      `start_date=${dayOf(FIRST_TEXT)}&end_date=${dayOf(SECOND_TEXT + 1)}`,
    );
    expect(earlier.bots.find(({ name }) => name === 'GPTBot')).toMatchObject({
      ...{ allows: 'part' },
      samples: [
        { path: '/private/a', rule: 'Disallow: /private/', line: 2, text_from: dayOf(FIRST_TEXT) },
      ],
    });
  });

  it('is told of some bots, in order, and as CSV', async () => {
    const names = async (query: string) =>
      (await robots.report(`start_date=2026-10-01&${query}`)).bots.map(({ name }) => name);
    expect(await names('bot=gptbot')).toEqual(['GPTBot']);
    expect((await names('visitors=ai_bots')).sort()).toEqual(['Bytespider', 'GPTBot']);
    expect(await names('limit=1')).toEqual(['GPTBot']);
    const { status, text } = await exchange(
      `${system.base}/api/v1${robots.path}?start_date=2026-10-01&format=csv`,
      { headers: { 'x-api-key': tenant.apiKey } },
    );
    expect(status).toBe(200);
    const [head, first] = text.split('\r\n');
    expect(head).toMatch(/^name,provider,category,declared,visits,addressed,allows,operator_says,/);
    expect(head).not.toContain('samples');
    expect(first).toMatch(/^GPTBot,OpenAI,ai_training,false,/);
  });
});

it('judges nothing without a text, and everything as allowed by an empty one', async () => {
  await robots.sendAll([visit(GPTBOT, '/a'), visit(GPTBOT, '/b')]);
  expect(await robots.report('period=today')).toMatchObject({
    ...{ domain: tenant.website.domain, texts: [], days_without_text: 1, fetch: null },
    bots: [
      { visits: 2, addressed: null, allows: null, not_judged_visits: 2, robots_txt_visits: 0 },
    ],
  });
  await robots.give('');
  expect(await robots.report('period=today')).toMatchObject({
    days_without_text: 0,
    bots: [{ addressed: 'not', allows: 'everything', allowed_visits: 2, not_judged_visits: 0 }],
  });
});

it('judges a bot that came too seldom to be named by its name', async () => {
  const agent = 'UnheardScannerBot/1.1 (+https://scanner.example/)';
  await robots.sendAll([visit(agent, '/a'), visit(agent, '/b'), visit(GPTBOT, '/a')]);
  await robots.give('User-agent: UnheardScannerBot\nDisallow: /a');
  expect((await robots.report('period=today')).bots).toMatchObject([
    { name: 'Unidentified bot', visits: 2, disallowed_visits: 1, allowed_visits: 1 },
    { name: 'GPTBot', visits: 1, allowed_visits: 1 },
  ]);
});

it('does not judge visits beyond the bound on paths', async () => {
  await robots.sendAll([visit(GPTBOT, '/b')]);
  // As if an attacker had invented all the paths that a website may have on a day.
  await system.database.pool.query(
    'UPDATE page_quotas SET new_pages = 50000 WHERE website_id = $1',
    [tenant.website.id],
  );
  expectProcessed(
    await ingest(system.base, tenant.botKey, [visit(GPTBOT, '/a'), visit(GPTBOT, '/a')]),
    2,
  );
  await system.untilVisits(tenant.website, 3);
  for (const text of ['User-agent: *\nDisallow: /b', 'User-agent: *\nDisallow: /']) {
    await robots.give(text, dayOf(0));
    expect((await robots.report('period=today')).bots).toMatchObject([
      {
        ...{ visits: 3, allowed_visits: 0, disallowed_visits: 1, not_judged_visits: 2 },
        beyond_limit_visits: 2,
      },
    ]);
  }
});

it('takes texts, lists their history, shows and removes them', async () => {
  const first = await robots.put({ text: 'User-agent: *\nDisallow: /a' });
  expectJson(first, 200);
  const one = {
    source: 'given',
    noted_at: '2026-11-20T23:00:00.000Z',
    bytes: 26,
  };
  expect(first.body.data).toEqual({
    domain: tenant.website.domain,
    fetch: null,
    texts: [{ ...one, from: dayOf(0), to: null }],
    text: 'User-agent: *\nDisallow: /a',
    left_out: { rules: 0, long_lines: 0 },
  });
  await robots.give('User-agent: *\nDisallow: /b');
  const listed = await get(system.base, `${robots.path}/texts`, tenant.apiKey);
  expect(listed.body.data.texts).toEqual([
    { ...one, from: dayOf(-1), to: null },
    { ...one, from: dayOf(0), to: dayOf(0) },
  ]);
  expect(listed.body.data.text).toBe('User-agent: *\nDisallow: /b');
  const shown = await get(system.base, `${robots.path}/texts?text_from=${dayOf(0)}`, tenant.apiKey);
  expect(shown.body.data.text).toBe('User-agent: *\nDisallow: /a');
  const removed = await robots.put({ text: null, from: dayOf(-1) });
  expect(removed.body.data.texts).toEqual([{ ...one, from: dayOf(0), to: null }]);
  expectError(await robots.put({ text: null, from: dayOf(-1) }), 'NOT_FOUND');
  const missing = await get(
    system.base,
    `${robots.path}/texts?text_from=${dayOf(5)}`,
    tenant.apiKey,
  );
  expectError(missing, 'NOT_FOUND');
});

it('has the text fetched, or not', async () => {
  expect((await robots.put({ fetch: true })).body.data).toMatchObject({
    fetch: { tried_at: null, outcome: null, status: null, succeeded_at: null },
  });
  expect((await robots.put({ fetch: false })).body.data.fetch).toBeNull();
});

it('takes a text of 500 KiB, and no longer one', async () => {
  const longest = `#${'\u00e4'.repeat(256_000 - 1)}\n`;
  expect(Buffer.byteLength(longest)).toBe(512_000);
  expectJson(await robots.put({ text: longest }), 200);
  expectError(await robots.put({ text: `${longest}#` }), 'VALIDATION_ERROR');
});

it('writes rules against categories, by the names of bots', async () => {
  const answer = await get(
    ...([
      system.base,
      `${robots.path}/generate?disallow=ai_training,ai_data_provider`,
      tenant.apiKey,
    ] as const),
  );
  expectJson(answer, 200);
  const { text, bots } = answer.body.data as { text: string; bots: number };
  expect(text).toMatch(/^# Bots of the category ai_training\n# Their operators say .*Bytespider/);
  expect(text).toMatch(/\n# Bots of the category ai_data_provider\n/);
  for (const name of ['GPTBot', 'ClaudeBot', 'Google-Extended', 'CCBot'])
    expect(text).toContain(`\nUser-agent: ${name}\n`);
  expect(text).not.toContain('bingbot');
  expect(text.match(/^User-agent: [\w-]+$/gm)).toHaveLength(bots);
  // Whoever puts them on the website is judged by them.
  await robots.sendAll([visit(GPTBOT, '/a')]);
  await robots.give(text);
  expect((await robots.report('period=today')).bots).toMatchObject([
    { allows: 'nothing', disallowed_visits: 1 },
  ]);
});

it('belongs to the account of the website', async () => {
  await robots.give('User-agent: *\nDisallow: /');
  const other = await system.createTenant();
  for (const part of ['', '/texts', '/generate?disallow=seo'])
    expectError(await get(system.base, `${robots.path}${part}`, other.apiKey), 'NOT_FOUND');
  for (const body of [{ text: '' }, { text: null, from: dayOf(0) }, { fetch: true }])
    expectError(await send(system.base, other.apiKey, `PUT ${robots.path}`, body), 'NOT_FOUND');
  expect((await robots.report('period=today')).texts).toHaveLength(1);
});
