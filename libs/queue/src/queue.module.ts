import { BullModule, getQueueToken } from '@nestjs/bullmq';
import { type DynamicModule, Module } from '@nestjs/common';
import type { Queue } from 'bullmq';
import type { Logger } from '@app/observability';
import type { QueueBackend } from './backend.js';
import { FinishedJobs } from './finished-jobs.js';
import { LogQueue } from './log-queue.js';
import { LOG_QUEUE } from './queue-names.js';

/**
 * BullMQ on the chosen backend, which everything that @nestjs/bullmq builds uses. Provides
 * `LogQueue` and `FinishedJobs`.
 */
@Module({})
export class QueueModule {
  static with(backend: QueueBackend, logger: Logger): DynamicModule {
    return {
      module: QueueModule,
      imports: [
        // @nestjs/bullmq types `connection` only for Redis, but each backend has its own options.
        BullModule.forRoot(backend.prepareBullMq() as never),
        // @nestjs/bullmq finds a processor class only where a queue is registered.
        BullModule.registerQueue({ name: LOG_QUEUE }),
      ],
      providers: [
        {
          provide: LogQueue,
          inject: [getQueueToken(LOG_QUEUE)],
          useFactory: async (queue: Queue) => {
            queue.on('error', (error) =>
              logger.warn({ reason: error.message }, 'queue connection'),
            );
            // Before the queue is ready, its commands would wait instead of failing.
            await queue.waitUntilReady();
            return new LogQueue(queue, backend.readOldestWaiting);
          },
        },
        {
          provide: FinishedJobs,
          inject: [getQueueToken(LOG_QUEUE)],
          useFactory: (queue: Queue) => new FinishedJobs(queue, backend.readFinished),
        },
      ],
      exports: [LogQueue, FinishedJobs],
    };
  }
}
