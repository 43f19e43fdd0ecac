import { aLogEntryInput, CHROME, FakeClock, GPTBOT } from '@app/testing';
import { expectError, get, ingest } from '../support/http.js';
import { readSeries, readSummary, type Reading } from '../support/reports.js';
import { shareSystemOn } from '../support/shared-system.js';
import type { System, Tenant } from '../support/system-on-queue.js';

const clock = FakeClock.at('2026-11-20T15:30:00Z');
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
let system: System;
let tenant: Tenant;
let reading: Reading;
beforeAll(async () => {
  system = await shareSystemOn('postgres', { clock });
  tenant = await system.createTenant();
  reading = { base: system.base, apiKey: tenant.apiKey, id: tenant.website.public_id };
  // From 1 October to 20 November there is one visit by a person at the first and one by a bot at
  // the last moment of every day, and one by an AI bot at noon of every second day.
  const entries = [];
  for (let day = Date.UTC(2026, 9, 1); day <= Date.UTC(2026, 10, 20); day += 86_400_000) {
    entries.push(aLogEntryInput({ ip: '10.1.2.3', timestamp: day, user_agent: CHROME }));
    entries.push(
      aLogEntryInput({ ip: '10.1.2.3', timestamp: day + 86_399_999, user_agent: GOOGLEBOT }),
    );
    if (new Date(day).getUTCDate() % 2 === 0)
      entries.push(
        aLogEntryInput({ ip: '10.1.2.3', timestamp: day + 43_200_000, user_agent: GPTBOT }),
      );
  }
  await ingest(system.base, tenant.botKey, entries);
  await system.untilVisits(tenant.website, entries.length);
});
afterAll(() => system.stop());

const ask = (query: string) =>
  get(system.base, `/websites/${reading.id}/timeseries?${query}`, tenant.apiKey);
const point = (date: string, total: number, bots: number, ai: number) => ({
  date,
  total_visits: total,
  bot_visits: bots,
  human_visits: total - bots,
  ai_bot_visits: ai,
  verified_visits: 0,
  spoofed_visits: 0,
  unverifiable_visits: expect.any(Number),
  people_visits: 0,
  undecided_visits: 0,
  automation_visits: 0,
  not_judged_visits: expect.any(Number),
});
const days = (start: string, end: string) => `start_date=${start}&end_date=${end}`;

describe('interval', () => {
  it('is day by default, and the date of a day is YYYY-MM-DD', async () => {
    const expected = [
      point('2026-10-31', 2, 1, 0),
      point('2026-11-01', 2, 1, 0),
      point('2026-11-02', 3, 2, 1),
    ];
    expect(await readSeries(reading, days('2026-10-31', '2026-11-02'))).toEqual(expected);
    expect(await readSeries(reading, `${days('2026-10-31', '2026-11-02')}&interval=day`)).toEqual(
      expected,
    );
  });

  it('hour gives every hour, zeros included', async () => {
    const series = await readSeries(reading, `${days('2026-11-02', '2026-11-03')}&interval=hour`);
    expect(series.map(({ date }) => date)).toEqual(
      ['02', '03'].flatMap((day) =>
        Array.from({ length: 24 }, (_, i) => `2026-11-${day}T${`${i}`.padStart(2, '0')}:00:00Z`),
      ),
    );
    expect(series.filter(({ total_visits }) => total_visits > 0)).toEqual([
      point('2026-11-02T00:00:00Z', 1, 0, 0),
      point('2026-11-02T12:00:00Z', 1, 1, 1),
      point('2026-11-02T23:00:00Z', 1, 1, 0),
      point('2026-11-03T00:00:00Z', 1, 0, 0),
      point('2026-11-03T23:00:00Z', 1, 1, 0),
    ]);
  });

  it('hour of today has 24 points, future ones are zeros', async () => {
    const series = await readSeries(reading, 'period=today&interval=hour');
    expect(series).toHaveLength(24);
    expect(series.at(-1)).toEqual(point('2026-11-20T23:00:00Z', 1, 1, 0));
    expect(series.at(16)).toEqual(point('2026-11-20T16:00:00Z', 0, 0, 0));
  });

  it('week gives the Monday that starts the ISO week, clipped at both edges', async () => {
    // Wednesday 14 October to Thursday 29 October.
    expect(await readSeries(reading, `${days('2026-10-14', '2026-10-29')}&interval=week`)).toEqual([
      point('2026-10-12', 13, 8, 3), // 14 to 18: 14, 16, 18
      point('2026-10-19', 17, 10, 3), // 19 to 25: 20, 22, 24
      point('2026-10-26', 10, 6, 2), // 26 to 29: 26, 28
    ]);
  });

  it('week of days within one week is one clipped point', async () => {
    expect(await readSeries(reading, `${days('2026-10-14', '2026-10-15')}&interval=week`)).toEqual([
      point('2026-10-12', 5, 3, 1),
    ]);
  });

  it.each([
    ['a whole week', days('2026-10-12', '2026-10-18'), [point('2026-10-12', 18, 11, 4)]],
    [
      'a Sunday and a Monday',
      days('2026-10-18', '2026-10-19'),
      [point('2026-10-12', 3, 2, 1), point('2026-10-19', 2, 1, 0)],
    ],
  ])('week of %s', async (_, query, series) => {
    expect(await readSeries(reading, `${query}&interval=week`)).toEqual(series);
  });

  it('week crosses the year as ISO weeks do', async () => {
    const dates = await readSeries(reading, `${days('2026-12-31', '2027-01-04')}&interval=week`);
    expect(dates.map(({ date }) => date)).toEqual(['2026-12-28', '2027-01-04']);
  });

  it('month gives the 1st, clipped at both edges', async () => {
    expect(await readSeries(reading, `${days('2026-09-15', '2026-11-03')}&interval=month`)).toEqual(
      [
        point('2026-09-01', 0, 0, 0),
        point('2026-10-01', 31 * 2 + 15, 31 + 15, 15),
        point('2026-11-01', 7, 4, 1),
      ],
    );
  });

  it.each([
    ['2026-10-30', '2026-10-31', [point('2026-10-01', 5, 3, 1)]],
    ['2026-10-31', '2026-11-01', [point('2026-10-01', 2, 1, 0), point('2026-11-01', 2, 1, 0)]],
    ['2026-10-01', '2026-10-31', [point('2026-10-01', 77, 46, 15)]],
    ['2024-02-29', '2024-03-01', [point('2024-02-01', 0, 0, 0), point('2024-03-01', 0, 0, 0)]],
  ])('month of %s to %s', async (start, end, series) => {
    expect(await readSeries(reading, `${days(start, end)}&interval=month`)).toEqual(series);
  });

  it.each(['', 'Day', 'minute', 'year', 'hourly', 'day%20', '1', 'constructor'])(
    'must be hour, day, week or month, otherwise 400: %j',
    async (interval) => {
      expectError(
        await ask(`interval=${interval}`),
        'VALIDATION_ERROR',
        'interval must be one of hour, day, week, month',
      );
    },
  );
});

