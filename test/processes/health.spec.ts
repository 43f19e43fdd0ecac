import { aLogEntryInput, eventually } from '@app/testing';
import { type Answer, expectError, expectJson, get, ingest, request } from '../support/http.js';
import { startProcess } from '../support/processes.js';
import { startSystem, type System, type Tenant } from '../support/system.js';
import { startTcpProxy } from '../support/tcp-proxy.js';

let system: System;
let tenant: Tenant;
beforeAll(async () => {
  system = await startSystem({ worker: false });
  tenant = await system.createTenant();
});
afterAll(() => system.stop());

async function expectMetrics(base: string, name: string): Promise<string> {
  const response = await fetch(`${base}/metrics`);
  const text = await response.text();
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(text).toContain(`# TYPE ${name} `);
  for (const line of text.split('\n').filter(Boolean))
    expect(line).toMatch(/^(# (HELP|TYPE) botgauge_|botgauge_\w+(\{[^}]*\})? [-+.\deNa]+$)/);
  return text;
}

describe('An API process', () => {
  it('says that it is alive and ready', async () => {
    const alive = await request(`${system.base}/healthz`);
    expectJson(alive, 200);
    expect(alive.body).toEqual({ success: true, data: { status: 'alive' } });
    const ready = await request(`${system.base}/readyz`);
    expectJson(ready, 200);
    expect(ready.body).toEqual({ success: true, data: { status: 'ready', bots_file: null } });
  });

  it('has metrics for Prometheus, without keys, paths or ids in them', async () => {
    await get(system.base, `/websites/${tenant.website.public_id}/summary`, tenant.apiKey);
    await get(system.base, '/secret-path', tenant.apiKey);
    await ingest(system.base, tenant.botKey, [aLogEntryInput({ path: '/secret-path' })]);
    const text = await expectMetrics(system.base, 'botgauge_http_requests_total');
    expect(text).toContain('route="/api/v1/websites/:id/summary",status="200"');
    expect(text).toMatch(/botgauge_queue_jobs\{state="waiting"\} 1/);
    for (const secret of [tenant.apiKey, tenant.botKey, tenant.website.public_id, 'secret-path'])
      expect(text).not.toContain(secret);
  });

  it('serves on after SIGTERM, not ready, until its time of grace is over', async () => {
    const api = await startProcess('api', { ...system.env, SHUTDOWN_GRACE_SECONDS: '5' });
    const base = `http://127.0.0.1:${api.port}`;
    await eventually(async () => expect((await request(`${base}/readyz`)).status).toBe(200));
    const stopped = api.stop();
    await eventually(
      async () =>
        expectError(
          await request(`${base}/readyz`),
          'SERVICE_UNAVAILABLE',
          'The service is shutting down',
        ),
      undefined,
      10,
    );
    expect((await request(`${base}/healthz`)).status).toBe(200);
    expect((await get(base, '/websites', tenant.apiKey)).status).toBe(200);
    expect(await stopped).toBe(0);
  });
});

describe('A worker process', () => {
  it('says that it is alive and ready, and has metrics, on a port of its own', async () => {
    const proxy = await startTcpProxy(system.database.url);
    const worker = await startProcess('worker', {
      ...system.env,
      DATABASE_URL: proxy.url,
      WORKER_PORT: '0',
    });
    try {
      const base = `http://127.0.0.1:${worker.port}`;
      const ask = (path: string): Promise<Answer> => request(base + path);
      expect((await ask('/healthz')).body).toEqual({ success: true, data: { status: 'alive' } });
      expect((await ask('/readyz')).body).toEqual({
        success: true,
        data: { status: 'ready', bots_file: null },
      });
      const nothing = await ask('/nothing');
      expect([nothing.status, nothing.body.error.code]).toEqual([404, 'NOT_FOUND']);
      await expectMetrics(base, 'botgauge_visits_stored_total');
      await proxy.cut();
      const away = await ask('/readyz');
      expect([away.status, away.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      expect((await ask('/healthz')).status).toBe(200);
    } finally {
      await worker.kill();
      await proxy.cut();
    }
  });
});

describe('500 INTERNAL_ERROR', () => {
  it('tells nothing but the request id', async () => {
    const { pool } = system.database;
    // On every flavour this one is asked for by its name where it is renamed.
    await pool.query('ALTER TABLE webhooks RENAME TO elsewhere');
    try {
      const answer = await get(system.base, '/webhooks', tenant.apiKey);
      expectError(
        answer,
        'INTERNAL_ERROR',
        'Something went wrong on our side; report it with the X-Request-Id of this answer',
      );
      expect(JSON.stringify(answer.body)).not.toContain('webhooks');
    } finally {
      await pool.query('ALTER TABLE elsewhere RENAME TO webhooks');
    }
    expect((await get(system.base, '/webhooks', tenant.apiKey)).status).toBe(200);
  });
});
