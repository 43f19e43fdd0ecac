import { type DynamicModule, Module } from '@nestjs/common';
import type { Logger, WorkerMetrics } from '@app/observability';
import { type QueueBackend, QueueModule } from '@app/queue';
import type { Progress } from './health/watch-progress.js';
import { logJobProcessor, type ProcessorSettings } from './log-batch/log-job.processor.js';
import type { ProcessLogJob } from './log-batch/process-log-job.js';
import { LOGGER, METRICS, PROCESS_LOG_JOB, PROGRESS } from './tokens.js';

export interface WorkerDependencies {
  queue: QueueBackend;
  processor: ProcessorSettings;
  processLogJob: ProcessLogJob;
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
        { provide: PROCESS_LOG_JOB, useValue: dependencies.processLogJob },
        { provide: METRICS, useValue: dependencies.metrics },
        { provide: PROGRESS, useValue: dependencies.progress },
        { provide: LOGGER, useValue: dependencies.logger },
        logJobProcessor(dependencies.processor),
      ],
    };
  }
}
