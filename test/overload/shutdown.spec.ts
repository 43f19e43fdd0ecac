import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { aLogEntryInput, eventually } from '@app/testing';
import { ingest, request } from '../support/http.js';
import { KeepAliveClient } from '../support/keep-alive-client.js';
import { startLoadBalancer } from '../support/load-balancer.js';
import { metricOf } from '../support/metrics.js';
import { type ServiceProcess, startProcess } from '../support/processes.js';
import { beginRequest } from '../support/slow-request.js';
import {
  type QueueName,
  startSystemOn,
  type System,
  type Tenant,
} from '../support/system-on-queue.js';
import { describeOnQueue } from '../support/system.js';

const CLIENTS = 8;
/** Many times as long as a load balancer needs to notice that a process stops. */
const GRACE_SECONDS = 5;
const LOGS = '/api/v1/logs/custom';
const BODY = JSON.stringify([aLogEntryInput()]);

function endsCleanly(queue: QueueName): void {
  let system: System;
  let tenant: Tenant;
  let summary: string;
  beforeAll(async () => {
    system = await startSystemOn(queue);
    tenant = await system.createTenant();
    summary = `/api/v1/websites/${tenant.website.public_id}/summary`;
  });
  afterAll(() => system.stop());

  const start = (graceSeconds: number) =>
    startProcess('api', {
      ...system.env,
      SHUTDOWN_GRACE_SECONDS: `${graceSeconds}`,
      // A busy machine stores more slowly than these clients send.
      QUEUE_MAX_DELAY_SECONDS: '600',
    });
  const baseOf = ({ port }: ServiceProcess) => `http://127.0.0.1:${port}`;
  const untilAnnounced = (base: string) =>
    eventually(async () => expect((await request(`${base}/readyz`)).status).toBe(503));

  /** A process whose last look at the queue is too old, as on a busy machine, refuses for a moment. */
  const beginUnderWay = async (base: string) => {
    const begun = await beginRequest(base, tenant.botKey, 'content-length: 100');
    const refused = begun.status().then((status) => Promise.reject(new Error(`${status}`)));
    const isUnderWay = eventually(async () =>
      expect(await metricOf(base, 'botgauge_ingest_inflight_bytes')).toBeGreaterThan(0),
    );
    await Promise.race([isUnderWay, refused]);
    return begun;
  };

  it('two processes are replaced one after the other, and no client notices', async () => {
    let processes = [await start(GRACE_SECONDS), await start(GRACE_SECONDS)];
    const ports = () => processes.map(({ port }) => port);
    const balancer = await startLoadBalancer(ports());
    let running = true;
    let accepted = 0;
    const run = async (number: number): Promise<{ answered: number; closed: number }> => {
      const client = new KeepAliveClient(balancer.base);
      let answered = 0;
      let closed = 0;
      while (running) {
        // A reset or a refused connection throws here.
        const { status, closes, body } =
          number % 2
            ? await client.send('POST', LOGS, tenant.botKey, BODY)
            : await client.send('GET', summary, tenant.apiKey);
        expect([status, status === 200 || body]).toEqual([200, true]);
        if (number % 2) accepted++;
        answered++;
        if (closes) closed++;
        await sleep(10);
      }
      client.close();
      return { answered, closed };
    };
    const clients = Promise.all(Array.from({ length: CLIENTS }, (_, number) => run(number)));
    // A fault of a client ends the test now, not after the restarts.
    const unlessFault = <T>(work: Promise<T>) => Promise.race([work, clients.then(() => work)]);

    for (let old = 0; old < 2; old++) {
      const [oldest] = processes as [ServiceProcess];
      expect(await unlessFault(oldest.stop())).toBe(0);
      processes = [...processes.slice(1), await unlessFault(start(GRACE_SECONDS))];
      balancer.lead(ports());
      await eventually(async () =>
        expect((await request(`${balancer.base}/readyz`)).status).toBe(200),
      );
    }
    running = false;
    const results = await clients;
    // One of the two processes asked each client at least once to go elsewhere.
    for (const { answered, closed } of results) {
      expect(answered).toBeGreaterThan(10);
      expect(closed).toBeGreaterThanOrEqual(1);
    }
    await system.untilVisits(tenant.website, accepted);
    await balancer.close();
    await Promise.all(processes.map((one) => one.kill()));
  });

  it('closes idle connections cleanly, and finishes the request under way', async () => {
    const api = await start(0);
    const base = baseOf(api);
    const idle = new KeepAliveClient(base);
    expect((await idle.send('GET', '/healthz', '')).closes).toBe(false);
    const [socket] = idle.sockets;
    const ended = once(socket!, 'close');
    const slow = await eventually(() => beginUnderWay(base));
    const stopped = api.stop();
    // The flag tells a reset from a clean end.
    expect(await ended).toEqual([false]);
    await slow.send('[]'.padEnd(100));
    expect(await slow.status()).toBe(200);
    expect(await stopped).toBe(0);
    idle.close();
  });

  it('serves during the time of grace, and ends at once at the second signal', async () => {
    const api = await start(600);
    const first = api.stop();
    await untilAnnounced(baseOf(api));
    const late = new KeepAliveClient(baseOf(api));
    expect(await late.send('GET', summary, tenant.apiKey)).toMatchObject({
      status: 200,
      closes: true,
    });
    late.close();
    expect((await ingest(baseOf(api), tenant.botKey, [])).status).toBe(200);
    // Signals within a second are one request to stop.
    await sleep(1_100);
    expect(await api.stop()).toBe(1);
    expect(await first).toBe(1);
  });
}

describeOnQueue('the end of a process', endsCleanly);
