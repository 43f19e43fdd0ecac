import {
  AUTOMATION_KINDS,
  type CreatedShareDocument,
  type LogEntryInput,
  type ToldGroup,
  toldGroupSchema,
} from '@app/contracts';
import { SIGNALS } from '@app/people';
import { peopleJudgeTask } from '@app/storage';
import { aLogEntryInput, runUpkeepRound } from '@app/testing';
import { Browser } from '../support/browser.js';
import { exchange, expectError, get, ingest, send } from '../support/http.js';
import { readAutomation, type Reading, readSummary } from '../support/reports.js';
import { startSystemOn, type System, type Tenant } from '../support/system-on-queue.js';

const HOUR_MS = 3_600_000;
/** The middle of a UTC day that is over. */
const NOON = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 12 * HOUR_MS;
const YESTERDAY = new Date(NOON).toISOString().slice(0, 10);
const DAY = `start_date=${YESTERDAY}&end_date=${YESTERDAY}`;
const at = (minutes: number) => new Date(NOON + minutes * 60_000).toISOString();

const chrome = (version: number) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;

const entry = (fields: Partial<LogEntryInput>, minutes = 0) =>
  aLogEntryInput({ timestamp: at(minutes), user_agent: chrome(155), ...fields });

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Six readers, who load pages with their files. */
const READERS = upTo(6).flatMap((last) => {
  const ip = `192.0.2.${last}`;
  const referer = 'https://example.com/';
  return [
    entry({ ip, path: '/' }, last),
    entry({ ip, path: '/style.css', referer }, last),
    entry({ ip, path: '/logo.png', referer }, last),
  ];
});
/** Thirty addresses of six networks, one of which has only one of them. */
const FLEET = upTo(30).flatMap((last) => {
  const visitor = {
    ip: `198.51.${last % 29 === 0 ? 5 : last % 5}.${last}`,
    user_agent: chrome(120),
  };
  return [20 + last, 60].flatMap((minutes) =>
    ['/', '/a'].map((path) => entry({ ...visitor, path }, minutes)),
  );
});
const BRUTE_FORCE = upTo(4).flatMap((last) =>
  upTo(10).map((time) =>
    entry(
      { ip: `203.0.113.${last}`, path: '/login', method: 'POST', status_code: 401 },
      100 + time / 60,
    ),
  ),
);
const MANY_AGENTS = upTo(12).map((version) =>
  entry({ ip: '203.0.113.77', path: '/b', user_agent: chrome(143 + version) }, 120),
);
const CRAWLER = upTo(20).map((page) =>
  entry({ ip: '2001:db8:7:8::9', path: `/pages/${page}` }, 130 + page),
);
/** Only its second request is one of a browser: the first one names a scanner. */
const SCANNER = [
  entry({ ip: '203.0.113.8', path: '/.env', status_code: 404 }, 160),
  entry({ ip: '203.0.113.8', path: '/contact', status_code: 404 }, 161),
];
const OLD = [entry({ ip: '203.0.113.9', path: '/old', user_agent: chrome(60) }, 170)];
const UNDECIDED = [entry({ ip: '203.0.113.7', path: '/about' }, 180)];
const ENTRIES = [
  ...[READERS, FLEET, BRUTE_FORCE, MANY_AGENTS, CRAWLER, SCANNER, OLD, UNDECIDED].flat(),
];

async function start(env: Record<string, string> = {}) {
  const system = await startSystemOn('postgres', { env: { BEHAVIOUR: 'visitor', ...env } });
  const tenant = await system.createTenant();
  await ingest(system.base, tenant.botKey, ENTRIES);
  await system.untilVisits(tenant.website, ENTRIES.length);
  const { pool } = system.database;
  await runUpkeepRound(pool, peopleJudgeTask({ pool }));
  return { system, tenant };
}
const readingOf = ({ base }: System, { apiKey, website }: Tenant): Reading => ({
  ...{ base, apiKey, id: website.public_id },
});

