import type { SeriesPoint } from '@app/contracts';
import { aLogEntryInput, CHROME, FakeClock, GPTBOT } from '@app/testing';
import { expectError, expectProcessed, get, ingest } from '../support/http.js';
import {
  readBots,
  readGroups,
  readReferrals,
  readSeries,
  readSummaries,
  readSummary,
  type Reading,
} from '../support/reports.js';
import { shareSystemOn } from '../support/shared-system.js';
import { startSystemOn, type System } from '../support/system-on-queue.js';

const HOUR_MS = 3_600_000;
const CLAUDEBOT = 'Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)';
const NOW = '2026-11-02T23:30:00Z';
/** Clocks go back in Berlin on 25 October, in New York on 1 November. */
const FIRST = Date.UTC(2026, 9, 20);
const HOURS = 14 * 24;
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Pacific/Kiritimati'];

/** What came at an hour: a bot or a person, and always at another minute. */
const ENTRIES = Array.from({ length: HOURS }, (_, at) => ({
  timestamp: FIRST + at * HOUR_MS + ((at * 7) % 60) * 60_000 + (at % 2) * 999,
  user_agent: [GPTBOT, CHROME, CLAUDEBOT][at % 3] as string,
  status_code: [200, 404, 200, 503, 200][at % 5] as number,
  ...(at % 3 === 1 && at % 4 === 1 ? { referer: 'https://chatgpt.com/' } : {}),
}));
const isBot = ({ user_agent }: { user_agent: string }) => user_agent !== CHROME;

let system: System;
let reading: Reading;
beforeAll(async () => {
  system = await shareSystemOn('postgres', { clock: FakeClock.at(NOW) });
  const tenant = await system.createTenant();
  reading = { base: system.base, apiKey: tenant.apiKey, id: tenant.website.public_id };
  const entries = ENTRIES.map((entry) => aLogEntryInput({ ip: '10.1.2.3', ...entry }));
  expectProcessed(await ingest(system.base, tenant.botKey, entries), entries.length);
  await system.untilVisits(tenant.website, entries.length);
});
afterAll(() => system.stop());

/** Returns the date that a calendar in the zone shows. */
function dateIn(zone: string): (moment: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
  return (moment) => format.format(moment);
}

/** Returns the entries of these days of a zone. */
function sentOn(zone: string, start: string, end: string) {
  const date = dateIn(zone);
  return ENTRIES.filter(({ timestamp }) => date(timestamp) >= start && date(timestamp) <= end);
}

const days = (zone: string, start: string, end: string) =>
  `start_date=${start}&end_date=${end}&timezone=${encodeURIComponent(zone)}`;
const SPANS = [
  ['2026-10-25', '2026-10-25'],
  ['2026-10-24', '2026-10-26'],
  ['2026-11-01', '2026-11-01'],
  ['2026-10-21', '2026-11-02'],
] as const;

it('a summary counts the days of the zone', async () => {
  for (const zone of ZONES) {
    for (const [start, end] of SPANS) {
      const sent = sentOn(zone, start, end);
      const summary = await readSummary(reading, days(zone, start, end));
      const codes = [200, 404, 503].map((status_code) => {
        const with_it = sent.filter((entry) => entry.status_code === status_code);
        const bot_visits = with_it.filter(isBot).length;
        return { status_code, visits: with_it.length, bot_visits };
      });
      expect([zone, summary]).toMatchObject([
        zone,
        {
          period: { start, end },
          total_visits: sent.length,
          bot_visits: sent.filter(isBot).length,
          ai_referred_visits: sent.filter(({ referer }) => referer).length,
          status_codes: codes.filter(({ visits }) => visits > 0),
          skipped_requests: null,
        },
      ]);
    }
  }
});

it('the summary of all websites, and a comparison, count the days of the zone', async () => {
  const query = `${days('Asia/Tokyo', '2026-10-25', '2026-10-26')}&compare=previous`;
  const { status_codes, ...one } = await readSummary(reading, query);
  expect(status_codes.reduce((sum, { visits }) => sum + visits, 0)).toBe(one.total_visits);
  expect(one.previous).toMatchObject({
    total_visits: sentOn('Asia/Tokyo', '2026-10-23', '2026-10-24').length,
    period: { start: '2026-10-23', end: '2026-10-24' },
  });
  const { websites, period } = await readSummaries(reading, query);
  expect({ ...websites[0], period }).toMatchObject(one);
});

