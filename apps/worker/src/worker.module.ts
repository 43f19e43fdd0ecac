import { type DynamicModule, Module } from '@nestjs/common';
import { type QueueBackend, QueueModule } from '@app/queue';
import { type LogJobProcessing, logJobProcessors } from './log-jobs/log-job-processors.js';
import { type WebhookProcessing, webhookProcessor } from './webhooks/webhook-processor.js';

export interface WorkerDependencies extends Omit<LogJobProcessing, 'shards'>, WebhookProcessing {
  queue: QueueBackend;
}

/** The queues, and the processors that take their jobs. */
@Module({})
export class WorkerModule {
  static with(dependencies: WorkerDependencies): DynamicModule {
    const { queue, logger } = dependencies;
    return {
      module: WorkerModule,
      imports: [QueueModule.withWebhooks(queue, logger)],
      providers: [
        ...logJobProcessors({ ...dependencies, shards: queue.shards }),
        webhookProcessor(dependencies),
      ],
    };
  }
}
