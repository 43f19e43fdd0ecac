import type { Period } from '@app/contracts';
import { aLogEntryInput, FakeClock, GPTBOT } from '@app/testing';
import { expectError, expectProcessed, get, ingest } from '../support/http.js';
import { readBots, readPages, readSeries, readSummary, type Reading } from '../support/reports.js';
import { shareSystemOn } from '../support/shared-system.js';
import type { System, Tenant } from '../support/system-on-queue.js';

const NOW = '2026-11-20T15:30:00Z';
const clock = FakeClock.at(NOW);
let system: System;
let tenant: Tenant;
let reading: Reading;
beforeAll(async () => {
  system = await shareSystemOn('postgres', { clock });
  tenant = await system.createTenant();
  reading = { base: system.base, apiKey: tenant.apiKey, id: tenant.website.public_id };
});
afterAll(() => system.stop());
beforeEach(() => clock.set(NOW));

const REPORTS = ['summary', 'bots', 'pages', 'timeseries'];
const ask = (report: string, query: string) =>
  get(system.base, `/websites/${reading.id}/${report}?${query}`, tenant.apiKey);
const span = (start: string, end = start) => ({ start, end });

describe('period', () => {
  it.each<[Period, string, { start: string; end: string }]>([
    ['today', NOW, span('2026-11-20')],
    ['today', '2026-11-20T00:00:00.000Z', span('2026-11-20')],
    ['today', '2026-11-20T23:59:59.999Z', span('2026-11-20')],
    ['today', '2024-02-29T12:00:00Z', span('2024-02-29')],
    ['yesterday', NOW, span('2026-11-19')],
    ['yesterday', '2026-01-01T00:00:00Z', span('2025-12-31')],
    ['yesterday', '2024-03-01T10:00:00Z', span('2024-02-29')],
    ['yesterday', '2023-03-01T10:00:00Z', span('2023-02-28')],
    ['yesterday', '2026-05-01T23:59:59Z', span('2026-04-30')],
    ['last_7_days', NOW, span('2026-11-14', '2026-11-20')],
    ['last_7_days', '2026-01-01T00:00:00Z', span('2025-12-26', '2026-01-01')],
    ['last_7_days', '2024-03-03T12:00:00Z', span('2024-02-26', '2024-03-03')],
    ['last_7_days', '2023-03-03T12:00:00Z', span('2023-02-25', '2023-03-03')],
    // Clocks change in the Americas and in Europe, but a day still has 24 hours here.
    ['last_7_days', '2026-03-09T04:30:00Z', span('2026-03-03', '2026-03-09')],
    ['last_7_days', '2026-10-26T00:30:00Z', span('2026-10-20', '2026-10-26')],
    ['last_30_days', NOW, span('2026-10-22', '2026-11-20')],
    ['last_30_days', '2024-03-01T12:00:00Z', span('2024-02-01', '2024-03-01')],
    ['last_30_days', '2026-01-31T12:00:00Z', span('2026-01-02', '2026-01-31')],
    ['last_30_days', '2026-01-01T12:00:00Z', span('2025-12-03', '2026-01-01')],
    ['this_month', NOW, span('2026-11-01', '2026-11-20')],
    ['this_month', '2026-01-01T00:00:00Z', span('2026-01-01')],
    ['this_month', '2026-01-31T23:59:59.999Z', span('2026-01-01', '2026-01-31')],
    ['this_month', '2024-02-29T12:00:00Z', span('2024-02-01', '2024-02-29')],
    ['last_month', NOW, span('2026-10-01', '2026-10-31')],
    ['last_month', '2026-01-01T00:00:00Z', span('2025-12-01', '2025-12-31')],
    ['last_month', '2026-01-31T12:00:00Z', span('2025-12-01', '2025-12-31')],
    ['last_month', '2024-03-31T12:00:00Z', span('2024-02-01', '2024-02-29')],
    ['last_month', '2023-03-31T12:00:00Z', span('2023-02-01', '2023-02-28')],
    ['last_month', '2100-03-29T12:00:00Z', span('2100-02-01', '2100-02-28')],
    ['last_month', '2024-02-29T12:00:00Z', span('2024-01-01', '2024-01-31')],
    ['last_month', '2026-12-31T12:00:00Z', span('2026-11-01', '2026-11-30')],
  ])('%s at %s', async (period, now, days) => {
    clock.set(now);
    expect((await readSummary(reading, `period=${period}`)).period).toEqual(days);
    const series = await readSeries(reading, `period=${period}`);
    expect([series.at(0)?.date, series.at(-1)?.date]).toEqual([days.start, days.end]);
  });

  it('is last_7_days when nothing is given', async () => {
    expect((await readSummary(reading)).period).toEqual(span('2026-11-14', '2026-11-20'));
    expect(await readSeries(reading)).toHaveLength(7);
  });

  it.each([
    'period=',
    'period=Today',
    'period=TODAY',
    'period=today%20',
    'period=%20today',
    'period=last_90_days',
    'period=null',
    'period=__proto__',
    'period=toString',
    'period=today%00',
    // It must be valid even if the dates take precedence.
    'period=never&start_date=2026-11-01&end_date=2026-11-02',
  ])('must be exactly one of the six values, otherwise 400: %s', async (query) => {
    for (const report of REPORTS) {
      expectError(
        await ask(report, query),
        'VALIDATION_ERROR',
        'period must be one of today, yesterday, last_7_days, last_30_days, this_month, last_month',
      );
    }
  });
});

