import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  Inject,
  Module,
  type Type,
} from '@nestjs/common';
import type { Logger, WorkerMetrics } from '@app/observability';
import { LOG_QUEUE, LogQueue, type QueueBackend, QueueModule } from '@app/queue';
import type { Job } from 'bullmq';
import { JobsUnderWay } from './log-jobs/jobs-under-way.js';
import { AttemptError, namesOf, type TakeJob } from './log-jobs/take-job.js';
import type { Deliver } from './webhooks/deliver.js';
import { webhookProcessor } from './webhooks/webhook-processor.js';

/**
 * A job whose worker died is given to another one as often as it takes. BullMQ's default gives up
 * after the second death and loses the job. The ledger makes repeats harmless, and `suspicion.ts`
 * finds the entry of which the workers die.
 */
const MAX_STALLED_COUNT = 1_000;
const STALLED_CHECK_MS = 5_000;
/**
 * With BullMQ's default of 15 s, new jobs would wait that long after every short loss of the queue.
 */
const RETRY_MS = 2_000;

export interface WorkerDependencies {
  queue: QueueBackend;
  /** How many jobs may be under way at a time. */
  concurrency: number;
  /** After this long without a sign of life, a job is given to another worker. */
  lockSeconds: number;
  takeJob: TakeJob;
  /** Delivers to a webhook what is due. */
  deliver: Deliver;
  metrics: WorkerMetrics;
  logger: Logger;
}

/** The queues, and the processors that take their jobs. */
@Module({})
export class WorkerModule {
  static with(dependencies: WorkerDependencies): DynamicModule {
    return {
      module: WorkerModule,
      imports: [QueueModule.withWebhooks(dependencies.queue, dependencies.logger)],
      providers: [logJobProcessor(dependencies), webhookProcessor(dependencies)],
    };
  }
}

/**
 * Makes a processor class for these settings, because @nestjs/bullmq reads them from its decorator.
 */
function logJobProcessor(dependencies: WorkerDependencies): Type<WorkerHost> {
  const { concurrency, lockSeconds, takeJob, metrics, logger } = dependencies;

  @Processor(LOG_QUEUE, {
    concurrency,
    lockDuration: lockSeconds * 1_000,
    stalledInterval: Math.min(STALLED_CHECK_MS, lockSeconds * 500),
    maxStalledCount: MAX_STALLED_COUNT,
    runRetryDelay: RETRY_MS,
  })
  class LogJobProcessor extends WorkerHost implements BeforeApplicationShutdown {
    private readonly underWay: JobsUnderWay;

    constructor(@Inject(LogQueue) queue: LogQueue) {
      super();
      this.underWay = new JobsUnderWay({
        slots: concurrency,
        intake: () => this.worker,
        firstWaiting: async () => (await queue.lines()).first,
        onSpare: () => metrics.spareJobs.inc(),
        onError: (error) => this.onError(error as Error),
      });
    }

    process(job: Job, token: string | undefined): Promise<void> {
      return takeJob(job, token, this.underWay);
    }

    beforeApplicationShutdown(): Promise<void> {
      return this.underWay.stop();
    }

    @OnWorkerEvent('failed')
    onFailed(job: Job | undefined, error: Error): void {
      metrics.jobs.inc({ outcome: 'failed' });
      const attempt = `${job?.attemptsMade} of ${job?.opts.attempts}`;
      const { step, cause = error } = error instanceof AttemptError ? error : { step: undefined };
      logger.error({ ...(job && namesOf(job)), attempt, step, err: cause }, 'job failed');
    }

    @OnWorkerEvent('stalled')
    onStalled(jobId: string): void {
      logger.warn({ jobId }, 'a job was taken over from a worker that died');
    }

    @OnWorkerEvent('error')
    onError(error: Error): void {
      logger.warn({ reason: error.message }, 'queue connection');
    }
  }
  return LogJobProcessor;
}
