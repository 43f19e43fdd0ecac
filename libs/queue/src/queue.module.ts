import { BullModule, getQueueToken } from '@nestjs/bullmq';
import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import type { Queue } from 'bullmq';
import type { Logger } from '@app/observability';
import type { QueueBackend } from './backend.js';
import { LogQueue } from './log-queue.js';
import { WEBHOOK_QUEUE, WebhookQueue } from './webhook-queue.js';

/**
 * Leads everything that @nestjs/bullmq makes to the chosen backend, and provides `LogQueue`. Workers
 * need `WebhookQueue`, too.
 */
@Module({})
export class QueueModule {
  static with(backend: QueueBackend, logger: Logger): DynamicModule {
    return {
      module: QueueModule,
      imports: [
        BullModule.forRoot(backend.prepareBullMq()),
        // @nestjs/bullmq finds a processor class only where a queue is registered.
        BullModule.registerQueue(
          ...backend.shards.map(({ queueName: name, prefix }) => ({
            name,
            ...(prefix ? { prefix } : {}),
          })),
        ),
      ],
      providers: [
        {
          provide: LogQueue,
          inject: backend.shards.map(({ queueName }) => getQueueToken(queueName)),
          useFactory: (...queues: Queue[]) => LogQueue.open(queues, backend, logger),
        },
      ],
      exports: [LogQueue],
    };
  }

  static withWebhooks(backend: QueueBackend, logger: Logger): DynamicModule {
    const { imports = [], providers = [], ...module } = QueueModule.with(backend, logger);
    const webhooks: Provider = {
      provide: WebhookQueue,
      inject: [getQueueToken(WEBHOOK_QUEUE)],
      useFactory: (queue: Queue) => WebhookQueue.open(queue, logger),
    };
    return {
      ...module,
      imports: [...imports, BullModule.registerQueue({ name: WEBHOOK_QUEUE })],
      providers: [...providers, webhooks],
      exports: [LogQueue, WebhookQueue],
    };
  }
}
