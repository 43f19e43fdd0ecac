import { BOT_REGISTRY } from '@app/classification';
import { type TrafficSummary, VERIFICATIONS } from '@app/contracts';
import { aLogEntryInput, CHROME, GPTBOT } from '@app/testing';
import { expectProcessed, ingest } from '../support/http.js';
import { startProcess, type ServiceProcess } from '../support/processes.js';
import { readBots, readPages, readSeries, readSummary, type Reading } from '../support/reports.js';
import { startSystem, type System, type Tenant } from '../support/system.js';

const DAY_MS = 86_400_000;
const BOTS = 40;

/** Returns repeatable numbers from 0 (inclusive) to 1 (exclusive). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

/**
 * Returns visits of people and many bots, at the edges of days and between them, over the last 70
 * days.
 */
function manyEntries(count: number, now: number) {
  const random = randomNumbers(count);
  const agents = [CHROME, CHROME, GPTBOT, '', 'Mozilla/5.0', 'UnheardScannerBot/1.1'].concat(
    BOT_REGISTRY.slice(0, BOTS).flatMap((bot) => bot.examples.slice(0, 1)),
  );
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  return Array.from({ length: count }, () => {
    const day = today - Math.floor(random() * 70) * DAY_MS;
    const within = [0, DAY_MS - 1, 5 * 3_600_000, 18 * 3_600_000 + 1_800_000];
    const timestamp = day + (within[Math.floor(random() * 6)] ?? Math.floor(random() * DAY_MS));
    return aLogEntryInput({
      timestamp,
      path: `/p/${Math.floor(random() * 60)}`,
      user_agent: agents[Math.floor(random() * agents.length)] ?? '',
      status_code: random() < 0.2 ? 404 : 200,
    });
  });
}

const total = <T>(rows: T[], count: (row: T) => number) =>
  rows.reduce((sum, row) => sum + count(row), 0);

/** Counts directly what was sent. */
function countsBetween(entries: { timestamp: unknown }[], start: string, end: string): number {
  const from = Date.parse(`${start}T00:00:00Z`);
  const to = Date.parse(`${end}T00:00:00Z`) + DAY_MS;
  return entries.filter(({ timestamp }) => Number(timestamp) >= from && Number(timestamp) < to)
    .length;
}

const COUNTS = ['verified_visits', 'spoofed_visits', 'unverifiable_visits'] as const;

/** Expects that the visits with each verification add up to those of bots, in every report. */
async function expectSumsByVerification(
  reading: Reading,
  query: string,
  summary: TrafficSummary,
): Promise<void> {
  const { bot_visits, verified_visits, spoofed_visits, unverifiable_visits } = summary;
  const checked = [verified_visits, spoofed_visits, unverifiable_visits];
  const expected = [bot_visits - total(checked, (visits) => visits), ...checked];
  const sums = (rows: Pick<TrafficSummary, (typeof COUNTS)[number]>[]) =>
    COUNTS.map((name) => total(rows, (row) => row[name]));
  expect([query, sums(await readBots(reading, query))]).toEqual([query, checked]);
  expect([query, sums(await readPages(reading, `${query}&limit=1000`))]).toEqual([query, checked]);
  expect([query, sums(await readSeries(reading, query))]).toEqual([query, checked]);
  for (const [place, verification] of VERIFICATIONS.entries()) {
    const filtered = `${query}&verification=${verification}`;
    const bots = await readBots(reading, filtered);
    const pages = await readPages(reading, `${filtered}&limit=1000`);
    const months = await readSeries(reading, `${filtered}&interval=month`);
    expect([
      filtered,
      total(bots, (bot) => bot.visits),
      total(pages, (page) => page.bot_visits),
      total(months, (point) => point.total_visits),
    ]).toEqual([filtered, expected[place], expected[place], expected[place]]);
  }
}

/**
 * Expects that every report says the same for one range: summary = series = bots + people = pages.
 */
