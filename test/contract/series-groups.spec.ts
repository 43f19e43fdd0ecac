import type { SeriesGroup, SeriesPoint } from '@app/contracts';
import { aLogEntryInput, CHROME, FakeClock, GPTBOT } from '@app/testing';
import { expectError, expectJson, expectProcessed, get, ingest } from '../support/http.js';
import {
  readBots,
  readGroups,
  readPages,
  readSeries,
  readSummary,
  type Reading,
} from '../support/reports.js';
import { shareSystemOn } from '../support/shared-system.js';
import type { System } from '../support/system-on-queue.js';

const DAY_MS = 86_400_000;
const CLAUDEBOT = 'Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)';
const OPENAI_SEARCH = 'Mozilla/5.0 (compatible; OAI-SearchBot/1.0; +https://openai.com/searchbot)';
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const FIRST = Date.UTC(2026, 9, 20);
const DAYS = 'start_date=2026-10-20&end_date=2026-11-12';

/**
 * Visits of some weeks: more bots than the smallest number of groups, one that names itself often
 * enough, one that does not, and people.
 */
function entries() {
  const all: ReturnType<typeof aLogEntryInput>[] = [];
  for (let day = 0; day < 24; day++) {
    const timestamp = FIRST + day * DAY_MS;
    const add = (user_agent: string, hour: number, status_code = 200) =>
      all.push(
        aLogEntryInput({
          ip: '10.1.2.3',
          timestamp: timestamp + hour * 3_600_000 + day,
          user_agent,
          status_code,
        }),
      );
    add(GPTBOT, 1);
    add(GPTBOT, 23, day % 5 === 0 ? 503 : 200);
    if (day % 2 === 0) add(CLAUDEBOT, 5, 404);
    if (day % 3 === 0) add(OPENAI_SEARCH, 7);
    if (day % 4 === 0) add(GOOGLEBOT, 0, 301);
    if (day % 6 === 0) add('FernBot/1.0 (+https://fern.example)', 9);
    if (day === 8) add('MossBot/1.0 (+https://moss.example)', 9, 500);
    add(CHROME, 12, day % 7 === 0 ? 404 : 200);
  }
  return all;
}

let system: System;
let reading: Reading;
beforeAll(async () => {
  system = await shareSystemOn('postgres', { clock: FakeClock.at('2026-11-12T15:30:00Z') });
  const tenant = await system.createTenant();
  reading = { base: system.base, apiKey: tenant.apiKey, id: tenant.website.public_id };
  const all = entries();
  expectProcessed(await ingest(system.base, tenant.botKey, all), all.length);
  await system.untilVisits(tenant.website, all.length);
});
afterAll(() => system.stop());

const ask = (query: string) =>
  get(reading.base, `/websites/${reading.id}/timeseries?${query}`, reading.apiKey);
const names = (groups: SeriesGroup[]) => groups.map(({ name, visits }) => [name, visits]);
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Expects that groups fit the points, in every bucket and together. */
function expectSums(
  { series, groups }: { series: SeriesPoint[]; groups: SeriesGroup[] },
  of: 'bot_visits' | 'total_visits',
): void {
  for (const group of groups) {
    expect(group.series).toHaveLength(series.length);
    expect(sum(group.series)).toBe(group.visits);
  }
  for (const [at, point] of series.entries()) {
    expect([point.date, sum(groups.map((group) => group.series[at] ?? NaN))]).toEqual([
      point.date,
      point[of],
    ]);
  }
  const named = groups.filter(({ name }) => name !== null);
  expect(named).toEqual(groups.slice(0, named.length));
  expect(named.map(({ visits }) => visits)).toEqual(
    named.map(({ visits }) => visits).sort((a, b) => b - a),
  );
}

it('breaks the visits of bots down by bot, most visits first', async () => {
  const { groups } = await readGroups(reading, `${DAYS}&group_by=bot`);
  expect(names(groups)).toEqual([
    ['GPTBot', 48],
    ['ClaudeBot', 12],
    ['OAI-SearchBot', 8],
    ['Googlebot', 6],
    ['FernBot', 4],
    // One visit is not enough for a name that a bot gives itself.
    ['Unidentified bot', 1],
  ]);
  const [first, second] = groups;
  expect(first?.series).toEqual(new Array(24).fill(2));
  expect(second?.series).toEqual(Array.from({ length: 24 }, (_, day) => (day % 2 === 0 ? 1 : 0)));
});

it('counts only bots, or only AI bots, on request, in every list and series', async () => {
  const everybody = await readSeries(reading, DAYS);
  const pages = await readPages(reading, `${DAYS}&limit=1000`);
  const all = await readBots(reading, DAYS);
  const { status_codes } = await readSummary(reading, DAYS);
  for (const [visitors, of] of [
    ['bots', 'bot_visits'],
    ['ai_bots', 'ai_bot_visits'],
  ] as const) {
    const query = `${DAYS}&visitors=${visitors}`;
    for (const more of ['', '&timezone=UTC']) {
      const series = await readSeries(reading, query + more);
      expect(series.map(({ total_visits }) => total_visits)).toEqual(
        everybody.map(({ [of]: visits }) => visits),
      );
    }
    const bots = all.filter(({ category }) => visitors === 'bots' || category.startsWith('ai_'));
    expect(await readBots(reading, query)).toEqual(bots);
    const ofThem = await readPages(reading, `${query}&limit=1000`);
    expect(ofThem.map(({ path, bot_visits }) => [path, bot_visits]).sort()).toEqual(
      pages
        .filter((page) => page[of] > 0)
        .map((page) => [page.path, page[of]])
        .sort(),
    );
    const errors = bots.reduce((total, { error_visits }) => total + (error_visits ?? NaN), 0);
    expect(sum(ofThem.map(({ error_visits }) => error_visits ?? NaN))).toBe(errors);
    const { groups } = await readGroups(reading, `${query}&group_by=status`);
    expect(sum(groups.map(({ name, visits }) => (Number(name) >= 400 ? visits : 0)))).toBe(errors);
    if (visitors === 'bots')
      expect(Object.fromEntries(names(groups))).toEqual(
        Object.fromEntries(status_codes.map((one) => [`${one.status_code}`, one.bot_visits])),
      );
  }
  // No other filter is needed, and each of them can be added.
  const openAi = await readBots(reading, `${DAYS}&visitors=ai_bots&provider=OpenAI`);
  expect(openAi.map(({ name }) => name)).toEqual(['GPTBot', 'OAI-SearchBot']);
});

