import { aLogEntryInput, CHROME, eventually, FakeClock, GPTBOT } from '@app/testing';
import { expectProcessed, ingest } from '../support/http.js';
import { addWebsite, deleteWebsite, type Manager, readWebsite } from '../support/manage.js';
import { readSummaries, readSummary } from '../support/reports.js';
import { shareSystemOn } from '../support/shared-system.js';
import { createWebsite, type System, type Tenant } from '../support/system-on-queue.js';

const NOW = '2026-11-20T15:30:00Z';
const DOMAINS = ['first.example', 'second.example', 'third.example'];

let system: System;
let tenant: Tenant;
let by: Manager;
let ids: string[];
beforeAll(async () => {
  system = await shareSystemOn('postgres', { clock: FakeClock.at(NOW) });
  tenant = await system.createTenant({ domain: DOMAINS[0] as string });
  by = { base: system.base, apiKey: tenant.apiKey };
  const second = await createWebsite(system.accounts, tenant.account, DOMAINS[1] as string);
  const third = await addWebsite(by, DOMAINS[2] as string);
  ids = [tenant.website.public_id, second.public_id, third.id];
  const entry = (host: string, user_agent: string, timestamp: string, referer?: string) =>
    aLogEntryInput({ ip: '10.1.2.3', host, user_agent, timestamp, ...(referer && { referer }) });
  const entries = [
    entry('first.example', CHROME, '2026-11-20T10:00:00Z', 'https://chatgpt.com/'),
    entry('first.example', GPTBOT, '2026-11-20T10:00:00Z'),
    entry('first.example', GPTBOT, '2026-11-08T10:00:00Z'),
    entry('second.example', GPTBOT, '2026-11-14T00:00:00Z'),
    entry('second.example', CHROME, '2026-11-13T23:59:59Z'),
    entry('second.example', CHROME, '2026-11-13T23:59:58Z'),
  ];
  expectProcessed(await ingest(system.base, tenant.botKey, entries), entries.length);
  await system.untilVisits(tenant.website, 3);
  await system.untilVisits(second, 3);
});
afterAll(() => system.stop());

const total = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0);

it('has every website of the account with the counts of its own summary, the oldest first', async () => {
  for (const query of ['', 'period=last_30_days', 'period=yesterday', 'start_date=2026-11-01']) {
    const { period, websites, next_cursor } = await readSummaries(by, query);
    expect(websites.map(({ id, domain }) => [id, domain])).toEqual(
      ids.map((id, at) => [id, DOMAINS[at]]),
    );
    expect(next_cursor).toBeNull();
    for (const { id, domain, ...website } of websites) {
      const counts: Partial<typeof website> = { ...website };
      delete counts.open_events;
      delete counts.last_delivery;
      const { status_codes, ...summary } = await readSummary({ ...by, id }, query);
      expect([domain, { ...counts, period }]).toEqual([domain, summary]);
      expect(total(status_codes.map(({ visits }) => visits))).toBe(counts.total_visits);
    }
  }
});

it('compares every website with the days before', async () => {
  const query = 'start_date=2026-11-14&end_date=2026-11-19&compare=previous';
  const { websites } = await readSummaries(by, query);
  for (const { id, previous, change } of websites) {
    const summary = await readSummary({ ...by, id }, query);
    expect({ previous, change }).toEqual({ previous: summary.previous, change: summary.change });
  }
  expect(websites[1]).toMatchObject({
    total_visits: 1,
    previous: { total_visits: 2, period: { start: '2026-11-08', end: '2026-11-13' } },
    change: { total_visits: -0.5, bot_visits: null },
  });
});

