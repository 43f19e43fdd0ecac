import { type LogEntryInput, NOT_JUDGED } from '@app/contracts';
import { peopleJudgeTask, verifyRollUps } from '@app/storage';
import { aLogEntryInput, describeOnFlavour, runUpkeepRound } from '@app/testing';
import { ingest } from '../support/http.js';
import { changeWebsite, deleteWebsite } from '../support/manage.js';
import {
  readBots,
  readGroups,
  readSeries,
  readSummaries,
  readSummary,
  readVisitors,
} from '../support/reports.js';
import { startSystem, type System, type Tenant } from '../support/system.js';

const HOUR_MS = 3_600_000;
/** The middle of a UTC day that is over. */
const NOON = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 12 * HOUR_MS;
const YESTERDAY = new Date(NOON).toISOString().slice(0, 10);
const DAYS = `start_date=${YESTERDAY}&end_date=${YESTERDAY}`;

const chrome = (version: number) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;

const entry = (fields: Partial<LogEntryInput>, minutes = 0) =>
  aLogEntryInput({
    timestamp: new Date(NOON + minutes * 60_000).toISOString(),
    user_agent: chrome(155),
    ...fields,
  });

/** A page with its files, as a reader loads them: three requests. */
function pageView(ip: string, path: string, minutes: number) {
  const referer = `https://example.com${path}`;
  return [
    entry({ ip, path }, minutes),
    entry({ ip, path: '/style.css', referer }, minutes),
    entry({ ip, path: '/logo.png', referer }, minutes),
  ];
}

/** Six readers, some of them in two hours; a fleet of nine; a page that tells nothing; a probe. */
const ENTRIES = [
  ...[1, 2, 3, 4, 5, 6].flatMap((last) => pageView(`192.0.2.${last}`, '/', last)),
  ...[1, 2].flatMap((last) => pageView(`192.0.2.${last}`, '/pricing', 61)),
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((last) =>
    entry({ ip: `198.51.100.${last}`, path: '/', user_agent: chrome(120) }, 5),
  ),
  entry({ ip: '203.0.113.7', path: '/about' }, 7),
  entry({ ip: '203.0.113.8', path: '/.env', status_code: 404 }, 7),
  entry({ ip: '203.0.113.8', path: '/contact', status_code: 404 }, 8),
  // Addresses that may be those of many, and none at all.
  entry({ ip: '10.0.0.7', path: '/about' }, 9),
  entry({ ip: '', path: '/about' }, 9),
];
const ALL = {
  total_visits: ENTRIES.length,
  human_visits: 24 + 1 + 2,
  bot_visits: 9 + 1 + 1,
  people_visits: 24,
  undecided_visits: 1,
  automation_visits: 9 + 1,
  not_judged_visits: 2,
};