it('has the same names and visits as the list of bots', async () => {
  for (const filter of ['', '&category=ai_training', '&provider=OpenAI', '&bot=fernbot']) {
    const { groups } = await readGroups(reading, `${DAYS}&group_by=bot${filter}`);
    const bots = await readBots(reading, `${DAYS}${filter}`);
    expect(names(groups)).toEqual(bots.map(({ name, visits }) => [name, visits]));
  }
});

it.each([
  [
    'bot',
    2,
    [
      ['GPTBot', 48],
      ['ClaudeBot', 12],
      [null, 19],
    ],
  ],
  [
    'provider',
    1,
    [
      ['OpenAI', 56],
      [null, 23],
    ],
  ],
  [
    'category',
    2,
    [
      ['ai_training', 60],
      ['ai_search', 8],
      [null, 11],
    ],
  ],
  [
    'status',
    2,
    [
      ['200', 75],
      ['404', 16],
      [null, 12],
    ],
  ],
] as const)(
  'by %s, the first %i have a name, and the rest is the last group',
  async (by, most, expected) => {
    const { groups } = await readGroups(reading, `${DAYS}&group_by=${by}&groups=${most}`);
    expect(names(groups)).toEqual(expected);
  },
);

it('by status, all visits are broken down, or those of the bots that are asked for', async () => {
  const all = await readGroups(reading, `${DAYS}&group_by=status`);
  const { status_codes } = await readSummary(reading, DAYS);
  const byVisits = [...status_codes].sort((a, b) => b.visits - a.visits);
  expect(names(all.groups)).toEqual(
    byVisits.map(({ status_code, visits }) => [`${status_code}`, visits]),
  );
  const one = await readGroups(reading, `${DAYS}&group_by=status&bot=gptbot`);
  expect(names(one.groups)).toEqual([
    ['200', 43],
    ['503', 5],
  ]);
});

it('the groups of every bucket add up to its point, and the series is the usual one', async () => {
  for (const by of ['bot', 'provider', 'category', 'status']) {
    for (const interval of ['hour', 'day', 'week', 'month']) {
      for (const filter of ['', '&provider=OpenAI', '&category=ai_search&groups=1', '&groups=2']) {
        const query = `${DAYS}&interval=${interval}${filter}`;
        const grouped = await readGroups(reading, `${query}&group_by=${by}`);
        const plain = query.replace(/&groups=\d/, '');
        expect([query, grouped.series]).toEqual([query, await readSeries(reading, plain)]);
        expectSums(grouped, by === 'status' ? 'total_visits' : 'bot_visits');
      }
    }
  }
});

it('counts only visits with the verification that is asked for', async () => {
  for (const verification of ['verified', 'spoofed', 'unverifiable', 'not_checked']) {
    const query = `${DAYS}&verification=${verification}`;
    const grouped = await readGroups(reading, `${query}&group_by=bot`);
    expect([query, grouped.series]).toEqual([query, await readSeries(reading, query)]);
    expectSums(grouped, 'bot_visits');
    const bots = await readBots(reading, query);
    expect(names(grouped.groups)).toEqual(bots.map(({ name, visits }) => [name, visits]));
  }
});

it('has no group where there are no visits, and none unless it is asked for', async () => {
  const empty = await readGroups(reading, 'start_date=2025-01-01&end_date=2025-01-02&group_by=bot');
  expect(empty.groups).toEqual([]);
  expect(empty.series).toHaveLength(2);
  const answer = await ask(DAYS);
  expectJson(answer, 200);
  expect(Object.keys(answer.body.data as object)).toEqual(['series']);
});

it('as CSV has a line for each bucket of each group, and an empty name for the rest', async () => {
  const url = `${reading.base}/api/v1/websites/${reading.id}/timeseries?start_date=2026-10-20&end_date=2026-10-21&group_by=bot&groups=2&format=csv`;
  const response = await fetch(url, { headers: { 'x-api-key': reading.apiKey } });
  expect((await response.text()).split('\r\n')).toEqual([
    'date,group,visits',
    '2026-10-20,GPTBot,2',
    '2026-10-21,GPTBot,2',
    '2026-10-20,ClaudeBot,1',
    '2026-10-21,ClaudeBot,0',
    '2026-10-20,,3',
    '2026-10-21,,0',
    '',
  ]);
});

it.each([
  ['groups=5', 'groups needs a group_by'],
  ['group_by=path', 'group_by must be one of bot, provider, category, status'],
  ['group_by=bot&groups=0', 'groups must be an integer from 1 to 100'],
  ['group_by=bot&groups=101', 'groups must be an integer from 1 to 100'],
  [
    'group_by=status&verification=spoofed',
    'group_by status takes no verification, because status codes are not counted by it; leave one of them out',
  ],
])('%s is refused: %s', async (query, message) => {
  expectError(await ask(query), 'VALIDATION_ERROR', message);
});
