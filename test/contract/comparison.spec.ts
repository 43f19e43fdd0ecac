import { aLogEntryInput, CHROME, FakeClock, GPTBOT } from '@app/testing';
import { exchange, expectError, expectProcessed, get, ingest } from '../support/http.js';
import {
  readComparedSeries,
  readSummaries,
  readSummary,
  type Reading,
} from '../support/reports.js';
import { shareSystemOn } from '../support/shared-system.js';
import { createWebsite, type System, type Tenant } from '../support/system-on-queue.js';

const NOW = '2026-11-20T19:15:00Z';
const clock = FakeClock.at(NOW);
const HOUR_MS = 3_600_000;
/** GPTBot comes every hour of each day from the 6th to the 20th at 19:00; people come every third. */
const [FIRST, LAST] = [Date.parse('2026-11-06T00:05:00Z'), Date.parse('2026-11-20T19:05:00Z')];
const HOURS = (LAST - FIRST) / HOUR_MS + 1;

let system: System;
let tenant: Tenant;
let reading: Reading;
beforeAll(async () => {
  system = await shareSystemOn('postgres', { clock });
  tenant = await system.createTenant();
  reading = { base: system.base, apiKey: tenant.apiKey, id: tenant.website.public_id };
  const entries = Array.from({ length: HOURS }, (_, hour) => {
    const timestamp = new Date(FIRST + hour * HOUR_MS).toISOString();
    const ip = '10.1.2.3';
    return [
      aLogEntryInput({ ip, timestamp, user_agent: GPTBOT, path: '/pricing' }),
      ...(hour % 3 ? [] : [aLogEntryInput({ ip, timestamp, user_agent: CHROME, path: '/' })]),
    ];
  }).flat();
  expectProcessed(await ingest(system.base, tenant.botKey, entries), entries.length);
  await system.untilVisits(tenant.website, entries.length);
});
afterAll(() => system.stop());
beforeEach(() => clock.set(NOW));

const comparing = (query: string) => readSummary(reading, `${query}&compare=previous`);
const seriesOf = (query: string) => readComparedSeries(reading, query);

it('compares today until the last whole hour with the same hours of yesterday', async () => {
  const summary = await comparing('period=today');
  expect(summary).toMatchObject({
    ai_bot_visits: 20,
    compared: { unit: 'hours', until: '2026-11-20T19:00:00Z', ai_bot_visits: 19, human_visits: 7 },
    previous: {
      ...{ ai_bot_visits: 19, human_visits: 7, skipped_requests: null },
      period: { start: '2026-11-19', end: '2026-11-19' },
    },
    change: { ai_bot_visits: 0, human_visits: 0, total_visits: 0 },
  });
});

it('compares the last seven days until the same hour of the seven days before', async () => {
  const { compared, previous, change } = await comparing('period=last_7_days');
  expect(compared?.ai_bot_visits).toBe(6 * 24 + 19);
  expect(previous?.ai_bot_visits).toBe(6 * 24 + 19);
  expect(change?.ai_bot_visits).toBe(0);
});

it('compares the hours of a day in a time zone', async () => {
  // In Tokyo it is 04:15 of the 21st.
  const { compared, previous, change } = await comparing('period=today&timezone=Asia/Tokyo');
  expect(compared).toMatchObject({ until: '2026-11-21T04:00:00+09:00', ai_bot_visits: 4 });
  expect(previous?.ai_bot_visits).toBe(4);
  expect(change?.ai_bot_visits).toBe(0);
});

it('compares all of a period that is over', async () => {
  const summary = await comparing('period=yesterday');
  expect(summary.compared).toMatchObject({
    ...{ unit: 'period', until: '2026-11-20T00:00:00Z' },
    ...{ ai_bot_visits: 24, total_visits: summary.total_visits },
  });
  expect(summary.previous).toMatchObject({ ai_bot_visits: 24, skipped_requests: 0 });
});

it('compares nothing in the first hour of a day', async () => {
  clock.set('2026-11-20T00:59:00Z');
  const { compared, previous, change } = await comparing('period=today');
  expect(compared).toMatchObject({ until: '2026-11-20T00:00:00Z', total_visits: 0 });
  expect(previous?.total_visits).toBe(0);
  expect(change).toMatchObject({ total_visits: null, ai_bot_visits: null });
});

