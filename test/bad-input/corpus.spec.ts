import type { FeedHealthReport } from '@app/contracts';
import { eventually, FakeClock } from '@app/testing';
import { get as read } from '../support/http.js';
import { inLanes } from '../support/in-lanes.js';
import { readSummary } from '../support/reports.js';
import { startSystemOn, type System, type Tenant } from '../support/system-on-queue.js';
import { exchange, type WireAnswer } from '../support/wire.js';
import { parse } from './answer-forms.js';
import { FEED_ROWS } from './corpus/feeds.js';
import { CORPUS } from './corpus/index.js';
import { differences, faultsOf } from './invariant.js';
import { type Bytes, type Expected, get, type Row } from './row.js';

const NOW = '2026-11-20T15:30:00Z';
/** How often a request is sent again that a machine without time for it made the service refuse. */
const REPEATS = 10;
/** Requests under way at the same time. */
const LANES = 8;
let system: System;
let tenant: Tenant;
/** Its feeds are counted by themselves. */
let feeder: Tenant;
/** Entries with a 200, and entries of refusals that may have been stored all the same. */
let accepted = 0;
let uncertain = 0;
beforeAll(async () => {
  system = await startSystemOn('postgres', {
    clock: FakeClock.at(NOW),
    env: {
      AUTH_FAILURES_PER_MINUTE: '1000000',
      // Rows are sent side by side, and none may be refused because of the bodies of others.
      INGEST_INFLIGHT_MIB: '1024',
      PIXEL: 'true',
      // Every answer has the form of the API.
      DASHBOARD: 'false',
    },
    // Nor because a busy machine reads the bodies of many rows slowly.
    timeouts: { headersMs: 300_000, requestMs: 300_000, deliveryMs: 300_000 },
  });
  tenant = await system.createTenant({ apiRate: 1_000_000 });
  feeder = await system.createTenant({ domain: 'feeds.example' });
});
afterAll(() => system.stop());

const fill = (head: string) =>
  head
    .replaceAll('{{bot}}', tenant.botKey)
    .replaceAll('{{feeds}}', feeder.botKey)
    .replaceAll('{{api}}', tenant.apiKey)
    .replaceAll('{{id}}', tenant.website.public_id)
    .replaceAll('{{site}}', tenant.website.domain);

const send = ({ head, body }: Bytes, answers: number, bodiless = false): Promise<WireAnswer[]> =>
  exchange(system.base, { pieces: [fill(head), ...(body ? [body] : [])], answers, bodiless });

/**
 * Sends a row. A 503 that the row is not about says that the stores were too slow, and nothing
 * about the row, so the row is then sent once more.
 */
async function sendAsAShipper(row: Row, wanted: Expected[]): Promise<WireAnswer[]> {
  for (let repeat = 0; ; repeat++) {
    const answers = await send(row.request, wanted.length, row.bodiless);
    const refused = wanted.filter(
      ({ code }, i) => answers[i]?.status === 503 && code !== 'SERVICE_UNAVAILABLE',
    );
    if (refused.length === 0 || repeat === REPEATS) return answers;
    if (!row.form) for (const { processed = 0 } of refused) uncertain += processed;
  }
}

/** Returns what is wrong with the answers to a row; empty when nothing is. */
async function check(row: Row): Promise<string[]> {
  const wanted: Expected[] = [row, ...(row.then ?? [])];
  const answers = await sendAsAShipper(row, wanted);
  if (!row.form) for (const { text } of answers) accepted += parse(text)?.processed ?? 0;
  if (answers.length !== wanted.length)
    return [`${answers.length} answers instead of ${wanted.length}`];
  return answers.flatMap((answer, i) =>
    differences(answer, wanted[i] as Expected, row.bodiless ?? false),
  );
}

async function checkAll(rows: Row[]): Promise<string[]> {
  const checked = await inLanes(
    rows.length,
    async (index) => {
      const row = rows[index] as Row;
      const found = await check(row).catch((error: Error) => [error.message]);
      return found.length > 0 ? [`${row.name}: ${found.join('; ')}`] : [];
    },
    LANES,
  );
  return checked.flat();
}

it.each(Object.entries(CORPUS))('%s: every row gets its answer', async (_, rows) => {
  expect(await checkAll(rows)).toEqual([]);
});

it('no two rows have the same name', () => {
  const names = Object.values(CORPUS).flatMap((rows) => rows.map(({ name }) => name));
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
});

it('a row that expects something else fails', async () => {
  const request = get('/api/v1/nothing');
  expect(await check({ name: '', request })).not.toEqual([]);
  expect(await check({ name: '', request, code: 'FORBIDDEN' })).not.toEqual([]);
  expect(await check({ name: '', request, code: 'NOT_FOUND', message: /x{9}/ })).not.toEqual([]);
  expect(await check({ name: '', request, code: 'NOT_FOUND' })).toEqual([]);
  const text = '{"success":false}';
  const answer = { status: 500, headers: new Map(), body: Buffer.from(text), text };
  expect(faultsOf(answer).length).toBeGreaterThan(4);
});

it('a 200 means that every accepted entry is a visit, and there are no other visits', async () => {
  const reading = { base: system.base, apiKey: tenant.apiKey, id: tenant.website.public_id };
  const visits = await eventually(async () => {
    const summary = await readSummary(reading, 'start_date=2000-01-01&end_date=2026-11-21');
    expect(summary.total_visits).toBeGreaterThanOrEqual(accepted);
    return summary.total_visits;
  });
  expect(visits).toBeLessThanOrEqual(accepted + uncertain);
  expect(accepted).toBeGreaterThan(1_000);
});

it('every feed counted exactly the visits that its rows hold, and they are stored', async () => {
  const wanted: Record<string, number> = {};
  for (const { feed, entries } of FEED_ROWS) wanted[feed] = (wanted[feed] ?? 0) + entries;
  const { apiKey, website } = feeder;
  await eventually(async () => {
    const { body } = await read(system.base, `/websites/${website.public_id}/feeds`, apiKey);
    const found = (body.data.feeds as FeedHealthReport[]).map((one) => [
      one.feed,
      one.last_24_hours.entries,
    ]);
    expect(Object.fromEntries(found)).toEqual(wanted);
  });
  const total = Object.values(wanted).reduce((sum, entries) => sum + entries);
  await system.untilVisits(website, total);
});
