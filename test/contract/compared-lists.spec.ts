// Rows of lists beside the days before: `compare=previous` of bots, pages, referrals, hosts and countries.
import { aLogEntryInput, CHROME, FakeClock, GPTBOT } from '@app/testing';
import { exchange, expectError, expectProcessed, get, ingest } from '../support/http.js';
import { shareSystemOn } from '../support/shared-system.js';
import type { System, Tenant } from '../support/system-on-queue.js';

const NOW = '2026-11-20T19:15:00Z';
const clock = FakeClock.at(NOW);
const HOUR_MS = 3_600_000;
/** GPTBot comes every hour of each day from the 6th to the 20th at 19:05; people come every third. */
const [FIRST, LAST] = [Date.parse('2026-11-06T00:05:00Z'), Date.parse('2026-11-20T19:05:00Z')];
const HOURS = (LAST - FIRST) / HOUR_MS + 1;
const CLAUDEBOT = 'Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)';
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const HOST = 'compared.example';
/** The week from the 14th on. ClaudeBot is new in it, and Googlebot came before it only. */
const WEEK = 'start_date=2026-11-14&end_date=2026-11-19';

let system: System;
let tenant: Tenant;
beforeAll(async () => {
  system = await shareSystemOn('postgres', { clock });
  tenant = await system.createTenant({ domain: HOST });
  const entry = (values: object) => aLogEntryInput({ ip: '10.1.2.3', host: HOST, ...values });
  const hourly = Array.from({ length: HOURS }, (_, hour) => {
    const timestamp = new Date(FIRST + hour * HOUR_MS).toISOString();
    const person = { user_agent: CHROME, path: '/', referer: 'https://chatgpt.com/' };
    return [
      entry({ timestamp, user_agent: GPTBOT, path: '/pricing', country: 'US' }),
      ...(hour % 3 ? [] : [entry({ timestamp, ...person, country: 'DE' })]),
    ];
  }).flat();
  const single = [
    { timestamp: '2026-11-10T10:00:00Z', user_agent: GOOGLEBOT, path: '/old', country: 'IE' },
    { timestamp: '2026-11-15T10:00:00Z', user_agent: CLAUDEBOT, path: '/new', status_code: 404 },
    { timestamp: '2026-11-15T11:00:00Z', user_agent: CLAUDEBOT, path: '/new', host: `www.${HOST}` },
  ];
  const entries = [...hourly, ...single.map(entry)];
  expectProcessed(await ingest(system.base, tenant.botKey, entries), entries.length);
  await system.untilVisits(tenant.website, entries.length);
});
afterAll(() => system.stop());
beforeEach(() => clock.set(NOW));

type Counts = Record<string, number | null>;
type Row = Record<string, unknown> & { compared: Counts | null; previous: Counts | null };
interface List {
  rows: Row[];
  compared: { unit: string | null; until: string };
  previous: { period: { start: string; end: string } };
  next_cursor?: string | null;
}
const path = (name: string, query: string) =>
  `/websites/${tenant.website.public_id}/${name}?${query}&compare=previous` as const;

async function compared(name: string, query: string): Promise<List> {
  const { status, body } = await get(system.base, path(name, query), tenant.apiKey);
  expect([name, status]).toEqual([name, 200]);
  const { data } = body as unknown as { data: List & Record<string, Row[]> };
  return { ...data, rows: data[name] as Row[] };
}
/** The rows by their names, each with a count of what is compared and before. */
const pairs = ({ rows }: List, key: string, count: string) =>
  Object.fromEntries(rows.map((row) => [row[key], [row.compared?.[count], row.previous?.[count]]]));

/** A cell in quotes may have commas in it. */
const cellsOf = (line: string) => line.replaceAll(/"(?:[^"]|"")*"/g, 'quoted').split(',');

const LISTS = [
  ['bots', 'name', 'visits'],
  ['pages', 'path', 'bot_visits'],
  ['hosts', 'host', 'total_visits'],
  ['countries', 'country', 'total_visits'],
  ['referrals', 'source', 'visits'],
] as const;

describe('Of a period that is over', () => {
  it.each([
    ['bots', 'name', 'visits', { GPTBot: [144, 144], ClaudeBot: [2, 0] }],
    ['pages', 'path', 'bot_visits', { '/pricing': [144, 144], '/new': [2, 0], '/': [0, 0] }],
    ['pages', 'path', 'human_visits', { '/pricing': [0, 0], '/new': [0, 0], '/': [48, 48] }],
    ['hosts', 'host', 'total_visits', { [HOST]: [193, 193], [`www.${HOST}`]: [1, 0] }],
    ['countries', 'country', 'total_visits', { US: [144, 144], DE: [48, 48], null: [2, 0] }],
    ['referrals', 'source', 'visits', { ChatGPT: [48, 48] }],
  ])('%s have the counts of their rows beside those before: %s %s', async (...of) => {
    const [name, key, count, expected] = of;
    const list = await compared(name, WEEK);
    expect(pairs(list, key, count)).toEqual(expected);
    expect(list.compared).toEqual({ unit: 'period', until: '2026-11-20T00:00:00Z' });
    expect(list.previous).toEqual({ period: { start: '2026-11-08', end: '2026-11-13' } });
    for (const row of list.rows) expect(row).toMatchObject(row.compared as object);
  });

  it('has every count that a list of the days before has, and zeros for new rows', async () => {
    for (const [name, key] of LISTS) {
      const { rows } = await compared(name, WEEK);
      const before = await compared(name, 'start_date=2026-11-08&end_date=2026-11-13');
      for (const row of rows) {
        const same = before.rows.find((one) => one[key] === row[key]);
        if (same) expect(same).toMatchObject(row.previous as object);
        else expect(Object.values(row.previous ?? {}).every((count) => !count)).toBe(true);
      }
    }
  });
});

