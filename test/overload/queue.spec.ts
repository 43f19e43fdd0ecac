import { aLogEntryInput, eventually } from '@app/testing';
import { expectError, expectProcessed, get, ingest, request } from '../support/http.js';
import { metricOf } from '../support/metrics.js';
import { startProcess } from '../support/processes.js';
import { beginRequest } from '../support/slow-request.js';
import {
  type QueueName,
  startSystemOn,
  type System,
  type Tenant,
} from '../support/system-on-queue.js';
import { describeOnQueue } from '../support/system.js';

const refusing = (base: string, reason: string) =>
  metricOf(base, `botgauge_overload_refusing_state{reason="${reason}"}`);

function refusesAboveItsLimits(queue: QueueName): void {
  let system: System;
  let tenant: Tenant;
  let accepted = 0;
  beforeAll(async () => {
    system = await startSystemOn(queue, { worker: false, env: { QUEUE_MAX_WAITING_JOBS: '10' } });
    tenant = await system.createTenant();
  });
  afterAll(() => system.stop());

  const send = () =>
    ingest(system.base, tenant.botKey, [aLogEntryInput({ path: `/t/${accepted}` })]);

  it('refuses batches while too many are waiting', async () => {
    await eventually(async () => {
      const { status } = await send();
      if (status === 200) accepted++;
      expect(status).toBe(503);
    });
    expect(accepted).toBeGreaterThan(10);
    const answer = await send();
    expectError(answer, 'SERVICE_UNAVAILABLE', /Too many batches wait/);
    expect(answer.headers.get('x-ratelimit-limit')).toMatch(/^\d+$/);
    expect(await refusing(system.base, 'queue_full')).toBe(1);
    // The last of them may have come after the look that found too many.
    await eventually(async () =>
      expect(await metricOf(system.base, 'botgauge_overload_waiting_jobs')).toBe(accepted),
    );
    const refused = 'botgauge_requests_refused_total{reason="queue_full"}';
    expect(await metricOf(system.base, refused)).toBeGreaterThanOrEqual(2);
  });

  it('refuses a delivery in the form of its sender', async () => {
    const ask = (key: string) =>
      request(`${system.base}/api/v1/logs/firehose`, {
        method: 'POST',
        headers: { 'x-amz-firehose-access-key': key, 'x-amz-firehose-request-id': 'delivery-1' },
        body: '{"requestId":"delivery-1","timestamp":1,"records":[]}',
      });
    for (const [key, status, message] of [
      [tenant.botKey, 503, /^Too many batches wait/],
      ['bot_wrong', 401, /^Send a valid key/],
    ] as const) {
      const answer = await ask(key);
      expect({ status: answer.status, body: answer.body }).toEqual({
        status,
        body: {
          requestId: 'delivery-1',
          timestamp: expect.any(Number),
          errorMessage: expect.stringMatching(message),
        },
      });
      expect(answer.headers.get('content-type')).toBe('application/json');
    }
  });

  it('refuses before the body is read', async () => {
    const begun = await beginRequest(system.base, tenant.botKey, 'content-length: 1000');
    expect(await begun.status()).toBe(503);
    begun.abort();
  });

  it('checks key, limit and kind first', async () => {
    expectError(await ingest(system.base, 'bot_wrong', []), 'UNAUTHORIZED');
    expectError(await ingest(system.base, tenant.apiKey, []), 'FORBIDDEN');
    const limited = await system.createTenant({ ingestRate: 100, domain: 'limited.example' });
    const ask = () => ingest(system.base, limited.botKey, [aLogEntryInput()]);
    // An account that sent less than others is refused only when even more wait.
    await eventually(async () => expectError(await ask(), 'SERVICE_UNAVAILABLE'));
    await eventually(async () => expectError(await ask(), 'RATE_LIMITED'), 120_000, 0);
  });

  it('is still ready, and serves reports', async () => {
    expect((await fetch(`${system.base}/readyz`)).status).toBe(200);
    const report = await get(
      system.base,
      `/websites/${tenant.website.public_id}/summary`,
      tenant.apiKey,
    );
    expect(report.status).toBe(200);
  });

  it('accepts batches again once a worker has stored enough, and loses none', async () => {
    const worker = await startProcess('worker', system.env);
    await eventually(async () => {
      expectProcessed(await send(), 1);
      accepted++;
    });
    await system.untilVisits(tenant.website, accepted);
    await worker.stop();
    expect(await refusing(system.base, 'queue_full')).toBe(0);
  });

  it('refuses batches while the oldest waits too long', async () => {
    const base = await system.startApi({ QUEUE_MAX_AGE_SECONDS: '1' });
    expectProcessed(await ingest(base, tenant.botKey, [aLogEntryInput()]), 1);
    await eventually(async () => {
      expectError(
        await ingest(base, tenant.botKey, []),
        'SERVICE_UNAVAILABLE',
        /fallen too far behind/,
      );
    });
    expect(await refusing(base, 'queue_behind')).toBe(1);
    expect(await metricOf(base, 'botgauge_overload_oldest_job_seconds')).toBeGreaterThan(1);
  });
}

describeOnQueue('limits of the queue', refusesAboveItsLimits);
