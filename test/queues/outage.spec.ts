import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { aLogEntryInput, aLogpushRecord, describeOnRedis, eventually } from '@app/testing';
import { type RedisServer, startRedisServer } from '../support/servers/redis.js';
import { expectError, ingest } from '../support/http.js';
import { startSystemOn, type System, type Tenant } from '../support/system-on-queue.js';

describeOnRedis('Redis away', () => {
  let redis: RedisServer;
  let system: System;
  let tenant: Tenant;
  beforeAll(async () => {
    redis = await startRedisServer();
    system = await startSystemOn('redis', { env: { REDIS_URL: redis.url } });
    tenant = await system.createTenant();
    await send();
    accepted = 1;
  });
  afterAll(async () => {
    await system.stop();
    await redis.stop();
  });

  let accepted = 0;
  const send = () => ingest(system.base, tenant.botKey, [aLogEntryInput()]);

  /** Redis comes back only after this, so the answer does not wait for it. */
  const expectRefused = async () => {
    const answer = await send();
    expectError(answer, 'SERVICE_UNAVAILABLE');
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  };

  const expectRecovered = async () => {
    await eventually(async () => expect((await send()).status).toBe(200));
    accepted++;
    await eventually(async () => expect((await fetch(`${system.base}/readyz`)).status).toBe(200));
    await system.untilVisits(tenant.website, accepted);
  };

  it('is answered with 503 while Redis is stopped, and all works when it is back', async () => {
    await redis.kill();
    await Promise.all(Array.from({ length: 20 }, () => expectRefused()));
    const ready = await fetch(`${system.base}/readyz`);
    expect(ready.status).toBe(503);
    expect(await ready.text()).toContain('The queue does not answer');
    await redis.start();
    await expectRecovered();
  });

  it('is answered with 503 while Redis is silent, and all works when it speaks again', async () => {
    redis.freeze();
    for (let request = 0; request < 2; request++) await expectRefused();
    redis.thaw();
    // Redis may still carry out what it received before it fell silent. The answers only said 503.
    await eventually(async () => expect((await send()).status).toBe(200));
  });

  it('refuses a delivery in its middle, and its repeat counts once', async () => {
    const other = await system.createTenant({ domain: 'feeds.example' });
    const lines = Array.from({ length: 3_500 }, (_, i) => {
      const time = new Date().toISOString();
      return `${JSON.stringify(aLogpushRecord({ EdgeStartTimestamp: time, RayID: `ray-${i}` }))}\n`;
    });
    const url = `${system.base}/api/v1/logs/cloudflare`;
    const headers = { 'x-api-key': other.botKey };
    const sending = request(url, { method: 'POST', headers });
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
    // Of these, one part is queued.
    sending.write(lines.slice(0, 1_500).join(''));
    await system.untilVisits(other.website, 1_000);
    await redis.kill();
    sending.end(lines.slice(1_500).join(''));
    const [answer] = await answered;
    expect(answer.resume().statusCode).toBe(503);
    await redis.start();
    await eventually(async () => {
      const repeat = await fetch(url, { method: 'POST', headers, body: lines.join('') });
      expect(repeat.status).toBe(200);
      expect(await repeat.json()).toMatchObject({ processed: 3_500 });
    });
    await system.untilVisits(other.website, 3_500);
  });

  it('serves reports without Redis', async () => {
    await redis.kill();
    const path = `/api/v1/websites/${tenant.website.public_id}/summary`;
    const answer = await fetch(`${system.base}${path}`, {
      headers: { 'x-api-key': tenant.apiKey },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
    await redis.start();
  });
});

describeOnRedis('a Redis that goes away many times', () => {
  it('loses and doubles nothing that was acknowledged', async () => {
    const redis = await startRedisServer();
    const system = await startSystemOn('redis', { env: { REDIS_URL: redis.url } });
    const { website, botKey } = await system.createTenant();
    const pending = new Set(Array.from({ length: 60 }, (_, i) => i));
    const sendAll = async () => {
      for (const batch of pending) {
        const entries = Array.from({ length: 5 }, (_, i) =>
          aLogEntryInput({ path: `/${batch}/${i}` }),
        );
        // The same idempotency key is sent again after a refusal, because Redis may have had the
        // batch when it died.
        const name = { 'idempotency-key': `batch-${batch}` };
        const { status } = await ingest(system.base, botKey, entries, name);
        if (status === 200) pending.delete(batch);
      }
    };
    const disturb = (async () => {
      for (let i = 0; i < 5; i++) {
        await redis.kill();
        await redis.start();
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    })();
    await eventually(async () => {
      await sendAll();
      expect(pending.size).toBe(0);
    });
    await disturb;
    await system.untilVisits(website, 300);
    await system.stop();
    await redis.stop();
  });
});
