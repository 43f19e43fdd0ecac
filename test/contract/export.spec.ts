// Everything of a website in one file, which a browser saves.
import { aLogEntryInput, CHROME, FakeClock, GPTBOT } from '@app/testing';
import { Browser } from '../support/browser.js';
import { exchange, expectError, expectProcessed, get, ingest } from '../support/http.js';
import { shareSystemOn } from '../support/shared-system.js';
import type { System, Tenant } from '../support/system-on-queue.js';

const clock = FakeClock.at('2026-11-20T15:30:00Z');
/** More than a part of the list has by default, so that the answer is a stream. */
const VISITS = 1_500;

let system: System;
let tenant: Tenant;
beforeAll(async () => {
  system = await shareSystemOn('postgres', { clock });
  tenant = await system.createTenant({ domain: 'export.example' });
  const entries = Array.from({ length: VISITS }, (_, n) =>
    aLogEntryInput({
      ...{ ip: '10.1.2.3', host: 'export.example', path: `/p${n}` },
      user_agent: n % 2 ? GPTBOT : CHROME,
      // From the 1st to the 20th.
      timestamp: new Date(Date.parse('2026-11-01T00:00:00Z') + n * 1_100_000).toISOString(),
    }),
  );
  for (let from = 0; from < VISITS; from += 500) {
    const some = entries.slice(from, from + 500);
    expectProcessed(await ingest(system.base, tenant.botKey, some), some.length);
  }
  await system.untilVisits(tenant.website, entries.length);
});
afterAll(() => system.stop());

const path = (query = '') => `/api/v1/websites/${tenant.website.public_id}/export?${query}`;
const file = (query = '') =>
  exchange(`${system.base}${path(query)}`, { headers: { 'x-api-key': tenant.apiKey } });
const linesOf = (text: string) => text.trim().split(/\r?\n/);

it('has every visit, the oldest first', async () => {
  const { text, headers } = await file('format=ndjson');
  const visits = linesOf(text).map((line) => JSON.parse(line) as { path: string });
  expect(visits.map((visit) => visit.path)).toEqual(
    Array.from({ length: VISITS }, (_, n) => `/p${n}`),
  );
  expect(headers.get('content-disposition')).toBe(
    'attachment; filename="export.example_visits.ndjson"',
  );
});

it.each(['csv', 'json'])('can be had as %s', async (format) => {
  const { text, headers } = await file(`format=${format}`);
  expect(headers.get('content-disposition')).toContain(`export.example_visits.${format}`);
  if (format === 'csv') expect(linesOf(text)).toHaveLength(VISITS + 1);
  else {
    const { data } = JSON.parse(text) as { data: { visits: object[]; next_cursor: null } };
    expect([data.visits.length, data.next_cursor]).toEqual([VISITS, null]);
  }
});

it('has some days only on request', async () => {
  const { text } = await file('format=ndjson&start_date=2026-11-02&end_date=2026-11-02');
  const days = linesOf(text).map((line) => (JSON.parse(line) as { timestamp: string }).timestamp);
  expect(new Set(days.map((day) => day.slice(0, 10)))).toEqual(new Set(['2026-11-02']));
  const today = linesOf((await file('format=csv&period=today')).text).slice(1);
  expect(today.every((line) => line.startsWith('2026-11-20'))).toBe(true);
  expect(today.length).toBeGreaterThan(0);
  const wrong = `/websites/${tenant.website.public_id}/export?end_date=2026-11-02` as const;
  expectError(
    await get(system.base, wrong, tenant.apiKey),
    'VALIDATION_ERROR',
    /needs a start_date/,
  );
});

it('is saved by a browser that is signed in', async () => {
  const browser = await Browser.signedIn(system.base, tenant.apiKey);
  const response = await fetch(`${system.base}${path('format=ndjson')}`, {
    headers: { cookie: browser.headers['cookie'] ?? '' },
  });
  expect(response.status).toBe(200);
  expect(linesOf(await response.text())).toHaveLength(VISITS);
});