it('today is the date in the zone', async () => {
  const today = async (zone: string) =>
    (await readSummary(reading, `period=today&timezone=${zone}`)).period.start;
  expect(await today('UTC')).toBe('2026-11-02');
  expect(await today('Europe/Berlin')).toBe('2026-11-03');
  expect(await today('America/New_York')).toBe('2026-11-02');
});

const NAMES = { [GPTBOT]: 'GPTBot', [CLAUDEBOT]: 'ClaudeBot' } as Record<string, string>;

it('bots are those of the days of the zone, but their pages are not known', async () => {
  for (const zone of ZONES) {
    for (const [start, end] of SPANS) {
      const sent = sentOn(zone, start, end).filter(isBot);
      const expected = [GPTBOT, CLAUDEBOT].map((agent) => {
        const visits = sent.filter(({ user_agent }) => user_agent === agent);
        const moment = (at: number) => new Date(visits.at(at)?.timestamp ?? NaN).toISOString();
        return {
          name: NAMES[agent],
          visits: visits.length,
          pages_visited: null,
          error_visits: visits.filter(({ status_code }) => status_code >= 400).length,
          first_seen: moment(0),
          last_seen: moment(-1),
        };
      });
      const byName = expected.sort(({ name: a = '' }, { name: b = '' }) => (a < b ? -1 : 1));
      const bots = await readBots(reading, days(zone, start, end));
      bots.sort((a, b) => (a.name < b.name ? -1 : 1));
      expect([zone, bots]).toMatchObject([zone, byName]);
    }
  }
});

it('bots in a zone can be filtered, ordered and read in parts', async () => {
  const query = days('America/New_York', '2026-10-24', '2026-10-26');
  const all = await readBots(reading, query);
  expect(await readBots(reading, `${query}&bot=claudebot`)).toEqual(
    all.filter(({ name }) => name === 'ClaudeBot'),
  );
  const series = await readSeries(reading, query);
  for (const verification of ['verified', 'spoofed', 'unverifiable', 'not_checked'] as const) {
    const bots = await readBots(reading, `${query}&verification=${verification}`);
    const visits = bots.reduce((sum, bot) => sum + bot.visits, 0);
    const counted = await readSeries(reading, `${query}&verification=${verification}`);
    expect([verification, visits]).toEqual([
      verification,
      counted.reduce((sum, point) => sum + point.bot_visits, 0),
    ]);
    for (const bot of bots) expect([bot.error_visits, bot.first_seen]).toEqual([null, null]);
  }
  expect(all.reduce((sum, { visits }) => sum + visits, 0)).toBe(
    series.reduce((sum, { bot_visits }) => sum + bot_visits, 0),
  );
  const part = async (more: string) => {
    const { body } = await ask('bots', `${query}&sort=-last_seen&limit=1${more}`);
    return body.data as { bots: { name: string }[]; next_cursor: string | null };
  };
  const first = await part('');
  const second = await part(`&cursor=${first.next_cursor}`);
  const parts = [...first.bots, ...second.bots].map(({ name }) => name);
  const earliest = all.sort((a, b) => ((a.last_seen ?? '') < (b.last_seen ?? '') ? -1 : 1));
  expect([parts, second.next_cursor]).toEqual([earliest.map(({ name }) => name), null]);
  expect(parts).toHaveLength(2);
});

it('bots are new that had not come before the days of the zone', async () => {
  const newSince = async (zone: string, start: string) => {
    const query = `${days(zone, start, '2026-11-02')}&new=true`;
    return (await readBots(reading, query)).map(({ name }) => name).sort();
  };
  // In Tokyo this day begins nine hours earlier, in New York four hours later than in UTC.
  expect(await newSince('UTC', '2026-10-20')).toEqual(['ClaudeBot', 'GPTBot']);
  expect(await newSince('Asia/Tokyo', '2026-10-20')).toEqual(['ClaudeBot', 'GPTBot']);
  expect(await newSince('America/New_York', '2026-10-20')).toEqual([]);
  expect(await newSince('America/New_York', '2026-10-19')).toEqual(['ClaudeBot', 'GPTBot']);
});

