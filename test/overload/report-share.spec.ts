import { eventually } from '@app/testing';
import { type Answer, expectError, get } from '../support/http.js';
import { metricOf } from '../support/metrics.js';
import { startSystem, type System, type Tenant } from '../support/system.js';

let system: System;
let greedy: Tenant;
let other: Tenant;
beforeAll(async () => {
  system = await startSystem({ worker: false });
  greedy = await system.createTenant();
  other = await system.createTenant({ domain: 'other.example' });
});
afterAll(() => system.stop());

const report = (tenant: Tenant, name = 'pages') =>
  get(system.base, `/websites/${tenant.website.public_id}/${name}`, tenant.apiKey);
const busy = () => metricOf(system.base, 'botgauge_pool_connections{pool="reports",state="busy"}');

/** Asks for so many reports of pages at a time, while each of them takes longer than it may. */
async function askForTooMuch(meanwhile: () => Promise<void>): Promise<Answer[]> {
  const client = await system.database.pool.connect();
  try {
    await client.query('BEGIN; LOCK TABLE page_digests IN ACCESS EXCLUSIVE MODE');
    const asked = Promise.all(Array.from({ length: 8 }, () => report(greedy)));
    await meanwhile();
    return await asked;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

it('leaves other accounts half of the connections for reports', async () => {
  expect((await report(greedy)).status).toBe(200);
  const answers = await askForTooMuch(async () => {
    await eventually(async () => expect(await busy()).toBe(2));
    expect((await report(other, 'referrals')).status).toBe(200);
  });
  const of = (status: number) => answers.filter((answer) => answer.status === status);
  const [[refused], [slow]] = [of(429), of(503)];
  expect(of(429).length + of(503).length).toBe(answers.length);
  expect(refused?.headers.get('retry-after')).toBe('5');
  expectError(refused as Answer, 'RATE_LIMITED', /Too many reports of this account are under way/);
  expectError(slow as Answer, 'SERVICE_UNAVAILABLE', /ask for a shorter period/);
  const limited = 'botgauge_requests_rate_limited_total{limit="reports"}';
  expect(await metricOf(system.base, limited)).toBe(of(429).length);
  expect((await report(greedy)).status).toBe(200);
});
