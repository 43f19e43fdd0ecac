import { aLogEntryInput, eventually } from '@app/testing';
import { generateKey } from '@app/access';
import { get, ingest, request } from '../support/http.js';
import { metricOf } from '../support/metrics.js';
import { type ServiceProcess, startProcess } from '../support/processes.js';
import { startSystemOn, type System, type Tenant } from '../support/system-on-queue.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';

const ADDRESS = '203.0.113.77';
const UNKNOWN = generateKey('bot');

let system: System;
let tenant: Tenant;
let proxy: TcpProxy;
let api: ServiceProcess;
let base: string;
beforeAll(async () => {
  system = await startSystemOn('postgres', {
    worker: false,
    env: { TRUST_PROXY: '1' },
  });
  tenant = await system.createTenant({ ingestRate: 2 });
  proxy = await startTcpProxy(system.database.url);
  api = await startProcess('api', {
    ...system.env,
    DATABASE_URL: proxy.url,
    LOG_LEVEL: 'trace',
    AUTH_FAILURES_PER_MINUTE: '5',
  });
  base = `http://127.0.0.1:${api.port}`;
});
afterAll(async () => {
  await api.kill();
  await proxy.cut();
  await system.stop();
});

const count = (name: string) => metricOf(base, name);
/** The metrics may be those of a moment ago, when they are asked for often. */
const untilCount = (name: string, value: number) =>
  eventually(async () => expect([name, await count(name)]).toEqual([name, value]));
const logLines = () =>
  api
    .output()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

it('has the gauges of an idle API', async () => {
  expect(await count('botgauge_ingest_inflight_bytes')).toBe(0);
  for (const pool of ['ingest', 'reports'])
    expect(await count(`botgauge_pool_waiting_requests{pool="${pool}"}`)).toBe(0);
  for (const reason of ['queue_full', 'queue_behind', 'queue_slow', 'queue_away'])
    expect(await count(`botgauge_overload_refusing_state{reason="${reason}"}`)).toBe(0);
  await eventually(async () => {
    expect(await count('botgauge_overload_waiting_jobs')).toBe(0);
    expect(await count('botgauge_overload_oldest_job_seconds')).toBe(0);
    // With nothing to do, nobody knows how fast the workers are.
    expect(await count('botgauge_overload_backlog_seconds')).toBeUndefined();
  });
  expect(await count('botgauge_nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
});

it('joins request and batch in the log', async () => {
  const id = { 'x-request-id': 'of-the-shipper-1' };
  const entry = aLogEntryInput({ ip: ADDRESS });
  expect((await ingest(base, tenant.botKey, [entry], id)).status).toBe(200);
  const line = await eventually(() => {
    const found = logLines().find(({ requestId }) => requestId === 'of-the-shipper-1');
    expect(found).toMatchObject({ msg: 'batch queued', entries: 1 });
    return found;
  });
  const { rows } = await system.database.pool.query(
    "SELECT data->'batches'->0->>'id' AS id FROM bullmq.job",
  );
  expect(rows).toEqual([{ id: line?.batchId }]);
});

it('counts refused keys by what was wrong with them', async () => {
  await ingest(base, undefined, []);
  await ingest(base, `${tenant.botKey.slice(0, -1)}!`, []);
  await ingest(base, UNKNOWN, []);
  await ingest(base, tenant.apiKey, []);
  for (const reason of ['missing', 'malformed', 'unknown', 'wrong_kind'])
    await untilCount(`botgauge_keys_refused_total{reason="${reason}"}`, 1);
});

it('counts requests that were over a limit', async () => {
  await ingest(base, tenant.botKey, []);
  expect((await ingest(base, tenant.botKey, [])).status).toBe(429);
  await untilCount('botgauge_requests_rate_limited_total{limit="bot"}', 1);
  const from = { 'x-forwarded-for': ADDRESS };
  for (let i = 0; i < 5; i++) await ingest(base, UNKNOWN, [], from);
  expect((await ingest(base, UNKNOWN, [], from)).status).toBe(429);
  await untilCount('botgauge_requests_rate_limited_total{limit="address"}', 1);
});

it('counts refused requests, and mentions them in the log now and then', async () => {
  await proxy.cut();
  const path = `/websites/${tenant.website.public_id}/summary`;
  for (let i = 0; i < 20; i++) expect((await get(base, path, tenant.apiKey)).status).toBe(503);
  await proxy.mend();
  await untilCount('botgauge_requests_refused_total{reason="database_away"}', 20);
  const said = await eventually(() => {
    const found = logLines().filter(({ msg }) => msg === 'requests are refused');
    expect(found.length).toBeGreaterThan(0);
    return found;
  });
  expect(said[0]).toMatchObject({ reason: 'database_away', requestId: expect.any(String) });
});

it('writes no key, address or password into its log, whatever goes wrong', async () => {
  await request(`${base}/api/v1/nowhere?key=${tenant.apiKey}`, {
    headers: { 'x-api-key': tenant.apiKey },
  });
  const path = `/websites/${tenant.website.public_id}/summary`;
  await system.database.pool.query('ALTER VIEW judged_traffic_daily RENAME TO elsewhere');
  await eventually(async () => expect((await get(base, path, tenant.apiKey)).status).toBe(500));
  await system.database.pool.query('ALTER VIEW elsewhere RENAME TO judged_traffic_daily');
  // The line comes through a pipe, so it may arrive after the answer.
  await eventually(() => expect(api.output()).toContain('request failed'));
  const log = api.output();
  const { password } = new URL(system.database.url);
  const secrets = [tenant.apiKey, tenant.botKey, UNKNOWN, ADDRESS, proxy.url, password];
  for (const secret of secrets.filter(Boolean)) expect(log).not.toContain(secret);
});