describe('The length of a series', () => {
  it.each([
    ['hour', days('2026-10-01', '2026-10-31'), 31 * 24],
    ['hour', 'period=last_month', 31 * 24],
    ['hour', 'period=last_30_days', 30 * 24],
    ['hour', 'period=last_7_days', 7 * 24],
    ['day', days('2023-11-17', '2026-11-20'), 1100],
    ['day', 'period=last_30_days', 30],
    ['week', days('2020-01-06', '2026-01-04'), 313],
    ['month', days('2000-01-01', '2026-11-20'), 27 * 12 - 1],
  ])('%s over %s is %i points', async (interval, query, points) => {
    expect(await readSeries(reading, `${query}&interval=${interval}`)).toHaveLength(points);
  });

  it.each([
    ['hour', days('2026-10-01', '2026-11-01'), 31, 32],
    ['day', days('2023-11-16', '2026-11-20'), 1100, 1101],
    ['day', 'start_date=2000-01-01', 1100, 9821],
  ])('%s over %s is beyond the limit: 400 names it', async (interval, query, limit, asked) => {
    expectError(
      await ask(`${query}&interval=${interval}`),
      'VALIDATION_ERROR',
      `interval ${interval} takes at most ${limit} days, not ${asked}; use a longer interval`,
    );
  });
});

describe('A series', () => {
  it.each([
    ['2026-10-01', '2026-10-31'],
    ['2026-10-07', '2026-11-03'],
    ['2026-10-11', '2026-10-12'],
    ['2026-11-20', '2026-11-25'],
    ['2026-09-30', '2026-10-01'],
  ])('from %s to %s sums to the summary in every interval, ascending', async (start, end) => {
    const { total_visits, bot_visits, ai_bot_visits } = await readSummary(
      reading,
      days(start, end),
    );
    for (const interval of ['hour', 'day', 'week', 'month']) {
      const series = await readSeries(reading, `${days(start, end)}&interval=${interval}`);
      const sum = (name: 'total_visits' | 'bot_visits' | 'ai_bot_visits') =>
        series.reduce((total, one) => total + one[name], 0);
      expect([interval, sum('total_visits'), sum('bot_visits'), sum('ai_bot_visits')]).toEqual([
        interval,
        total_visits,
        bot_visits,
        ai_bot_visits,
      ]);
      const dates = series.map(({ date }) => date);
      expect(dates).toEqual([...new Set(dates)].sort());
    }
  });
});
