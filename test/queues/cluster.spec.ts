import { NestFactory } from '@nestjs/core';
import { loadConfig } from '@app/config';
import { createLogger } from '@app/observability';
import { chooseBackend, LogQueue, QueueModule } from '@app/queue';
import { aLogEntryInput, describeOnRedis, eventually } from '@app/testing';
import { type RedisCluster, startRedisCluster } from '../support/servers/redis-cluster.js';
import { get, ingest } from '../support/http.js';
import { startSystemOn, type System } from '../support/system-on-queue.js';

describeOnRedis('a Redis Cluster', () => {
  let cluster: RedisCluster;
  let system: System;
  beforeAll(async () => {
    cluster = await startRedisCluster();
    system = await startSystemOn('redis', { env: { REDIS_URL: cluster.url } });
  });
  afterAll(async () => {
    await system.stop();
    await cluster.stop();
  });

  it('accepts entries, and they become visible', async () => {
    const { website, botKey } = await system.createTenant();
    for (let i = 0; i < 20; i++) {
      expect((await ingest(system.base, botKey, [aLogEntryInput()])).status).toBe(200);
    }
    await system.untilVisits(website, 20);
    await eventually(async () => expect(await countFinished()).toBe(20));
  });

  async function countFinished(): Promise<number> {
    const backend = chooseBackend(loadConfig(system.env));
    const module = QueueModule.with(backend, createLogger('test', 'silent'));
    const app = await NestFactory.createApplicationContext(module, { logger: false });
    try {
      return await app.get(LogQueue).finished();
    } finally {
      await app.close();
    }
  }

  it('keeps limits', async () => {
    const tenants = await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        system.createTenant({ apiRate: 5, domain: `${name}.limited.example` }),
      ),
    );
    for (const { apiKey } of tenants) {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => get(system.base, '/websites', apiKey)),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    }
  });

  it('refuses while its nodes are away, and accepts entries again when they are back', async () => {
    const { website, botKey } = await system.createTenant({ domain: 'outage.example' });
    const send = () => ingest(system.base, botKey, [aLogEntryInput()]);
    await Promise.all(cluster.nodes.map((node) => node.kill()));
    expect((await send()).status).toBe(503);
    expect((await fetch(`${system.base}/readyz`)).status).toBe(503);
    await Promise.all(cluster.nodes.map((node) => node.start()));
    await eventually(async () => expect((await send()).status).toBe(200));
    await system.untilVisits(website, 1);
  });
});
