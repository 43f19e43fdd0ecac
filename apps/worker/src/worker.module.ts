import { type DynamicModule, Module } from '@nestjs/common';
import type { Logger, Metrics } from '@app/observability';
import { type QueueBackend, QueueModule } from '@app/queue';
import { logBatchProcessor, type ProcessorSettings } from './log-batch/log-batch.processor.js';
import type { ProcessLogBatch } from './log-batch/process-log-batch.js';
import { LOGGER, METRICS, PROCESS_LOG_BATCH } from './tokens.js';

export interface WorkerDependencies {
  queue: QueueBackend;
  processor: ProcessorSettings;
  processLogBatch: ProcessLogBatch;
  metrics: Metrics;
  logger: Logger;
}

@Module({})
export class WorkerModule {
  static with(dependencies: WorkerDependencies): DynamicModule {
    return {
      module: WorkerModule,
      imports: [QueueModule.with(dependencies.queue, dependencies.logger)],
      providers: [
        { provide: PROCESS_LOG_BATCH, useValue: dependencies.processLogBatch },
        { provide: METRICS, useValue: dependencies.metrics },
        { provide: LOGGER, useValue: dependencies.logger },
        logBatchProcessor(dependencies.processor),
      ],
    };
  }
}