describe('start_date and end_date', () => {
  it.each([
    ['both inclusive', 'start_date=2026-11-03&end_date=2026-11-05', '2026-11-03', '2026-11-05'],
    ['one day', 'start_date=2026-11-03&end_date=2026-11-03', '2026-11-03', '2026-11-03'],
    ['start_date alone ends today', 'start_date=2026-11-18', '2026-11-18', '2026-11-20'],
    ['start_date may be today', 'start_date=2026-11-20', '2026-11-20', '2026-11-20'],
    [
      'they win over period',
      'period=yesterday&start_date=2026-11-01&end_date=2026-11-02',
      '2026-11-01',
      '2026-11-02',
    ],
    [
      'start_date alone wins over period too',
      'period=last_month&start_date=2026-11-10',
      '2026-11-10',
      '2026-11-20',
    ],
    ['29 February', 'start_date=2024-02-29&end_date=2024-02-29', '2024-02-29', '2024-02-29'],
    [
      'the first day there is',
      'start_date=2000-01-01&end_date=2000-01-01',
      '2000-01-01',
      '2000-01-01',
    ],
    ['future days', 'start_date=2026-11-19&end_date=2027-01-31', '2026-11-19', '2027-01-31'],
    ['a future start', 'start_date=2027-01-01&end_date=2027-01-31', '2027-01-01', '2027-01-31'],
  ])('%s: %s', async (_, query, start, end) => {
    expect((await readSummary(reading, query)).period).toEqual({ start, end });
    const series = await readSeries(reading, query);
    expect([series.at(0)?.date, series.at(-1)?.date]).toEqual([start, end]);
    expect(await readBots(reading, query)).toBeInstanceOf(Array);
    expect(await readPages(reading, query)).toBeInstanceOf(Array);
  });

  it('may span all the days that there are for summary, bots, pages, weeks and months', async () => {
    const query = 'start_date=2000-01-01&end_date=2099-12-31';
    expect((await readSummary(reading, query)).period).toEqual(span('2000-01-01', '2099-12-31'));
    const { previous } = await readSummary(reading, `${query}&compare=previous`);
    expect(previous?.period).toEqual(span('1899-12-31', '1999-12-31'));
    expect(await readBots(reading, query)).toBeInstanceOf(Array);
    expect(await readPages(reading, query)).toBeInstanceOf(Array);
    expect(await readSeries(reading, `${query}&interval=month`)).toHaveLength(100 * 12);
    expect(await readSeries(reading, `${query}&interval=week`)).toHaveLength(5219);
  });

  const date = /must be a calendar date YYYY-MM-DD$/;
  it.each([
    ['end_date alone', 'end_date=2026-11-05', 'end_date needs a start_date'],
    ['end_date and period', 'period=today&end_date=2026-11-05', 'end_date needs a start_date'],
    [
      'start_date after end_date',
      'start_date=2026-11-05&end_date=2026-11-04',
      'start_date must not be after end_date',
    ],
    ['start_date after today', 'start_date=2026-11-21', 'start_date must not be after today'],
    ['29 February of a common year', 'start_date=2023-02-29', date],
    ['29 February of 2100', 'start_date=2026-01-01&end_date=2100-02-29', date],
    ['30 February', 'start_date=2024-02-30', date],
    ['31 April', 'start_date=2024-04-31', date],
    ['month 0', 'start_date=2024-00-10', date],
    ['month 13', 'start_date=2024-13-10', date],
    ['day 0', 'start_date=2024-01-00', date],
    ['no zeros', 'start_date=2024-1-5', date],
    ['two-digit year', 'start_date=24-01-05', date],
    ['six-digit year', 'start_date=%2B002024-01-05', date],
    ['a time', 'start_date=2024-01-05T00:00:00Z', date],
    ['slashes', 'start_date=2024/01/05', date],
    ['American order', 'start_date=01-05-2024', date],
    ['a space', 'start_date=2024-01-05%20', date],
    ['a line end', 'start_date=2024-01-05%0A', date],
    ['other digits', `start_date=${encodeURIComponent('２０２４-01-05')}`, date],
    ['words', 'start_date=today', date],
    ['milliseconds', 'start_date=1700000000000', date],
    ['nothing', 'start_date=', date],
    ['nothing as the end', 'start_date=2024-01-05&end_date=', date],
    ['a bad end', 'start_date=2024-01-05&end_date=2024-06-31', date],
    ['before 2000', 'start_date=1999-12-31', 'start_date must not be before 2000-01-01'],
    ['year 0', 'start_date=0000-01-01', /start_date must/],
    [
      'after 2099',
      'start_date=2000-01-01&end_date=2100-01-01',
      'end_date must not be after 2099-12-31',
    ],
    ['year 9999', 'start_date=9999-12-31', 'start_date must not be after 2099-12-31'],
    [
      'an end before 2000',
      'start_date=2000-01-01&end_date=1999-12-31',
      /end_date must not be before/,
    ],
  ])('%s is 400', async (_, query, message) => {
    for (const report of REPORTS)
      expectError(await ask(report, query), 'VALIDATION_ERROR', message);
  });
});

