import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { aLogEntryInput, eventually } from '@app/testing';
import { type RedisServer, startRedisServer } from '../support/servers/redis.js';
import { expectError, expectJson, get, ingest, request } from '../support/http.js';
import { type ServiceProcess, startProcess } from '../support/processes.js';
import {
  type QueueName,
  startSystemOn,
  type System,
  type Tenant,
} from '../support/system-on-queue.js';
import { describeOnQueue } from '../support/system.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';

/** A phase of a process: what the process says about itself, and how it answers requests. */
interface Phase {
  /** `/readyz`: 200, or the message of its 503. */
  ready: 200 | string;
  batch: 200 | 503;
  report: 200 | 503;
}

const RUNNING: Phase = { ready: 200, batch: 200, report: 200 };
const STARTING: Phase = {
  ready: 'The service is starting: it waits for its stores',
  batch: 503,
  report: 503,
};
const DATABASE_AWAY = 'The database does not answer';
const QUEUE_AWAY = 'The queue does not answer';
const STOPPING: Phase = { ...RUNNING, ready: 'The service is shutting down' };

/** Starts a process on stores that are away, and goes through every phase of its life. */
function livesThrough(queue: QueueName): void {
  let system: System;
  let tenant: Tenant;
  let proxy: TcpProxy;
  let redis: RedisServer | undefined;
  let base: string;
  let starting: Promise<ServiceProcess>;
  beforeAll(async () => {
    redis = queue === 'redis' ? await startRedisServer() : undefined;
    system = await startSystemOn(queue, {
      worker: false,
      env: redis ? { REDIS_URL: redis.url } : {},
    });
    tenant = await system.createTenant();
    proxy = await startTcpProxy(system.database.url);
    await proxy.cut();
    await redis?.kill();
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    starting = startProcess('api', {
      ...system.env,
      DATABASE_URL: proxy.url,
      PORT: `${port}`,
      SHUTDOWN_GRACE_SECONDS: '600',
      LOG_LEVEL: 'silent',
    });
  });
  afterAll(async () => {
    // The last test told it to stop, and its time of grace is long.
    await (await starting).kill();
    await proxy.cut();
    await redis?.start();
    await system.stop();
    await redis?.stop();
  });

  async function expectPhase({ ready, batch, report }: Phase): Promise<void> {
    await eventually(async () => {
      const answer = await request(`${base}/readyz`);
      if (ready === 200) expectJson(answer, 200);
      else expectError(answer, 'SERVICE_UNAVAILABLE', ready);
    });
    const alive = await request(`${base}/healthz`);
    expectJson(alive, 200);
    expect(alive.body).toEqual({ success: true, data: { status: 'alive' } });
    const answers = [
      [batch, await ingest(base, tenant.botKey, [aLogEntryInput()])],
      [report, await get(base, `/websites/${tenant.website.public_id}/summary`, tenant.apiKey)],
    ] as const;
    for (const [status, answer] of answers) {
      if (status === 200) expectJson(answer, 200);
      else expectError(answer, 'SERVICE_UNAVAILABLE');
    }
  }

  // Without its database, the process accepts batches on Redis with keys that it has seen.
  const withoutDatabase: Phase = {
    ready: DATABASE_AWAY,
    batch: queue === 'redis' ? 200 : 503,
    report: 503,
  };
  const withoutQueue: Phase = { ready: QUEUE_AWAY, batch: 503, report: 200 };

  it('waiting for its database', () => expectPhase(STARTING));

  if (queue === 'redis') {
    it('waiting for its queue', async () => {
      await proxy.mend();
      await expectPhase(STARTING);
      await redis?.start();
    });
  }

  it('running', async () => {
    await proxy.mend();
    await starting;
    await expectPhase(RUNNING);
  });

  it('without its database', async () => {
    await proxy.cut();
    await expectPhase(withoutDatabase);
    await proxy.mend();
    await expectPhase(RUNNING);
  });

  if (queue === 'redis') {
    it('without its queue', async () => {
      await redis?.kill();
      await expectPhase(withoutQueue);
      await redis?.start();
      await expectPhase(RUNNING);
    });

    it('with a queue that is silent', async () => {
      redis?.freeze();
      await expectPhase(withoutQueue);
      redis?.thaw();
      await expectPhase(RUNNING);
    });
  }

  it('told to stop', async () => {
    void (await starting).stop();
    await expectPhase(STOPPING);
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

describeOnQueue('the phases of an API', livesThrough);
