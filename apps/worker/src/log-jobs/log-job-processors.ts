import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import { type BeforeApplicationShutdown, Inject, type Provider, type Type } from '@nestjs/common';
import type { Logger, WorkerMetrics } from '@app/observability';
import { LogQueue, type Shard } from '@app/queue';
import type { Job, WorkerOptions } from 'bullmq';
import { JobsUnderWay } from './jobs-under-way.js';
import { ShardSlots } from './shard-slots.js';
import { AttemptError, namesOf, type TakeJob } from './take-job.js';

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

export interface LogJobProcessing {
  shards: readonly Shard[];
  /** How many jobs of all shards may be under way at a time. */
  concurrency: number;
  /** After this long without a sign of life, a job is given to another worker. */
  lockSeconds: number;
  takeJob: TakeJob;
  metrics: WorkerMetrics;
  logger: Logger;
}

/** What the processors of all shards share. */
interface Sharing extends LogJobProcessing {
  slots: ShardSlots;
  /** The processors, in the order of their shards. */
  hosts: WorkerHost[];
}

/**
 * Makes a processor class for each shard, because @nestjs/bullmq makes a worker of BullMQ for each
 * class. Together they hold no more jobs than a single one would, and know of each other what they
 * have under way.
 */
export function logJobProcessors(parts: LogJobProcessing): Provider[] {
  const { shards, concurrency, metrics, logger } = parts;
  const hosts: WorkerHost[] = [];
  const slots = new ShardSlots(concurrency, shards.length, (jobs) =>
    hosts.forEach((host, shard) => (host.worker.concurrency = jobs[shard] ?? 1)),
  );
  const underWay: Provider = {
    provide: JobsUnderWay,
    inject: [LogQueue],
    useFactory: (queue: LogQueue) =>
      new JobsUnderWay({
        slots: concurrency,
        intakes: () => hosts.map(({ worker }) => worker),
        firstWaiting: () => queue.firstWaiting(),
        onSpare: () => metrics.spareJobs.inc(),
        onError: (error) => logger.warn({ reason: (error as Error).message }, 'queue connection'),
      }),
  };
  const sharing = { ...parts, slots, hosts };
  return [underWay, ...shards.map((_, shard) => logJobProcessor(shard, sharing))];
}

function logJobProcessor(shard: number, sharing: Sharing): Type<WorkerHost> {
  const { shards, slots, hosts, takeJob, metrics, logger } = sharing;
  const { queueName = '' } = shards[shard] ?? {};

  @Processor(queueName, optionsOf(shard, sharing))
  class LogJobProcessor extends WorkerHost implements BeforeApplicationShutdown {
    constructor(@Inject(JobsUnderWay) private readonly underWay: JobsUnderWay) {
      super();
      hosts[shard] = this;
    }

    async process(job: Job, token: string | undefined): Promise<void> {
      try {
        await takeJob(job, token, this.underWay);
      } finally {
        slots.finished(shard);
      }
    }

    beforeApplicationShutdown(): Promise<void> {
      return this.underWay.stop();
    }

    @OnWorkerEvent('active')
    onActive(): void {
      slots.took(shard);
    }

    @OnWorkerEvent('drained')
    onDrained(): void {
      slots.foundEmpty(shard);
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

function optionsOf(
  shard: number,
  { slots, lockSeconds }: Sharing,
): Omit<WorkerOptions, 'connection'> {
  return {
    concurrency: slots.allowed()[shard],
    lockDuration: lockSeconds * 1_000,
    stalledInterval: Math.min(STALLED_CHECK_MS, lockSeconds * 500),
    maxStalledCount: MAX_STALLED_COUNT,
    runRetryDelay: RETRY_MS,
  };
}