it.each([
  'period=today',
  'period=last_7_days',
  'period=yesterday',
  'period=last_30_days&timezone=Asia/Tokyo',
])('compares all websites and a series as the summary does: %s', async (query) => {
  const { compared, previous, change } = await comparing(query);
  const { websites } = await readSummaries(reading, `${query}&compare=previous`);
  expect(websites[0]).toMatchObject({ compared, previous, change });
  const series = await seriesOf(query);
  expect(compared).toMatchObject(series.compared);
  expect(series.previous?.total_visits).toBe(previous?.total_visits);
  expect(series.change?.ai_bot_visits).toBe(change?.ai_bot_visits);
});

it('compares a series with filters, and gives the whole series before', async () => {
  const { series, compared, previous } = await seriesOf(
    'period=today&interval=hour&visitors=ai_bots',
  );
  expect(series).toHaveLength(24);
  expect(compared).toMatchObject({ total_visits: 19, human_visits: 0 });
  expect(previous).toMatchObject({ total_visits: 19, period: { start: '2026-11-19' } });
  expect(previous?.series.map(({ bot_visits }) => bot_visits)).toEqual(Array(24).fill(1));
  const byVerification = await seriesOf('period=today&verification=unverifiable');
  expect(byVerification.compared?.bot_visits).toBe(19);
  const none = await seriesOf('period=today&verification=spoofed');
  expect(none.compared?.total_visits).toBe(0);
});

it('leaves today out of the comparison of a page, which is counted by day', async () => {
  const { compared, previous, change } = await seriesOf('period=last_7_days&exact_path=/pricing');
  expect(compared).toMatchObject({ unit: 'days', until: '2026-11-20T00:00:00Z', bot_visits: 144 });
  expect(previous?.bot_visits).toBe(144);
  expect(change?.bot_visits).toBe(0);
  const today = await seriesOf('period=today&exact_path=/pricing');
  expect(today.compared).toMatchObject({ until: '2026-11-20T00:00:00Z', bot_visits: 0 });
  expect(today.change?.bot_visits).toBeNull();
});

it('has the compared counts of all websites as CSV, and no comparison of a series', async () => {
  const { text } = await exchange(
    `${system.base}/api/v1/summary?period=today&compare=previous&format=csv`,
    { headers: { 'x-api-key': tenant.apiKey } },
  );
  const [head, row] = text.split('\r\n').map((line) => line.split(','));
  const of = (name: string) => row?.[head?.indexOf(name) ?? -1];
  expect([of('ai_bot_visits'), of('compared_ai_bot_visits'), of('previous_ai_bot_visits')]).toEqual(
    [...['20', '19', '19']],
  );
  expect([of('compared_unit'), of('compared_until')]).toEqual(['hours', '2026-11-20T19:00:00Z']);
  const series = `/websites/${reading.id}/timeseries?compare=previous&format=csv`;
  expectError(
    await get(system.base, series, tenant.apiKey),
    'VALIDATION_ERROR',
    /compare takes no format csv/,
  );
});

it('says whether the logs of a website have referers', async () => {
  const other = await createWebsite(system.accounts, tenant.account, 'linked.example');
  expect((await readSummary(reading, '')).referers_logged).toBe(false);
  const entry = { host: 'linked.example', user_agent: CHROME, ip: '10.1.2.3', timestamp: NOW };
  const linked = aLogEntryInput({ ...entry, referer: 'https://news.example/' });
  expectProcessed(await ingest(system.base, tenant.botKey, [linked]), 1);
  await system.untilVisits(other, 1);
  const summary = await readSummary({ ...reading, id: other.public_id }, '');
  expect(summary).toMatchObject({ referers_logged: true, ai_referred_visits: 0 });
  const { websites } = await readSummaries(reading, '');
  expect(websites.map(({ referers_logged }) => referers_logged)).toEqual([false, true]);
  for (const [id, logged] of [
    [reading.id, false],
    [other.public_id, true],
  ] as const) {
    const { body } = await get(system.base, `/websites/${id}/referrals`, tenant.apiKey);
    expect(body).toMatchObject({ data: { referrals: [], referers_logged: logged } });
  }
});
