import { aLogEntryInput, aLogpushRecord } from '@app/testing';
import { expectError, get, ingest, send } from '../support/http.js';
import { metricOf } from '../support/metrics.js';
import { shareSystem, type System, type Tenant } from '../support/system.js';

let system: System;
let tenant: Tenant;
beforeAll(async () => {
  system = await shareSystem();
});
beforeEach(async () => {
  tenant = await system.createTenant();
});
afterAll(() => system.stop());

const entry = (fields: object = {}) => ({
  ...aLogEntryInput({ timestamp: new Date().toISOString() }),
  ...fields,
});

/** Returns the countries of visits as the list shows them, in the order of their paths. */
async function countries(visits: number): Promise<unknown[]> {
  await system.untilVisits(tenant.website, visits);
  const path = `/websites/${tenant.website.public_id}/visits?period=today`;
  const { body } = await get(system.base, path, tenant.apiKey);
  const listed = (body.data as { visits: { path: string; country: unknown }[] }).visits;
  return listed
    .sort((one, other) => (one.path < other.path ? -1 : 1))
    .map(({ country }) => country);
}

it('show the country of a visit as its sender knows it', async () => {
  const sent = ['DE', 'us', 'XX', '', null, undefined, 'Germany'];
  const entries = sent.map((country, number) => entry({ path: `/${number}`, country }));
  await ingest(system.base, tenant.botKey, entries);
  expect(await countries(sent.length)).toEqual(['DE', 'US', null, null, null, null, null]);
  const lost = 'botgauge_fields_sanitised_total{field="country",reason="replaced"}';
  expect(await metricOf(system.base, lost)).toBe(1);
});

it('are those of visits that come in one transaction', async () => {
  const { website, botKey } = tenant;
  await Promise.all(
    ['DE', undefined, 'FR', 'DE'].map((country, number) =>
      ingest(system.base, botKey, [entry({ path: `/${number}`, country })]),
    ),
  );
  expect(await countries(4)).toEqual(['DE', null, 'FR', 'DE']);
  const { rows } = await system.database.pool.query(
    'SELECT country, count(*)::int AS visits FROM visits WHERE website_id = $1 GROUP BY 1 ORDER BY 1',
    [website.id],
  );
  expect(rows).toEqual([
    { country: 'DE', visits: 2 },
    { country: 'FR', visits: 1 },
    { country: null, visits: 1 },
  ]);
});

it('come from senders that log them', async () => {
  const record = aLogpushRecord({
    EdgeStartTimestamp: new Date().toISOString(),
    ClientCountry: 'ch',
  });
  const answer = await send(system.base, tenant.botKey, 'POST /logs/cloudflare', record);
  expect(answer.status).toBe(200);
  expect(await countries(1)).toEqual(['CH']);
});

it('are stored nowhere when they are evidence only', async () => {
  const evidence = {
    ...{ asn: 4_242_424_242, protocol: 'HTTP/3', sec_fetch_mode: 'same-origin' },
    ...{ sec_purpose: 'prefetch;prerender', signature_agent: '"https://agent.evidence.test"' },
  };
  await ingest(system.base, tenant.botKey, [entry({ path: '/evidence', ...evidence })]);
  await system.untilVisits(tenant.website, 1);
  const { pool } = system.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t`);
    const all = rows.map(({ text }) => text).join('\n');
    for (const value of [
      '4242424242',
      'HTTP/3',
      'same-origin',
      'prefetch;prerender',
      'evidence.test',
    ])
      if (all.includes(value)) found.push(`${name}: ${value}`);
  }
  expect(tables.length).toBeGreaterThan(30);
  expect(found).toEqual([]);
});

it.each([
  [{ country: 49 }, 'country must be a string'],
  [{ asn: -1 }, 'asn must be an integer from 0 to 4294967295, or a string such as AS64500'],
  [{ asn: 1.5 }, 'asn must be an integer from 0 to 4294967295, or a string such as AS64500'],
  [{ protocol: 2 }, 'protocol must be a string'],
  [{ sec_fetch_mode: [] }, 'sec_fetch_mode must be a string'],
  [{ sec_purpose: true }, 'sec_purpose must be a string'],
])('refuse a batch when their type is wrong: %j', async (fields, message) => {
  const answer = await ingest(system.base, tenant.botKey, [entry(fields)]);
  expectError(answer, 'VALIDATION_ERROR', `entries[0].${message}`);
});
