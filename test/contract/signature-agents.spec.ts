import { aLogEntryInput, aLogpushRecord, CHROME } from '@app/testing';
import { expectError, ingest, send } from '../support/http.js';
import { metricOf } from '../support/metrics.js';
import { readBots, readSummary } from '../support/reports.js';
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

/** A visit now with the user agent of a plain browser. */
const visit = (signature_agent?: string) => ({
  ...aLogEntryInput({ timestamp: new Date().toISOString(), user_agent: CHROME }),
  signature_agent,
});

/** Returns how often the report names each bot, and how many visits of people it counts. */
async function counted(visits: number) {
  await system.untilVisits(tenant.website, visits);
  const reading = { base: system.base, apiKey: tenant.apiKey, id: tenant.website.public_id };
  const { human_visits: people } = await readSummary(reading, 'period=today');
  const bots = await readBots(reading, 'period=today');
  return { people, ...Object.fromEntries(bots.map((bot) => [bot.name, bot.visits])) };
}

it('name an agent that comes with the user agent of a plain browser', async () => {
  const answer = await ingest(system.base, tenant.botKey, [
    visit('"https://chatgpt.com"'),
    visit('sig1="https://chatgpt.com"'),
    visit('g="https://agent.bot.goog"'),
    visit('"https://chatgpt.com.evil.example"'),
    visit('"https://chatgpt.com@evil.example"'),
    visit('null'),
    visit(),
  ]);
  expect(answer.status).toBe(200);
  expect(await counted(7)).toEqual({
    people: 3,
    'ChatGPT agent': 2,
    'Google-Agent': 1,
    'Unidentified bot': 1,
  });
  const sanitised = 'botgauge_fields_sanitised_total{field="signature_agent",reason="replaced"}';
  expect(await metricOf(system.base, sanitised)).toBe(2);
});

it('count once when a batch is sent again', async () => {
  const entries = [visit('"https://chatgpt.com"'), visit()];
  const headers = { 'idempotency-key': 'signed' };
  await ingest(system.base, tenant.botKey, entries, headers);
  await ingest(system.base, tenant.botKey, entries, headers);
  expect(await counted(2)).toEqual({ people: 1, 'ChatGPT agent': 1 });
});

it('are not stored with the visit: the bot is', async () => {
  await ingest(system.base, tenant.botKey, [visit('"https://chatgpt.com"')]);
  await system.untilVisits(tenant.website, 1);
  const { rows } = await system.database.pool.query(
    'SELECT visit_entries::text AS text, bot_id FROM visit_entries WHERE website_id = $1',
    [tenant.website.id],
  );
  expect(rows).toEqual([{ text: expect.not.stringContaining('chatgpt.com'), bot_id: 3638 }]);
});

it('refuse a batch when they are no text, because the shipper writes the type', async () => {
  const wrong = { ...visit(), signature_agent: ['"https://chatgpt.com"'] };
  const answer = await ingest(system.base, tenant.botKey, [visit(), wrong]);
  expectError(answer, 'VALIDATION_ERROR', 'entries[1].signature_agent must be a string');
});

/** The same visit in the form of each sender that can pass the header on. */
const RECORDS: [string, (time: Date) => unknown][] = [
  [
    'lines',
    (time) => ({
      ts: time.getTime() / 1_000,
      request: {
        remote_ip: '192.0.2.7',
        method: 'GET',
        host: 'example.com',
        uri: '/caddy',
        headers: { 'User-Agent': [CHROME], 'Signature-Agent': ['"https://chatgpt.com"'] },
      },
      status: 200,
    }),
  ],
  [
    'cloudflare',
    (time) =>
      aLogpushRecord({
        EdgeStartTimestamp: time.toISOString(),
        ClientRequestUserAgent: CHROME,
        RequestHeaders: { 'signature-agent': '"https://chatgpt.com"' },
      }),
  ],
  [
    'fastly',
    (time) => ({
      timestamp: time.toISOString(),
      url: '/tollbit',
      response_status: 200,
      request_user_agent: CHROME,
      fastly_is_edge: true,
      signature_agent: '"https://chatgpt.com"',
    }),
  ],
];

it.each(RECORDS)('come with records of the feed %s', async (feed, record) => {
  const route = `POST /logs/${feed}` as const;
  const answer = await send(system.base, tenant.botKey, route, record(new Date()));
  expect(answer).toMatchObject({ status: 200 });
  expect(await counted(1)).toEqual({ people: 0, 'ChatGPT agent': 1 });
});
