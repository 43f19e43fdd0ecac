import { NestFactory } from '@nestjs/core';
import { loadConfig } from '@app/config';
import { createLogger } from '@app/observability';
import { chooseBackend, LOG_QUEUE, LogQueue, QueueModule } from '@app/queue';
import { createTestDatabase, createTestRedis, undoneAtEnd } from '@app/testing';
import { getQueueToken } from '@nestjs/bullmq';
import type { INestApplicationContext } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { type QueueName, settingsOf } from './stores.js';

/** A queue as a process of the service has it, without API and worker. */
export interface OpenQueue {
  app: INestApplicationContext;
  /** The first shard. */
  queue: Queue;
  logQueue: LogQueue;
  /** Settings that lead another process to the same stores. */
  env: Record<string, string>;
  close(): Promise<void>;
}

/** Opens a queue on its own stores. */
export async function openQueue(
  name: QueueName,
  settings: Record<string, string> = {},
): Promise<OpenQueue> {
  const database = await createTestDatabase();
  const redis = name === 'redis' ? await createTestRedis() : undefined;
  const env = { ...settingsOf(database, redis), ...settings };
  const opened = await openSystemQueue(env);
  return {
    ...opened,
    close: undoneAtEnd(async () => {
      await opened.close();
      await redis?.drop();
      await database.drop();
    }),
  };
}

/** Opens the queue on the stores that these settings name. */
export async function openSystemQueue(env: Record<string, string>): Promise<OpenQueue> {
  const backend = chooseBackend(loadConfig(env));
  const module = QueueModule.with(backend, createLogger('test', 'silent'));
  const app = await NestFactory.createApplicationContext(module, { logger: false });
  return {
    app,
    queue: app.get<Queue>(getQueueToken(LOG_QUEUE)),
    logQueue: app.get(LogQueue),
    env,
    close: async () => {
      await app.close();
      await backend.close();
    },
  };
}
