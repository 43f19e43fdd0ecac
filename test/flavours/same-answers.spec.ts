import { CHROME, describeOnFlavour, FakeClock, GPTBOT, type TestFlavour } from '@app/testing';
import { ingest } from '../support/http.js';
import {
  readBots,
  readClients,
  readGroups,
  readPages,
  readReferrals,
  readSeries,
  readSpoofed,
  readSummaries,
  readSummary,
  type Reading,
} from '../support/reports.js';
import { startSystem, type System, type Tenant } from '../support/system.js';

const CLOCK = '2026-11-20T15:30:00Z';
const ENTRIES = 10_000;
const AGENTS = [
  CHROME,
  GPTBOT,
  'curl/8.5.0',
  'Googlebot/2.1 (+http://www.google.com/bot.html)',
  '-',
  '',
];
/** Views that the reports read. */
const VIEWS = [
  ...['traffic_hourly', 'traffic_daily', 'traffic_weekly', 'traffic_monthly'],
  ...['pages_daily', 'pages_recent'],
];
/** Roll-ups that are tables in both flavours. */
const DETAILS = [
  ...['statuses_hourly', 'statuses_daily', 'referrals_hourly', 'referrals_daily', 'clients_daily'],
];

/**
 * Returns the same entries every time: several weeks, months and years, hours of all days, odd
 * paths.
 */
function entries(): Record<string, unknown>[] {
  let state = 42;
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
  const now = Date.parse(CLOCK);
  return Array.from({ length: ENTRIES }, (_, i) => ({
    timestamp: now - (i % 10 === 0 ? random(700) * 86_400_000 : random(40 * 86_400_000)),
    method: 'GET',
    host: 'example.com',
    path: random(20) === 0 ? `/Ä b/${random(9)}"'` : `/p/${random(300)}`,
    status_code: [200, 200, 301, 404, 500][random(5)],
    ip: `192.0.2.${random(256)}`,
    user_agent: AGENTS[random(AGENTS.length)],
    referer: ['https://chatgpt.com/', 'https://claude.ai/x', 'https://example.org/'][i % 3],
  }));
}

interface Side {
  system: System;
  tenant: Tenant;
  reading: Reading;
}

async function startSide(flavour: TestFlavour): Promise<Side> {
  const system = await startSystem({ flavour, clock: FakeClock.at(CLOCK) });
  const tenant = await system.createTenant();
  const all = entries();
  for (let from = 0; from < all.length; from += 1_000) {
    await ingest(system.base, tenant.botKey, all.slice(from, from + 1_000));
  }
  await system.untilVisits(tenant.website, ENTRIES);
  const reading = { base: system.base, apiKey: tenant.apiKey, id: tenant.website.public_id };
  return { system, tenant, reading };
}

describeOnFlavour('timescale', 'both flavours of the database', () => {
  let plain: Side;
  let timescale: Side;
  beforeAll(async () => {
    plain = await startSide('plain');
    timescale = await startSide('timescale');
  });
  afterAll(async () => {
    await plain.system.stop();
    await timescale.system.stop();
  });

  it('have the same tables and views, with the same columns and types', async () => {
    const columns = async ({ system }: Side) => {
      // The time of an aggregate has no declared precision, but its values have one.
      const { rows } = await system.database.pool.query<{ relation: string; columns: string[] }>(
        `SELECT relname AS relation, array_agg(
           attname || ' ' || replace(format_type(atttypid, CASE relkind WHEN 'r' THEN atttypmod ELSE -1 END), '(3)', '')
           ORDER BY attname) AS columns
         FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
         WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v') AND attnum > 0 AND NOT attisdropped
         GROUP BY relname`,
      );
      return Object.fromEntries(rows.map((row) => [row.relation, row.columns]));
    };
    const { roll_up_horizon, ...shared } = await columns(timescale);
    expect(roll_up_horizon).toBeDefined();
    expect(Object.keys(shared)).toEqual(expect.arrayContaining([...VIEWS, ...DETAILS]));
    expect(shared).toEqual(await columns(plain));
  });

  it('have the same rows in every roll-up', async () => {
    const rowsOf = async ({ system }: Side, relation: string) => {
      // The ids of pages depend on the order in which they came.
      const page = relation.startsWith('pages')
        ? '(SELECT path FROM pages p WHERE p.id = page_id)'
        : "''";
      const { rows } = await system.database.pool.query<{
        row: Record<string, unknown>;
        page: string;
      }>(`SELECT to_jsonb(r) AS row, ${page} AS page FROM ${relation} r`);
      return rows.map(({ row, page }) => JSON.stringify({ ...row, page_id: page })).sort();
    };
    // For today and yesterday, one flavour has the pages of hours, the other those of days.
    for (const relation of [...VIEWS.filter((view) => view !== 'pages_recent'), ...DETAILS]) {
      const expected = await rowsOf(plain, relation);
      expect(expected.length).toBeGreaterThan(50);
      expect([relation, await rowsOf(timescale, relation)]).toEqual([relation, expected]);
    }
  });

  const PERIODS = [
    'period=today',
    'period=yesterday',
    '',
    'period=last_30_days',
    'period=this_month',
    'period=last_month',
    'start_date=2024-11-01&end_date=2026-11-20',
    'start_date=2026-10-07&end_date=2026-11-11',
  ];

  it.each(PERIODS)('give the same answers to every report for %j', async (period) => {
    const reports = async ({ reading }: Side) => ({
      summary: await readSummary(reading, period),
      // The ids of the two websites differ.
      websites: (await readSummaries(reading, `${period}&compare=previous`)).websites.map(
        ({ id: _, ...counts }) => counts,
      ),
      bots: await readBots(reading, period),
      pages: await readPages(reading, `${period}&limit=1000`),
      spoofed: await readSpoofed(reading, period),
      undecided: await readBots(reading, `${period}&verification=unverifiable`),
      unchecked: await readPages(reading, `${period}&verification=not_checked`),
      referrals: await readReferrals(reading, period),
      clients: await readClients(reading, period),
      days: await readSeries(reading, period),
      weeks: await readSeries(reading, `${period}&interval=week`),
      months: await readSeries(reading, `${period}&interval=month`),
      byBot: await readGroups(reading, `${period}&group_by=bot&groups=2`),
      botsInTokyo: await readBots(reading, `${period}&timezone=Asia/Tokyo`),
      inTokyo: await readSummary(reading, `${period}&timezone=Asia/Tokyo`),
      byStatus: await readGroups(reading, `${period}&interval=week&group_by=status`),
    });
    const expected = await reports(plain);
    expect(expected.summary.total_visits).toBeGreaterThan(0);
    expect(await reports(timescale)).toEqual(expected);
  });

  it('give the same answers by hour', async () => {
    const query = 'start_date=2026-11-01&interval=hour';
    const expected = await readSeries(plain.reading, query);
    expect(expected).toHaveLength(20 * 24);
    expect(await readSeries(timescale.reading, query)).toEqual(expected);
    const inTokyo = `${query}&timezone=Asia/Tokyo&group_by=status`;
    expect(await readGroups(timescale.reading, inTokyo)).toEqual(
      await readGroups(plain.reading, inTokyo),
    );
    const groups = await readGroups(plain.reading, `${query}&group_by=provider`);
    expect(groups.series).toEqual(expected);
    expect(await readGroups(timescale.reading, `${query}&group_by=provider`)).toEqual(groups);
  });
});
