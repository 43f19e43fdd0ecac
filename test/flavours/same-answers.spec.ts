import {
  CHROME,
  describeOnFlavour,
  eventually,
  FakeClock,
  GPTBOT,
  type TestFlavour,
} from '@app/testing';
import { ingest } from '../support/http.js';
import {
  readBots,
  readClients,
  readGroups,
  readLandings,
  readPages,
  readProviders,
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
/** Roll-ups that are tables in all flavours. */
const DETAILS = [
  ...['statuses_hourly', 'statuses_daily', 'hosts_hourly', 'hosts_daily'],
  ...['referrals_hourly', 'referrals_daily', 'landings_daily', 'clients_daily'],
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
  // The tables are compared below, and deliveries are counted a little later.
  await eventually(async () => {
    const { rows } = await system.database.pool.query('SELECT FROM unmerged_hosts');
    expect(rows).toEqual([]);
    const counted = await system.database.pool.query<{ entries: number }>(
      "SELECT sum(entries)::int AS entries FROM feed_counts WHERE grain = 'day'",
    );
    expect(counted.rows[0]?.entries).toBe(ENTRIES);
  });
  const reading = { base: system.base, apiKey: tenant.apiKey, id: tenant.website.public_id };
  return { system, tenant, reading };
}

describe.each<TestFlavour>(['timescale', 'citus'])('the plain flavour and %s', (flavour) => {
  describeOnFlavour(flavour, 'have the same data and answers', () => comparePlainWith(flavour));
});

function comparePlainWith(flavour: TestFlavour): void {
  let plain: Side;
  let other: Side;
  beforeAll(async () => {
    plain = await startSide('plain');
    other = await startSide(flavour);
  });
  afterAll(async () => {
    await plain.system.stop();
    await other.system.stop();
  });

  it('have the same tables and views, with the same columns and types', async () => {
    const columns = async ({ system }: Side) => {
      // The time of an aggregate has no declared precision, but its values have one.
      const { rows } = await system.database.pool.query<{ relation: string; columns: string[] }>(
        `SELECT relname AS relation, array_agg(
           attname || ' ' || replace(format_type(atttypid, CASE relkind WHEN 'v' THEN -1 ELSE atttypmod END), '(3)', '')
           ORDER BY attname) AS columns
         FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
         WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v') AND NOT relispartition AND attnum > 0 AND NOT attisdropped
           AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
         GROUP BY relname`,
      );
      return Object.fromEntries(rows.map((row) => [row.relation, row.columns]));
    };
    const { roll_up_horizon, log_batches, ...shared } = await columns(other);
    expect(roll_up_horizon === undefined).toBe(flavour !== 'timescale');
    expect(Object.keys(shared)).toEqual(expect.arrayContaining([...VIEWS, ...DETAILS]));
    const { log_batches: ledger, ...expected } = await columns(plain);
    expect(shared).toEqual(expected);
    // On Citus the ledger has a row for each website of a batch.
    const perWebsite = flavour === 'citus' ? ['website_id integer'] : [];
    expect(log_batches?.sort()).toEqual([...(ledger ?? []), ...perWebsite].sort());
  });

  it('have the same rows in every roll-up', async () => {
    const rowsOf = async ({ system }: Side, relation: string) => {
      // The ids of pages depend on the order in which they came.
      const page = /^(pages|landings)/.test(relation)
        ? '(SELECT path FROM pages p WHERE p.website_id = r.website_id AND p.id = r.page_id)'
        : "''";
      const { rows } = await system.database.pool.query<Record<string, unknown>>(
        `SELECT r.*, ${page} AS page_id FROM ${relation} r`,
      );
      return rows.map((row) => JSON.stringify(row)).sort();
    };
    // For today and yesterday, one flavour has the pages of hours, the other those of days.
    for (const relation of [...VIEWS.filter((view) => view !== 'pages_recent'), ...DETAILS]) {
      const expected = await rowsOf(plain, relation);
      expect(expected.length).toBeGreaterThan(50);
      expect([relation, await rowsOf(other, relation)]).toEqual([relation, expected]);
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
      providers: await readProviders(reading, `${period}&compare=previous&interval=month`),
      landings: await readLandings(reading, `${period}&limit=1000`),
      clients: await readClients(reading, period),
      days: await readSeries(reading, period),
      weeks: await readSeries(reading, `${period}&interval=week`),
      months: await readSeries(reading, `${period}&interval=month`),
      byBot: await readGroups(reading, `${period}&group_by=bot&groups=2`),
      botsInTokyo: await readBots(reading, `${period}&timezone=Asia/Tokyo`),
      providersInTokyo: await readProviders(reading, `${period}&timezone=Asia/Tokyo`),
      inTokyo: await readSummary(reading, `${period}&timezone=Asia/Tokyo`),
      byStatus: await readGroups(reading, `${period}&interval=week&group_by=status`),
    });
    const expected = await reports(plain);
    expect(expected.summary.total_visits).toBeGreaterThan(0);
    expect(await reports(other)).toEqual(expected);
  });

  it('give the same answers by hour', async () => {
    const query = 'start_date=2026-11-01&interval=hour';
    const expected = await readSeries(plain.reading, query);
    expect(expected).toHaveLength(20 * 24);
    expect(await readSeries(other.reading, query)).toEqual(expected);
    const inTokyo = `${query}&timezone=Asia/Tokyo&group_by=status`;
    expect(await readGroups(other.reading, inTokyo)).toEqual(
      await readGroups(plain.reading, inTokyo),
    );
    const groups = await readGroups(plain.reading, `${query}&group_by=provider`);
    expect(groups.series).toEqual(expected);
    expect(await readGroups(other.reading, `${query}&group_by=provider`)).toEqual(groups);
  });
}