it('is read page by page on request', async () => {
  const first = await readSummaries(by, 'limit=2');
  expect(first.websites.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  expect(first.next_cursor).toBe(ids[1]);
  const last = await readSummaries(by, `limit=2&cursor=${first.next_cursor}`);
  expect(last.websites.map(({ id }) => id)).toEqual(ids.slice(2));
  expect(last.next_cursor).toBeNull();
});

describe('as CSV', () => {
  const csv = async (query: string) => {
    const response = await fetch(`${by.base}/api/v1/summary?${query}`, {
      headers: { 'x-api-key': by.apiKey },
    });
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="summary.csv"');
    return { lines: (await response.text()).split('\r\n'), link: response.headers.get('link') };
  };
  const COUNTS =
    'total_visits,bot_visits,human_visits,ai_bot_visits,ai_referred_visits,skipped_requests,verified_visits,spoofed_visits,unverifiable_visits,people_visits,undecided_visits,automation_visits,not_judged_visits,error_visits,ai_error_visits,scanner_visits,scanner_error_visits';

  it('has a line for each website', async () => {
    const { lines, link } = await csv('format=csv');
    expect(lines[0]).toBe(`id,domain,${COUNTS},referers_logged,open_events,last_delivery`);
    const row = `^${ids[0]},first.example,2,1,1,1,1,0,0,0,.*,true,0,`;
    expect(lines[1]).toMatch(new RegExp(row));
    expect(lines).toHaveLength(5);
    expect(link).toBeNull();
  });

  it('has what the counts were before beside them, and a link that keeps the question', async () => {
    const { lines, link } = await csv('format=csv&compare=previous&period=last_7_days&limit=1&x=1');
    const before = COUNTS.split(',').map((name) => `previous_${name}`);
    const compared = ['unit', 'until', ...COUNTS.replace('skipped_requests,', '').split(',')];
    const beside = [...compared.map((name) => `compared_${name}`), ...before];
    expect(lines[0]).toBe(
      `id,domain,${COUNTS},referers_logged,open_events,last_delivery,${beside.join()}`,
    );
    expect(link).toBe(
      `<?format=csv&compare=previous&period=last_7_days&limit=1&cursor=${ids[0]}>; rel="next"`,
    );
  });
});

it('says of each website when logs came last, and which events are open', async () => {
  const { websites } = await readSummaries(by);
  const [first, second, third] = websites;
  const now = new Date(NOW).toISOString();
  // Feeds are counted at the websites of the entries, and written every few seconds.
  expect([first?.open_events, third?.last_delivery]).toEqual([0, null]);
  await eventually(
    async () => {
      const { websites: later } = await readSummaries(by);
      expect(later.slice(0, 2).map(({ last_delivery }) => last_delivery)).toEqual([now, now]);
    },
    30_000,
    500,
  );
  const { rows } = await system.database.pool.query<{ id: number; account_id: number }>(
    'SELECT id, account_id FROM websites WHERE public_id = $1',
    [second?.id],
  );
  const [{ id, account_id }] = rows as [{ id: number; account_id: number }];
  for (const [event, closed] of [
    ['ev_open1', null],
    ['ev_open2', null],
    ['ev_closed', NOW],
  ])
    await system.database.pool.query(
      `INSERT INTO events (public_id, account_id, website_id, kind, cause, opened_at, seen_at, closed_at, figures)
       VALUES ($1, $2, $3, 'errors', $1, $4, $4, $5, '{}')`,
      [event, account_id, id, NOW, closed],
    );
  const after = await readSummaries(by);
  expect(after.websites.map(({ open_events }) => open_events)).toEqual([0, 2, 0]);
}, 40_000);

it('leaves deleted websites out, and an account without websites has none', async () => {
  const other = await system.createTenant({ domain: 'other.example' });
  const theirs = { base: system.base, apiKey: other.apiKey };
  const kept = await addWebsite(theirs, 'kept.example');
  await deleteWebsite(theirs, other.website.public_id);
  expect((await readSummaries(theirs)).websites.map(({ id }) => id)).toEqual([kept.id]);
  await deleteWebsite(theirs, (await readWebsite(theirs, kept.id)).id);
  expect(await readSummaries(theirs)).toMatchObject({ websites: [], next_cursor: null });
});