describe('Undeclared automation', () => {
  let system: System;
  let tenant: Tenant;
  let reading: Reading;
  beforeAll(async () => {
    ({ system, tenant } = await start());
    reading = readingOf(system, tenant);
  });
  afterAll(() => system.stop());
  const pathOf = (query = DAY) => `/websites/${reading.id}/automation?${query}` as const;

  it('is told as groups of visitors that were judged alike, with what they were judged by', async () => {
    const groups = await readAutomation(reading, DAY);
    expect(
      groups.map(({ kind, visits, visitors, text }) => [kind, visits, visitors, text]),
    ).toEqual([
      ['fleet', 120, 30, 'One Chrome on 30 addresses: 120 visits, counted as automation.'],
      [
        'brute_force',
        40,
        4,
        '/login was attacked by 4 visitors: 40 visits, counted as automation.',
      ],
      [
        ...['crawler', 20, 1],
        'A crawler with the agent of Chrome from 2001:db8:7::/48: 20 visits, counted as automation.',
      ],
      ['many_agents', 12, 12, '12 agents at one busy address: 12 visits, counted as automation.'],
      ['old_browsers', 1, 1, expect.stringMatching(/^1 visitor with a browser far older/)],
      ['scanner', 1, 1, expect.stringMatching(/^1 visitor asked for what no website links/)],
    ]);
    for (const { date, merged } of groups) expect([date, merged]).toEqual([YESTERDAY, 1]);
  });

  it('has everything that is known of a group', async () => {
    const [group] = await readAutomation(reading, `${DAY}&kind=fleet`);
    const { networks, reasons, ...counts } = group as ToldGroup;
    expect(counts).toEqual({
      ...{ date: YESTERDAY, kind: 'fleet', merged: 1, browser: 'Chrome' },
      text: 'One Chrome on 30 addresses: 120 visits, counted as automation.',
      ...{ visits: 120, error_visits: 0, visitors: 30, first_seen: at(21), last_seen: at(60) },
      networks_total: 6,
      ...{ agents: [{ user_agent: chrome(120), visits: 120 }], agents_total: 1 },
      pages: [
        { path: '/', visits: 60 },
        { path: '/a', visits: 60 },
      ],
      ...{ pages_total: 2, status_codes: [{ status_code: 200, visits: 120 }] },
    });
    // Of the six networks, the one with a single address is not among the first five.
    expect(networks).toHaveLength(5);
    expect(networks[0]).toEqual({ network: '198.51.0.0/24', visits: 24 });
    expect(networks.map(({ network }) => network)).not.toContain('198.51.5.0/24');
    expect(reasons.slice(0, 2)).toEqual(
      (['veryOld', 'fleet'] as const).map((signal) => ({
        ...{ signal, why: SIGNALS[signal].why, weight: SIGNALS[signal].weight, visitors: 30 },
      })),
    );
    const [attack] = await readAutomation(reading, `${DAY}&kind=brute_force`);
    expect(attack).toMatchObject({
      ...{ error_visits: 40, status_codes: [{ status_code: 401, visits: 40 }] },
      pages: [{ path: '/login', visits: 40 }],
    });
  });

  it('adds up to the visits of automation of the day', async () => {
    const groups = await readAutomation(reading, DAY);
    const sum = groups.reduce((visits, group) => visits + group.visits, 0);
    const { automation_visits, people_visits } = await readSummary(reading, DAY);
    expect([sum, people_visits]).toEqual([automation_visits, 18]);
    expect(sum).toBe(120 + 40 + 20 + 12 + 1 + 1);
  });

  it('can be had of one kind, and with less', async () => {
    for (const kind of AUTOMATION_KINDS) {
      const kinds = (await readAutomation(reading, `${DAY}&kind=${kind}`)).map((one) => one.kind);
      expect(kinds).toEqual(kind === 'other' ? [] : [kind]);
    }
    expect(await readAutomation(reading, `${DAY}&limit=2`)).toHaveLength(2);
    expect(await readAutomation(reading, 'start_date=2026-01-01&end_date=2026-01-02')).toEqual([]);
    expectError(
      await get(system.base, pathOf(`${DAY}&kind=bots`), tenant.apiKey),
      'VALIDATION_ERROR',
    );
  });

  it('is told beside people and undecided visitors, of whom nothing is kept that tells some apart', async () => {
    const nothing = { networks: [], networks_total: 0, agents: [] };
    expect(await readAutomation(reading, `${DAY}&kind=people`)).toEqual([
      expect.objectContaining({
        ...{ kind: 'people', visits: 18, visitors: 6, ...nothing },
        text: '6 visitors did what readers do: 18 visits, counted as people.',
        reasons: expect.arrayContaining([
          expect.objectContaining({ signal: 'loadedFiles', weight: 4, visitors: 6 }),
        ]),
      }),
    ]);
    expect(await readAutomation(reading, `${DAY}&kind=undecided`)).toEqual([
      expect.objectContaining({
        ...{ kind: 'undecided', visits: 1, visitors: 1, ...nothing },
        reasons: [expect.objectContaining({ signal: 'noFiles', visitors: 1 })],
      }),
    ]);
  });

  it('can be had as CSV, in which lists stay JSON', async () => {
    const answer = await exchange(`${system.base}/api/v1${pathOf(`${DAY}&format=csv`)}`, {
      headers: { 'x-api-key': tenant.apiKey },
    });
    const [head, fleet, ...more] = answer.text.trimEnd().split('\r\n');
    expect(head).toBe(Object.keys(toldGroupSchema.shape).join());
    expect(more).toHaveLength(5);
    expect(fleet).toMatch(
      new RegExp(
        `^${YESTERDAY},fleet,"One Chrome on 30 addresses: 120 visits, .*",Chrome,1,120,0,30,`,
      ),
    );
    expect(fleet).toContain('"[{""status_code"":200,""visits"":120}]"');
  });

  it('is worth a look when it is much of what came on a day', async () => {
    const answer = await get(system.base, `/websites/${reading.id}/findings`, tenant.apiKey);
    const found = (answer.body.data as { findings: { kind: string }[] }).findings;
    const day = new Date(NOON).toLocaleDateString('en-GB', {
      ...{ timeZone: 'UTC', day: 'numeric', month: 'long' },
    });
    expect(found.filter(({ kind }) => kind === 'automation')).toEqual([
      {
        ...{ kind: 'automation', bot: null, page: null, feed: null },
        text: `One Chrome on 30 addresses, 120 visits on ${day}: counted as automation.`,
        ...{ group: 'One Chrome on 30 addresses', since: `${YESTERDAY}T00:00:00.000Z` },
        of_group: {
          ...{ kind: 'fleet', merged: 1, visitors: 30, agents_total: 1, browser: 'Chrome' },
          ...{ network: expect.any(String) as string, page: expect.any(String) as string },
        },
        // All but the one that names a scanner.
        ...{ visits: 120, of_visits: ENTRIES.length - 1 },
      },
    ]);
  });

  it('is told to nobody else', async () => {
    const other = await system.createTenant();
    expectError(await get(system.base, pathOf(), other.apiKey), 'NOT_FOUND');
    const made = await send(system.base, tenant.apiKey, `POST /websites/${reading.id}/shares`, {
      name: 'An agency',
    });
    const reader = await Browser.reading(
      system.base,
      (made.body.data as CreatedShareDocument).token,
    );
    expectError(await reader.ask(`GET ${pathOf()}`), 'FORBIDDEN');
  });
});

it('Nothing of networks is kept where addresses are not', async () => {
  const { system, tenant } = await start({ IP_STORAGE: 'none' });
  try {
    const groups = await readAutomation(readingOf(system, tenant), DAY);
    expect(groups.map(({ kind }) => kind)).toContain('fleet');
    expect(groups.map(({ kind }) => kind)).toContain('crawler');
    for (const { networks, networks_total } of groups)
      expect([networks, networks_total]).toEqual([[], 0]);
  } finally {
    await system.stop();
  }
});
