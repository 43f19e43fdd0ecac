import { type LogEntryInput, NOT_JUDGED } from '@app/contracts';
import { peopleJudgeTask, verifyRollUps } from '@app/storage';
import { aLogEntryInput, describeOnFlavour, runUpkeepRound } from '@app/testing';
import { get, ingest } from '../support/http.js';
import { changeWebsite, deleteWebsite } from '../support/manage.js';
import {
  readBots,
  readClients,
  readGroups,
  readLandings,
  readProviders,
  readReferrals,
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
function pageView(ip: string, path: string, minutes: number, cameBy: Partial<LogEntryInput> = {}) {
  const referer = `https://example.com${path}`;
  return [
    entry({ ip, path, country: 'DE', ...cameBy }, minutes),
    entry({ ip, path: '/style.css', country: 'DE', referer }, minutes),
    entry({ ip, path: '/logo.png', country: 'DE', referer }, minutes),
  ];
}

const BY_CHATGPT = { referer: 'https://chatgpt.com/' };

/**
 * Six readers, some of them in two hours; a fleet of nine for another host and from another country; a
 * page that tells nothing; a probe. An assistant sent two readers and one of the fleet.
 */
const ENTRIES = [
  ...[1, 2].flatMap((last) => pageView(`192.0.2.${last}`, '/', last, BY_CHATGPT)),
  ...[3, 4, 5, 6].flatMap((last) => pageView(`192.0.2.${last}`, '/', last)),
  ...[1, 2].flatMap((last) => pageView(`192.0.2.${last}`, '/pricing', 61)),
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((last) =>
    entry(
      {
        ...{ ip: `198.51.100.${last}`, path: '/', user_agent: chrome(120) },
        ...{ host: 'www.example.com', country: 'US' },
        ...(last === 1 && BY_CHATGPT),
      },
      5,
    ),
  ),
  entry({ ip: '203.0.113.7', path: '/about' }, 7),
  entry({ ip: '203.0.113.8', path: '/.env', status_code: 404, country: 'US' }, 7),
  entry({ ip: '203.0.113.8', path: '/contact', status_code: 404, country: 'US' }, 8),
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

const VERDICTS = [
  'people_visits',
  'undecided_visits',
  'automation_visits',
  'not_judged_visits',
] as const;
type Row = Record<(typeof VERDICTS)[number], number> & Record<string, unknown>;

const verdictsOf = (row: Row) => VERDICTS.map((name) => row[name]);
const verdictsBy = (name: string, rows: readonly Row[]) =>
  Object.fromEntries(rows.map((row) => [`${row[name]}`, verdictsOf(row)]));
const sumOf = (rows: readonly Row[]) =>
  [...VERDICTS, 'human_visits', 'bot_visits'].map((name) =>
    rows.reduce((sum, row) => sum + (row[name] as number), 0),
  );

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
        pages_visited: 2,
        declared: false,
      });
      const [of] = await readSeries(reading, `${DAYS}&interval=day&bot=Undeclared automation`);
      expect(of).toMatchObject({ total_visits: 10, bot_visits: 10, human_visits: 0 });
    });

    it('are not told apart with a verification', async () => {
      const [point] = await readSeries(reading, `${DAYS}&interval=day&verification=verified`);
      expect(point).toMatchObject({
        ...{ people_visits: null, undecided_visits: null },
        ...{ automation_visits: null, not_judged_visits: null },
      });
    });

    describe('in lists', () => {
      it.each(['pages', 'hosts', 'countries'] as const)(
        'are the same of all %s together as in the summary',
        async (list) => {
          const rows = await rowsOf(list);
          expect(rows.length).toBeGreaterThan(1);
          expect(sumOf(rows)).toEqual(sumOf([ALL]));
        },
      );

      it('are told apart by page, host and country', async () => {
        expect(verdictsBy('path', await rowsOf('pages'))).toEqual({
          '/': [6, 0, 9, 0],
          '/style.css': [8, 0, 0, 0],
          '/logo.png': [8, 0, 0, 0],
          '/pricing': [2, 0, 0, 0],
          '/about': [0, 1, 0, 2],
          '/contact': [0, 0, 1, 0],
          // Who asked for it is a bot with a name.
          '/.env': [0, 0, 0, 0],
        });
        expect(verdictsBy('host', await rowsOf('hosts'))).toEqual({
          'example.com': [24, 1, 1, 2],
          'www.example.com': [0, 0, 9, 0],
        });
        expect(verdictsBy('country', await rowsOf('countries'))).toEqual({
          DE: [24, 0, 0, 0],
          US: [0, 0, 10, 0],
          null: [0, 1, 0, 2],
        });
      });

      it('are those of the same page, host and country in series, and of status codes', async () => {
        const filtered = async (filter: string) => {
          const [point] = await readSeries(reading, `${DAYS}&interval=day&${filter}`);
          return verdictsOf(point as unknown as Row);
        };
        expect(await filtered('exact_path=/')).toEqual([6, 0, 9, 0]);
        expect(await filtered('host=www.example.com')).toEqual([0, 0, 9, 0]);
        expect(await filtered('country=DE')).toEqual([24, 0, 0, 0]);
        expect(await filtered('status=404')).toEqual([0, 0, 1, 0]);
        expect(await filtered('status=200')).toEqual([24, 1, 9, 2]);
        const summary = await readSummary(reading, `${DAYS}&host=example.com`);
        expect(verdictsOf(summary as unknown as Row)).toEqual([24, 1, 1, 2]);
      });

      it('are the order of a list', async () => {
        const first = async (sort: string) => (await rowsOf('pages', `&sort=${sort}`))[0];
        expect(await first('people_visits')).toMatchObject({ people_visits: 8 });
        expect(await first('automation_visits')).toMatchObject({ path: '/' });
        expect(await first('not_judged_visits')).toMatchObject({ path: '/about' });
      });

      it('of automation are in none of clients and assistants', async () => {
        const { browsers, devices, operating_systems } = await readClients(reading, DAYS);
        for (const list of [browsers, devices, operating_systems])
          expect(list.map(({ visits, ...row }) => [visits, row])).toEqual([
            [27, { name: expect.any(String), people_visits: 24, undecided_visits: 1 }],
          ]);
        expect(await readReferrals(reading, DAYS)).toEqual([
          {
            source: 'ChatGPT',
            visits: 2,
            people_visits: 2,
            undecided_visits: 0,
            provider: 'OpenAI',
          },
        ]);
        const { landings } = await readLandings(reading, DAYS);
        expect(landings).toMatchObject([
          { path: '/', sent_visits: 2, people_visits: 2, not_judged_visits: 0 },
        ]);
        const { providers } = await readProviders(reading, DAYS);
        expect(providers).toMatchObject([
          { provider: 'OpenAI', reads: 0, sent_visits: 2, sent_people_visits: 2 },
        ]);
        expect(await readSummary(reading, DAYS)).toMatchObject({ ai_referred_visits: 2 });
      });

      it('of automation are told by page, host and country as those of any bot', async () => {
        const automation = async (filter: string) => {
          const bots = await readBots(reading, `${DAYS}&${filter}`);
          return bots.find(({ name }) => name === 'Undeclared automation')?.visits;
        };
        expect(await automation('exact_path=/')).toBe(9);
        expect(await automation('host=www.example.com')).toBe(9);
        expect(await automation('country=US')).toBe(10);
        expect(await automation('country=DE')).toBeUndefined();
      });

      it('are known until the end', async () => {
        for (const list of [
          'pages',
          'hosts',
          'countries',
          'referrals',
          'landings',
          'clients',
        ] as const)
          expect(await dataOf(list)).toMatchObject({ people_known_until: null });
      });

      const dataOf = async (list: string, order = '') => {
        const path = `/websites/${reading.id}/${list}?${DAYS}${order}`;
        return (await get(reading.base, path, reading.apiKey)).body.data;
      };
      const rowsOf = async (list: string, order = '') => (await dataOf(list, order))[list] as Row[];
    });

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