it('referrals are those of the days of the zone', async () => {
  for (const zone of ZONES) {
    for (const [start, end] of SPANS) {
      const visits = sentOn(zone, start, end).filter(({ referer }) => referer).length;
      const unjudged = { people_visits: 0, undecided_visits: 0, provider: 'OpenAI' };
      const expected = visits === 0 ? [] : [{ source: 'ChatGPT', visits, ...unjudged }];
      expect([zone, await readReferrals(reading, days(zone, start, end))]).toEqual([
        zone,
        expected,
      ]);
    }
  }
});

const totals = (series: SeriesPoint[]) =>
  series.map(({ date, total_visits }) => [date, total_visits]);

it('a series has the days of the zone, those of 23 and 25 hours too', async () => {
  for (const zone of ZONES) {
    const date = dateIn(zone);
    const expected = new Map<string, number>();
    for (let day = Date.UTC(2026, 9, 21); day <= Date.UTC(2026, 10, 2); day += 24 * HOUR_MS)
      expected.set(new Date(day).toISOString().slice(0, 10), 0);
    for (const { timestamp } of sentOn(zone, '2026-10-21', '2026-11-02'))
      expected.set(date(timestamp), (expected.get(date(timestamp)) ?? 0) + 1);
    const series = await readSeries(reading, days(zone, '2026-10-21', '2026-11-02'));
    expect([zone, totals(series)]).toEqual([zone, [...expected]]);
  }
});

it('hours have their offset, and weeks and months add up to the summary', async () => {
  const berlin = days('Europe/Berlin', '2026-10-25', '2026-10-25');
  const hours = await readSeries(reading, `${berlin}&interval=hour`);
  expect(hours).toHaveLength(25);
  expect(totals(hours.slice(1, 4))).toEqual([
    ['2026-10-25T01:00:00+02:00', 1],
    ['2026-10-25T02:00:00+02:00', 1],
    ['2026-10-25T02:00:00+01:00', 1],
  ]);
  for (const zone of ZONES) {
    const query = days(zone, '2026-10-22', '2026-11-02');
    const { total_visits, bot_visits, ai_bot_visits } = await readSummary(reading, query);
    for (const interval of ['hour', 'day', 'week', 'month']) {
      const series = await readSeries(reading, `${query}&interval=${interval}`);
      const sum = (name: 'total_visits' | 'bot_visits' | 'ai_bot_visits') =>
        series.reduce((total, point) => total + point[name], 0);
      expect([interval, sum('total_visits'), sum('bot_visits'), sum('ai_bot_visits')]).toEqual([
        interval,
        total_visits,
        bot_visits,
        ai_bot_visits,
      ]);
    }
  }
  const weeks = await readSeries(
    reading,
    `${days('Asia/Tokyo', '2026-10-25', '2026-10-26')}&interval=week`,
  );
  expect(weeks.map(({ date }) => date)).toEqual(['2026-10-19', '2026-10-26']);
});

it('filters and groups work in a zone, also status codes by hour', async () => {
  const query = days('America/New_York', '2026-10-31', '2026-11-02');
  const sent = sentOn('America/New_York', '2026-10-31', '2026-11-02');
  const gptbot = await readSeries(reading, `${query}&bot=gptbot`);
  expect(gptbot.reduce((sum, { bot_visits }) => sum + bot_visits, 0)).toBe(
    sent.filter(({ user_agent }) => user_agent === GPTBOT).length,
  );
  const undecided = await readSeries(reading, `${query}&verification=unverifiable`);
  for (const { total_visits, unverifiable_visits } of undecided)
    expect(unverifiable_visits).toBe(total_visits);
  for (const interval of ['hour', 'day']) {
    for (const by of ['bot', 'status']) {
      const { series, groups } = await readGroups(
        reading,
        `${query}&interval=${interval}&group_by=${by}&groups=1`,
      );
      expect(series).toEqual(await readSeries(reading, `${query}&interval=${interval}`));
      for (const [at, point] of series.entries()) {
        const sum = groups.reduce((total, group) => total + (group.series[at] ?? NaN), 0);
        expect([by, sum]).toEqual([by, by === 'bot' ? point.bot_visits : point.total_visits]);
      }
    }
  }
  const utc = 'start_date=2026-10-31&end_date=2026-11-01&interval=hour&group_by=status';
  const { groups } = await readGroups(reading, utc);
  expect(groups.map(({ name, visits }) => [name, visits])).toEqual([
    ['200', 29],
    ['404', 10],
    ['503', 9],
  ]);
});

