import { type DynamicModule, Module } from '@nestjs/common';
import type { Logger, WorkerMetrics } from '@app/observability';
import { type QueueBackend, QueueModule } from '@app/queue';
import type { Progress } from './health/watch-progress.js';
import { logBatchProcessor, type ProcessorSettings } from './log-batch/log-batch.processor.js';
import type { ProcessLogBatch } from './log-batch/process-log-batch.js';
import { LOGGER, METRICS, PROCESS_LOG_BATCH, PROGRESS } from './tokens.js';

export interface WorkerDependencies {
  queue: QueueBackend;
  processor: ProcessorSettings;
  processLogBatch: ProcessLogBatch;
  metrics: WorkerMetrics;
  progress: Progress;
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
        { provide: PROGRESS, useValue: dependencies.progress },
        { provide: LOGGER, useValue: dependencies.logger },
        logBatchProcessor(dependencies.processor),
      ],
    };
  }
}