describe.each(['plain', 'timescale', 'citus'] as const)('on %s', (flavour) => {
  describeOnFlavour(flavour, 'visits of browsers', () => {
    let system: System;
    let tenant: Tenant;
    let reading: { base: string; apiKey: string; id: string };
    beforeAll(async () => {
      system = await startSystem({ flavour, env: { BEHAVIOUR: 'visitor' } });
      tenant = await system.createTenant();
      reading = { base: system.base, apiKey: tenant.apiKey, id: tenant.website.public_id };
      // In three batches, one of them twice, and none of them in order.
      const batches = [0, 1, 2].map((batch) => ENTRIES.filter((_, at) => at % 3 === batch));
      for (const [at, batch] of [...batches, batches[1] as typeof ENTRIES].entries())
        await ingest(system.base, tenant.botKey, batch.toReversed(), {
          'idempotency-key': `batch ${at % 3}`,
        });
      await system.untilVisits(tenant.website, ENTRIES.length);
    });
    afterAll(() => system.stop());

    const judge = () =>
      runUpkeepRound(system.database.pool, peopleJudgeTask({ pool: system.database.pool }));

    it('are told apart by what their visitors did', async () => {
      await judge();
      expect(await readSummary(reading, DAYS)).toMatchObject(ALL);
      expect((await readSummaries(reading, DAYS)).websites[0]).toMatchObject(ALL);
    });

    it.each(['hour', 'day', 'week', 'month'] as const)('add up in every %s', async (interval) => {
      const series = await readSeries(reading, `${DAYS}&interval=${interval}`);
      const sum = (name: keyof typeof ALL) =>
        series.reduce((total, point) => total + (point[name] ?? NaN), 0);
      const names = Object.keys(ALL) as (keyof typeof ALL)[];
      expect(Object.fromEntries(names.map((name) => [name, sum(name)]))).toEqual(ALL);
      for (const point of series)
        expect(
          (point.people_visits ?? 0) +
            (point.undecided_visits ?? 0) +
            (point.not_judged_visits ?? 0),
        ).toBe(point.human_visits);
    });

    it('add up in the hours of a time zone, and beside groups', async () => {
      const inZone = await readSeries(reading, `${DAYS}&interval=day&timezone=Europe/Berlin`);
      expect(inZone[0]).toMatchObject(ALL);
      const { series, groups } = await readGroups(reading, `${DAYS}&interval=day&group_by=bot`);
      expect(series[0]).toMatchObject(ALL);
      expect(groups.map(({ name, visits }) => [name, visits])).toEqual([
        ['Undeclared automation', 10],
        ['Vulnerability scanner', 1],
      ]);
    });

    it('of automation are a bot', async () => {
      const [first] = await readBots(reading, DAYS);
      expect(first).toMatchObject({
        name: 'Undeclared automation',
        provider: 'Unknown',
        category: 'undeclared_automation',
        visits: 10,
        error_visits: 1,
        pages_visited: null,
        declared: false,
      });
      const [of] = await readSeries(reading, `${DAYS}&interval=day&bot=Undeclared automation`);
      expect(of).toMatchObject({ total_visits: 10, bot_visits: 10, human_visits: 0 });
    });

    it.each(['host=example.com', 'status=404', 'verification=verified', 'exact_path=/about'])(
      'are not told apart with %s',
      async (filter) => {
        const [point] = await readSeries(reading, `${DAYS}&interval=day&${filter}`);
        expect(point).toMatchObject({
          ...{ people_visits: null, undecided_visits: null },
          ...{ automation_visits: null, not_judged_visits: null },
        });
      },
    );

    it('are of so many visitors of the day, and the others are not judged for these reasons', async () => {
      expect(await readVisitors(reading, DAYS)).toEqual({
        period: { start: YESTERDAY, end: YESTERDAY },
        days: [
          {
            date: YESTERDAY,
            ...{ people_visitors: 6, undecided_visitors: 1, automation_visitors: 10 },
            ...{ not_judged_visits: 2, no_address_visits: 1, shared_address_visits: 1 },
            ...{ no_files_visits: 0, no_key_visits: 0, no_evidence_visits: 0 },
          },
        ],
        not_judged: [
          { reason: 'no_address', visits: 1, ...NOT_JUDGED.no_address },
          { reason: 'shared_address', visits: 1, ...NOT_JUDGED.shared_address },
        ],
      });
    });

    it('are of nobody on days without visits', async () => {
      const { days } = await readVisitors(reading, `start_date=2026-01-01&end_date=2026-01-02`);
      expect(days).toEqual([
        expect.objectContaining({ date: '2026-01-01', people_visitors: 0, not_judged_visits: 0 }),
        expect.objectContaining({ date: '2026-01-02', people_visitors: 0, not_judged_visits: 0 }),
      ]);
    });

    it('have at most as many verdicts as there are visits', async () => {
      const client = await system.database.pool.connect();
      const { differences } = await verifyRollUps(client, 0).finally(() => client.release());
      expect(differences).toEqual([]);
    });

    it('keep their verdicts when the website opts out, and what was known of visitors is gone', async () => {
      const known = 'SELECT FROM visitor_evidence';
      expect((await system.database.pool.query(known)).rowCount).toBeGreaterThan(0);
      await changeWebsite(reading, reading.id, { behaviour: 'entry' });
      expect((await system.database.pool.query(known)).rowCount).toBe(0);
      await ingest(system.base, tenant.botKey, pageView('192.0.2.9', '/', 10));
      await system.untilVisits(tenant.website, ENTRIES.length + 3);
      await judge();
      expect((await system.database.pool.query(known)).rowCount).toBe(0);
      expect(await readSummary(reading, DAYS)).toMatchObject({
        ...ALL,
        total_visits: ENTRIES.length + 3,
        human_visits: ALL.human_visits + 3,
        not_judged_visits: ALL.not_judged_visits + 3,
      });
      const { days, not_judged } = await readVisitors(reading, DAYS);
      expect(days[0]).toMatchObject({ people_visitors: 6, no_evidence_visits: 3 });
      expect(not_judged[0]).toMatchObject({ reason: 'no_evidence', visits: 3 });
    });

    it('of a deleted website leave nothing of visitors behind', async () => {
      const other = await system.createTenant({ domain: 'other.example' });
      const page = pageView('192.0.2.9', '/', 10).map((one) => ({ ...one, host: 'other.example' }));
      await ingest(system.base, other.botKey, page);
      await system.untilVisits(other.website, 3);
      const known = 'SELECT FROM visitor_evidence';
      expect((await system.database.pool.query(known)).rowCount).toBeGreaterThan(0);
      await deleteWebsite({ base: system.base, apiKey: other.apiKey }, other.website.public_id);
      expect((await system.database.pool.query(known)).rowCount).toBe(0);
    });
  });
});