const ask = (report: string, query: string) =>
  get(reading.base, `/websites/${reading.id}/${report}?${query}`, reading.apiKey);

it.each([
  ['summary', 'timezone=Mars/Olympus', /^timezone must be the name of a time zone, for example/],
  ['summary', 'timezone=%2B01:00', /^timezone must be the name of a time zone/],
  ['summary', 'timezone=', /^timezone must be text of 1 to 64 characters$/],
  ['timeseries', 'timezone=Asia/Kolkata', /^timezone Asia\/Kolkata is 5:30 hours from UTC/],
  ['referrals', 'timezone=Asia/Kathmandu', /^timezone Asia\/Kathmandu is 5:45 hours from UTC/],
  [
    'timeseries',
    'timezone=UTC&exact_path=/x',
    /^exact_path takes no timezone, because pages are counted by/,
  ],
  ['pages', 'timezone=Europe/Berlin', /^this route takes no timezone; .*counted by UTC days only$/],
  ['bots', 'timezone=Asia/Kolkata', /^timezone Asia\/Kolkata is 5:30 hours from UTC/],
  ['bots', 'timezone=UTC&path=/x', /^path takes no timezone, because pages are counted by UTC/],
  [
    'timeseries',
    'timezone=UTC&interval=month&start_date=2020-01-01',
    /^a series with timezone takes at most 1100 days, not 2498; ask for fewer days, or leave/,
  ],
])('%s?%s is refused', async (report, query, message) => {
  expectError(await ask(report, query), 'VALIDATION_ERROR', message);
});

describe('Where raw visits had been dropped before their hours were counted', () => {
  let young: System;
  let theirs: Reading;
  beforeAll(async () => {
    young = await startSystemOn('postgres', { clock: FakeClock.at(NOW), worker: false });
    const tenant = await young.createTenant();
    theirs = { base: young.base, apiKey: tenant.apiKey, id: tenant.website.public_id };
    await young.database.pool.query("UPDATE hours_known SET since = '2026-10-28T00:00:00Z'");
  });
  afterAll(() => young.stop());

  const status = async (report: string, query: string) =>
    (await get(theirs.base, `/websites/${theirs.id}/${report}?${query}`, theirs.apiKey)).status;

  it('says from which day on hours are known, and answers whole UTC days as ever', async () => {
    const before = days('Asia/Tokyo', '2026-10-28', '2026-10-30');
    const message = /^status codes and referrals are known by hour from 2026-10-28 \(UTC\) on only/;
    for (const [report, query] of [
      ['summary', before],
      ['referrals', before],
      ['timeseries', `${before}&group_by=status`],
      ['timeseries', 'start_date=2026-10-27&interval=hour&group_by=status'],
    ] as const) {
      const answer = await get(
        theirs.base,
        `/websites/${theirs.id}/${report}?${query}`,
        theirs.apiKey,
      );
      expectError(answer, 'VALIDATION_ERROR', message);
    }
    // The edges of these days are in days that are known.
    expect(await status('summary', days('Asia/Tokyo', '2026-10-29', '2026-10-30'))).toBe(200);
    expect(await status('summary', days('UTC', '2026-10-01', '2026-10-30'))).toBe(200);
    // People and bots are known by hour at any time.
    expect(await status('timeseries', before)).toBe(200);
  });
});
