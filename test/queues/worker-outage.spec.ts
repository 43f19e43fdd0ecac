import { createTestDatabase, describeOnRedis, eventually } from '@app/testing';
import { startRedisServer } from '../support/servers/redis.js';
import { startProcess } from '../support/processes.js';

describeOnRedis('a worker whose Redis is away', () => {
  it('is not ready, and still stops on SIGTERM', async () => {
    const database = await createTestDatabase();
    const redis = await startRedisServer();
    const worker = await startProcess('worker', {
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      WORKER_PORT: '0',
      LOG_LEVEL: 'silent',
    });
    const readiness = async () => (await fetch(`http://127.0.0.1:${worker.port}/readyz`)).status;
    expect(await readiness()).toBe(200);
    await redis.kill();
    await eventually(async () => expect(await readiness()).toBe(503));
    expect(await worker.stop()).toBe(0);
    await redis.stop();
    await database.drop();
  });
});
