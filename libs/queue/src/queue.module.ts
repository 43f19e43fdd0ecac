import { BullModule, getQueueToken } from '@nestjs/bullmq';
import { type DynamicModule, Module } from '@nestjs/common';
import type { Queue } from 'bullmq';
import type { Logger } from '@app/observability';
import type { QueueBackend } from './backend.js';
import { FinishedJobs } from './finished-jobs.js';
import { LogQueue } from './log-queue.js';
import { LOG_QUEUE } from './queue-names.js';

/** BullMQ on the chosen backend: everything @nestjs/bullmq builds follows it. Provides `LogQueue` and `FinishedJobs`. */
@Module({})
export class QueueModule {
  static with(backend: QueueBackend, logger: Logger): DynamicModule {
    return {
      module: QueueModule,
      imports: [
        // @nestjs/bullmq types `connection` for Redis only; each backend has its own options.
        BullModule.forRoot(backend.prepareBullMq() as never),
        // A processor class is found only where a queue is registered.
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
            // Until then its commands would wait instead of failing.
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