async function expectSums(reading: Reading, query: string): Promise<number> {
  const summary = await readSummary(reading, query);
  const { total_visits, bot_visits, human_visits, ai_bot_visits, period } = summary;
  expect(bot_visits + human_visits).toBe(total_visits);

  const bots = await readBots(reading, query);
  const ai = bots.filter(({ category }) => category.startsWith('ai_'));
  expect([query, total(bots, (bot) => bot.visits)]).toEqual([query, bot_visits]);
  expect([query, total(ai, (bot) => bot.visits)]).toEqual([query, ai_bot_visits]);

  const pages = await readPages(reading, `${query}&limit=1000`);
  expect([query, total(pages, (page) => page.bot_visits)]).toEqual([query, bot_visits]);
  expect([query, total(pages, (page) => page.human_visits)]).toEqual([query, human_visits]);
  for (const bot of bots) expect(bot.pages_visited).toBeLessThanOrEqual(pages.length);
  await expectSumsByVerification(reading, query, summary);

  const days = (Date.parse(period.end) - Date.parse(period.start)) / DAY_MS + 1;
  for (const interval of days > 31 ? ['day', 'week', 'month'] : ['hour', 'day', 'week', 'month']) {
    const series = await readSeries(reading, `${query}&interval=${interval}`);
    expect([
      query,
      interval,
      total(series, (point) => point.total_visits),
      total(series, (point) => point.bot_visits),
      total(series, (point) => point.ai_bot_visits),
    ]).toEqual([query, interval, total_visits, bot_visits, ai_bot_visits]);
  }
  return total_visits;
}

const ENTRIES = 1_500;

// All other suites run in UTC.
describe.each(['America/New_York', 'Asia/Kathmandu'])(
  'With server processes and database in TZ=%s',
  (zone) => {
    let system: System;
    let tenant: Tenant;
    let reading: Reading;
    const processes: ServiceProcess[] = [];
    const entries = manyEntries(ENTRIES, Date.now());

    beforeAll(async () => {
      system = await startSystem({ worker: false });
      const name = new URL(system.database.url).pathname.slice(1);
      await system.database.pool.query(`ALTER DATABASE ${name} SET timezone = '${zone}'`);
      const env = { ...system.env, TZ: zone };
      processes.push(
        ...(await Promise.all([startProcess('api', env), startProcess('worker', env)])),
      );
      tenant = await system.createTenant();
      const base = `http://127.0.0.1:${processes[0]?.port}`;
      reading = { base, apiKey: tenant.apiKey, id: tenant.website.public_id };
      for (let at = 0; at < ENTRIES; at += 500)
        expectProcessed(await ingest(base, tenant.botKey, entries.slice(at, at + 500)), 500);
      await system.untilVisits(tenant.website, ENTRIES);
    });
    afterAll(async () => {
      expect(await Promise.all(processes.map((one) => one.stop()))).toEqual([0, 0]);
      await system.stop();
    });

    it.each([
      'period=today',
      'period=yesterday',
      'period=last_7_days',
      'period=last_30_days',
      'period=this_month',
      'period=last_month',
      'start_date=2000-01-01&end_date=2002-12-31',
    ])('every report has the same sums: %s', async (query) => {
      const { period } = await readSummary(reading, query);
      const expected = countsBetween(entries, period.start, period.end);
      expect(await expectSums(reading, query)).toBe(expected);
    });

    it('every report has the same sums: custom dates, clipped weeks and months', async () => {
      const dayAgo = (days: number) =>
        new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
      for (const [from, to] of [
        [69, 0],
        [45, 3],
        [37, 20],
        [9, 9],
        [8, 7],
      ] as const) {
        const [start, end] = [dayAgo(from), dayAgo(to)];
        const sum = await expectSums(reading, `start_date=${start}&end_date=${end}`);
        expect([start, end, sum]).toEqual([start, end, countsBetween(entries, start, end)]);
      }
    });

    it('the roll-ups are the sums of the raw visits', async () => {
      const { rows } = await system.database.pool.query(
        `SELECT (SELECT count(*)::int FROM visits) AS visits,
           (SELECT sum(visits)::int FROM traffic_hourly) AS hours,
           (SELECT sum(visits)::int FROM traffic_daily) AS days,
           (SELECT sum(visits)::int FROM traffic_weekly) AS weeks,
           (SELECT sum(visits)::int FROM traffic_monthly) AS months,
           (SELECT sum(visits)::int FROM pages_daily) AS pages,
           (SELECT count(*)::int FROM visits WHERE status_code >= 400) AS errors,
           (SELECT sum(error_visits)::int FROM traffic_hourly) AS error_hours,
           (SELECT sum(error_visits)::int FROM traffic_monthly) AS error_months`,
      );
      const { errors } = rows[0];
      expect(errors).toBeGreaterThan(0);
      expect(rows[0]).toEqual({
        visits: ENTRIES,
        hours: ENTRIES,
        days: ENTRIES,
        weeks: ENTRIES,
        months: ENTRIES,
        pages: ENTRIES,
        errors,
        error_hours: errors,
        error_months: errors,
      });
    });
  },
);
