import { randomUUID } from 'node:crypto';
import { NestFactory } from '@nestjs/core';
import { loadConfig } from '@app/config';
import { createLogger } from '@app/observability';
import {
  chooseBackend,
  FinishedBatches,
  LOG_BATCH_JOB,
  LOG_BATCH_QUEUE,
  QueueModule,
} from '@app/queue';
import { createTestDatabase, createTestRedis, describeOnRedis, eventually } from '@app/testing';
import { getQueueToken } from '@nestjs/bullmq';
import { type Job, type Queue, Worker } from 'bullmq';
import type { QueueName } from '../support/system.js';

function tellsWhatIsFinished(name: QueueName): void {
  it('counts what left the queue, not what waits, is under way, was postponed or has failed', async () => {
    const database = await createTestDatabase();
    const redis = name === 'redis' ? await createTestRedis() : undefined;
    const config = loadConfig({
      DATABASE_URL: database.url,
      ...(redis ? { REDIS_URL: redis.url } : {}),
    });
    const module = QueueModule.with(chooseBackend(config), createLogger('test', 'silent'));
    const app = await NestFactory.createApplicationContext(module, { logger: false });
    const queue = app.get<Queue>(getQueueToken(LOG_BATCH_QUEUE));
    const batches = app.get(FinishedBatches);
    const worker = new Worker(queue.name, null, { ...queue.opts, autorun: false });
    const take = async () => (await worker.getNextJob('token')) as Job;
    try {
      const before = await batches.count();
      for (let i = 0; i < 6; i++)
        await queue.add(LOG_BATCH_JOB, {}, { jobId: randomUUID(), removeOnComplete: true });
      const postponed = await take();
      await postponed.moveToDelayed(Date.now() + 600_000, 'token');
      await (await take()).moveToFailed(new Error('bad'), 'token', false);
      await take();
      expect((await batches.count()) - before).toBe(0);
      for (let i = 0; i < 2; i++) await (await take()).moveToCompleted(undefined, 'token', false);
      await postponed.promote();
      await eventually(async () => expect((await batches.count()) - before).toBe(2));
    } finally {
      await worker.close();
      await app.close();
      await redis?.drop();
      await database.drop();
    }
  });
}

describe('queue in PostgreSQL', () => tellsWhatIsFinished('postgres'));
describeOnRedis('queue in Redis', () => tellsWhatIsFinished('redis'));
