import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { aLogEntryInput, FakeClock, GPTBOT } from '@app/testing';
import { type Answer, expectError, expectProcessed, ingest, request } from '../support/http.js';
import { shareSystem, type System, type Tenant } from '../support/system.js';

const clock = FakeClock.at('2026-11-20T15:30:00Z');
const TYPE = 'application/vnd.botgauge.columns+json';
let system: System;
let tenant: Tenant;
beforeAll(async () => {
  system = await shareSystem({ clock });
});
beforeEach(async () => {
  tenant = await system.createTenant();
});
afterAll(() => system.stop());

const send = (body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  ingest(system.base, tenant.botKey, body, { 'content-type': TYPE, ...headers });

const ENTRIES: Record<string, unknown>[] = [
  aLogEntryInput({ path: '/a?b=c', user_agent: GPTBOT, ip: '192.0.2.17' }),
  aLogEntryInput({ path: '/b.css', referer: 'https://chatgpt.com/', ip: '2001:db8::7' }),
  aLogEntryInput({ path: '/a?b=c', user_agent: GPTBOT, ip: '66.249.66.1, 198.51.100.7' }),
  aLogEntryInput({ path: 'b', status_code: 404, method: 'get', country: 'de', asn: 'AS64500' }),
];

/** Writes entries as columns of values and indexes. */
function columnsOf(entries: Record<string, unknown>[]): Record<string, unknown> {
  const fields = [...new Set(entries.flatMap((entry) => Object.keys(entry)))];
  return Object.fromEntries(
    fields.map((field) => {
      const values: unknown[] = [...new Set(entries.map((entry) => entry[field]))].filter(
        (value) => value !== undefined,
      );
      return [field, { values, indexes: entries.map((entry) => values.indexOf(entry[field])) }];
    }),
  );
}

/** Returns what is stored of the tenant's visits. */
async function stored(visits: number): Promise<unknown[]> {
  await system.untilVisits(tenant.website, visits);
  const { rows } = await system.database.pool.query(
    `SELECT to_jsonb(v) - 'website_id' AS visit FROM visit_entries v WHERE website_id = $1
     ORDER BY path, ip::text`,
    [tenant.website.id],
  );
  return rows.map(({ visit }) => visit as unknown);
}

it('columns become the visits that the same entries become one by one', async () => {
  expectProcessed(await ingest(system.base, tenant.botKey, ENTRIES), ENTRIES.length);
  const wanted = await stored(ENTRIES.length);
  tenant = await system.createTenant();
  expectProcessed(await send(columnsOf(ENTRIES)), ENTRIES.length);
  const found = await stored(ENTRIES.length);
  expect(found.map(withoutIds)).toEqual(wanted.map(withoutIds));
});

/** Numbers of dictionaries differ between websites. */
function withoutIds(visit: unknown): Record<string, unknown> {
  const all = Object.entries(visit as Record<string, unknown>);
  return Object.fromEntries(all.filter(([name]) => !/id$|_id/.test(name)));
}

it.each([
  TYPE,
  `${TYPE}; charset=utf-8`,
  TYPE.toUpperCase(),
  `${TYPE};charset="utf-8"`,
  `${TYPE} ; profile=x`,
])('the type %s says that they are columns', async (type) => {
  expectProcessed(await send(columnsOf(ENTRIES), { 'content-type': type }), ENTRIES.length);
});

it('they may be compressed, and sent to the second address', async () => {
  const body = gzipSync(JSON.stringify(columnsOf(ENTRIES)));
  expectProcessed(await send(body, { 'content-encoding': 'gzip' }), ENTRIES.length);
  const answer = await request(`${system.base}/v1/logs/custom`, {
    method: 'POST',
    headers: { 'content-type': TYPE, 'x-api-key': tenant.botKey },
    body: JSON.stringify(columnsOf(ENTRIES)),
  });
  expectProcessed(answer, ENTRIES.length);
});

it('a repeated request counts once, and the same entries in another form are another body', async () => {
  const key = { 'idempotency-key': randomUUID() };
  for (let time = 0; time < 3; time++)
    expectProcessed(await send(columnsOf(ENTRIES), key), ENTRIES.length);
  const again = await ingest(system.base, tenant.botKey, ENTRIES, key);
  expectError(again, 'IDEMPOTENCY_KEY_REUSED');
  expectProcessed(await send(columnsOf([aLogEntryInput({ path: '/last' })])), 1);
  expect(await stored(ENTRIES.length + 1)).toHaveLength(ENTRIES.length + 1);
});

it('a mistake refuses them all, and names the entry and the field', async () => {
  const body = columnsOf(
    ENTRIES.map((entry, n) => (n === 2 ? { ...entry, status_code: 1_000 } : entry)),
  );
  const message = 'entries[2].status_code must be an integer from 0 to 999';
  expectError(await send(body), 'VALIDATION_ERROR', message);
  expectProcessed(await send(columnsOf([aLogEntryInput()])), 1);
  expect(await stored(1)).toHaveLength(1);
});

it('other types are what they were', async () => {
  expectProcessed(
    await send(ENTRIES, { 'content-type': 'application/vnd.api+json' }),
    ENTRIES.length,
  );
  const plain = await send(columnsOf(ENTRIES), { 'content-type': 'text/plain' });
  expectError(plain, 'UNSUPPORTED_MEDIA_TYPE');
  const entries = await send(columnsOf(ENTRIES), { 'content-type': 'application/json' });
  expectError(entries, 'VALIDATION_ERROR', /^timestamp must be/);
});