describe('Parameters', () => {
  it.each([
    ['period=today&period=today', 'period'],
    ['period=today&period=yesterday', 'period'],
    ['period[]=today', 'period'],
    ['period%5B%5D=today', 'period'],
    ['period[0]=today', 'period'],
    ['period[a]=today', 'period'],
    ['period=today&period[]=today', 'period'],
    ['start_date=2026-11-01&start_date=2026-11-02', 'start_date'],
    ['start_date[]=2026-11-01', 'start_date'],
    ['start_date=2026-11-01&end_date=2026-11-02&end_date=2026-11-02', 'end_date'],
  ])('that are repeated or bracketed are 400: %s', async (query, name) => {
    for (const report of REPORTS) {
      const message = `${name} must be given once, without brackets`;
      expectError(await ask(report, query), 'VALIDATION_ERROR', message);
    }
  });

  it.each([
    ['timeseries', 'interval=day&interval=day', 'interval'],
    ['timeseries', 'interval[]=day', 'interval'],
    ['pages', 'limit=5&limit=5', 'limit'],
    ['pages', 'limit[]=5', 'limit'],
  ])('that are repeated or bracketed are 400: %s?%s', async (report, query, name) => {
    const message = `${name} must be given once, without brackets`;
    expectError(await ask(report, query), 'VALIDATION_ERROR', message);
  });

  it.each([
    ['summary', 'nonsense=1&nonsense=2&x[]=3'],
    ['summary', 'interval=decade&limit=many'],
    ['bots', 'interval=decade'],
    ['pages', 'interval=decade'],
    ['timeseries', 'limit=many'],
    ['summary', '__proto__=1&constructor=2&periods=x&=&&'],
  ])('that %s does not know are ignored: %s', async (report, query) => {
    expect((await ask(report, query)).status).toBe(200);
  });
});

it('the visits of a period are those of its whole UTC days', async () => {
  const other = await system.createTenant({ domain: 'edges.example' });
  const at = ['2026-11-17T23:59:59.999Z', '2026-11-18T00:00:00.000Z'].concat(
    ['2026-11-19T23:59:59.999Z', '2026-11-20T00:00:00.000Z'],
    // An accepted entry may have a date up to one day ahead.
    ['2026-11-21T00:00:00.000Z'],
  );
  const entries = at.map((timestamp) =>
    aLogEntryInput({ timestamp, user_agent: GPTBOT, host: 'edges.example' }),
  );
  expectProcessed(await ingest(system.base, other.botKey, entries), entries.length);
  await system.untilVisits(other.website, entries.length);
  const own = { base: system.base, apiKey: other.apiKey, id: other.website.public_id };
  for (const [query, visits] of [
    ['start_date=2026-11-18&end_date=2026-11-19', 2],
    ['start_date=2026-11-17&end_date=2026-11-20', 4],
    ['period=today', 1],
    ['period=yesterday', 1],
    ['start_date=2026-11-21&end_date=2026-11-21', 1],
    ['start_date=2026-11-22&end_date=2026-11-30', 0],
  ] as const) {
    const summary = await readSummary(own, query);
    expect([query, summary.total_visits]).toEqual([query, visits]);
    const bots = await readBots(own, query);
    expect(bots.map((bot) => bot.visits)).toEqual(visits ? [visits] : []);
    const pages = await readPages(own, query);
    expect(pages.map((page) => page.bot_visits)).toEqual(visits ? [visits] : []);
    const series = await readSeries(own, query);
    expect(series.reduce((sum, point) => sum + point.total_visits, 0)).toBe(visits);
  }
});