describe('Of a period that is not over', () => {
  it.each([
    ['bots', 'name', 'visits', 'GPTBot', 0],
    // Each of the two weeks has one visit of another bot.
    ['hosts', 'host', 'bot_visits', HOST, 1],
    ['countries', 'country', 'bot_visits', 'US', 0],
  ])('the hours that are over are compared with the same hours before: %s', async (...of) => {
    const [name, key, count, row, others] = of;
    const today = await compared(name, 'period=today');
    expect(today.compared).toEqual({ unit: 'hours', until: '2026-11-20T19:00:00Z' });
    expect(today.rows.find((one) => one[key] === row)).toMatchObject({ [count]: 20 });
    expect(pairs(today, key, count)[row]).toEqual([19, 19]);
    const week = await compared(name, 'period=last_7_days');
    expect(pairs(week, key, count)[row]).toEqual(Array(2).fill(6 * 24 + 19 + others));
  });

  it('people whom assistants sent are compared by the hour, also in a time zone', async () => {
    const today = await compared('referrals', 'period=today');
    expect(pairs(today, 'source', 'visits')).toEqual({ ChatGPT: [7, 7] });
    const zoned = await compared('bots', 'period=today&timezone=Asia/Tokyo');
    expect(zoned.compared.until).toBe('2026-11-21T04:00:00+09:00');
    expect(pairs(zoned, 'name', 'visits')).toEqual({ GPTBot: [4, 4] });
  });

  it('pages, and bots of pages, are compared by the day, without today', async () => {
    for (const [name, query] of [
      ['pages', 'period=last_7_days'],
      ['bots', 'period=last_7_days&exact_path=/pricing'],
    ] as const) {
      const { compared: time, rows } = await compared(name, query);
      expect(time).toEqual({ unit: 'days', until: '2026-11-20T00:00:00Z' });
      const count = name === 'pages' ? 'bot_visits' : 'visits';
      expect([rows[0]?.[count], rows[0]?.compared?.[count]]).toEqual([6 * 24 + 20, 144]);
      expect(rows[0]?.previous?.[count]).toBe(144);
    }
  });

  it('nothing is compared while nothing of it is over', async () => {
    const pages = await compared('pages', 'period=today');
    expect(pages.compared).toEqual({ unit: null, until: '2026-11-20T00:00:00Z' });
    expect(pages.rows.length).toBeGreaterThan(0);
    for (const row of pages.rows) expect([row.compared, row.previous]).toEqual([null, null]);
    clock.set('2026-11-20T00:59:00Z');
    const bots = await compared('bots', 'period=today');
    expect([bots.compared.unit, bots.rows[0]?.compared]).toEqual([null, null]);
  });
});

describe('Together with other parameters', () => {
  it('filters limit both', async () => {
    const bots = (query: string) => compared('bots', `${WEEK}&${query}`);
    expect(pairs(await bots('country=US'), 'name', 'visits')).toEqual({ GPTBot: [144, 144] });
    expect(pairs(await bots('status=4xx'), 'name', 'visits')).toEqual({ ClaudeBot: [1, 0] });
    const unverifiable = await bots('verification=unverifiable&provider=OpenAI');
    expect(unverifiable.rows[0]).toMatchObject({
      compared: { visits: 144, unverifiable_visits: 144, error_visits: null },
      previous: { visits: 144, unverifiable_visits: 144, error_visits: null },
    });
    const pages = (query: string) => compared('pages', `${WEEK}&${query}`);
    expect(pairs(await pages('bot=GPTBot'), 'path', 'bot_visits')).toEqual({
      '/pricing': [144, 144],
    });
    const verified = await pages('bot=GPTBot&verification=unverifiable');
    expect(verified.rows[0]?.previous).toMatchObject({
      ...{ bot_visits: 144, ai_bot_visits: 144, unverifiable_visits: 144, verified_visits: 0 },
      ...{ human_visits: 0, people_visits: null, error_visits: null },
    });
  });

  it('parts of a list are compared like the whole list', async () => {
    const whole = await compared('pages', `${WEEK}&sort=path`);
    const rows: Row[] = [];
    for (let cursor = ''; ;) {
      const part = await compared('pages', `${WEEK}&sort=path&limit=1${cursor}`);
      rows.push(...part.rows);
      if (!part.next_cursor) break;
      cursor = `&cursor=${part.next_cursor}`;
    }
    expect(rows).toEqual(whole.rows);
    const wrong = path('pages', `${WEEK}&limit=1&sort=bot_visits&cursor=x`);
    expectError(await get(system.base, wrong, tenant.apiKey), 'VALIDATION_ERROR', /cursor/);
  });

  it.each(LISTS)('%s as CSV have the columns of the comparison', async (name, key, count) => {
    const url = `${system.base}/api/v1${path(name, WEEK)}&format=csv`;
    const { text } = await exchange(url, { headers: { 'x-api-key': tenant.apiKey } });
    const [head = [], row = []] = text.split('\r\n').map(cellsOf);
    const of = (column: string) => row[head.indexOf(column)];
    const { rows } = await compared(name, WEEK);
    const [first] = rows;
    expect([of('compared_unit'), of('compared_until')]).toEqual(['period', '2026-11-20T00:00:00Z']);
    expect([of(key), of(`compared_${count}`), of(`previous_${count}`)]).toEqual(
      [first?.[key], first?.compared?.[count], first?.previous?.[count]].map(String),
    );
    expect(head).not.toContain('compared');
  });
});
