import { setTimeout as sleep } from 'node:timers/promises';
import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import { Inject, type Type } from '@nestjs/common';
import type { Logger, WorkerMetrics } from '@app/observability';
import { isRedisUnable, LOG_BATCH_QUEUE } from '@app/queue';
import { isInfrastructureError } from '@app/storage';
import { DelayedError, type Job } from 'bullmq';
import type { Progress } from '../health/watch-progress.js';
import { LOGGER, METRICS, PROCESS_LOG_JOB, PROGRESS } from '../tokens.js';
import { postponement } from './postponement.js';
import type { ProcessLogJob } from './process-log-job.js';
import type { Settlement } from './settlement.js';

export interface ProcessorSettings {
  concurrency: number;
  lockSeconds: number;
}

/**
 * A job whose worker died is given to another one as often as it takes: BullMQ's default gives up
 * after the second death and loses the batch. The ledger makes repeats harmless.
 */
const MAX_STALLED_COUNT = 1_000;
const STALLED_CHECK_MS = 5_000;
/** BullMQ's default of 15 s would keep new batches waiting after every short loss of the queue. */
const RETRY_MS = 2_000;

/** What is known of a batch when it has to come back. */
interface Return {
  reason: string;
  /** Entries that are not settled. */
  entries: number;
}

/** Takes one job at a time to its end; how many of them at once stands in the decorator below. */
export class LogJobProcessor extends WorkerHost {
  constructor(
    @Inject(PROCESS_LOG_JOB) private readonly processLogJob: ProcessLogJob,
    @Inject(METRICS) private readonly metrics: WorkerMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(PROGRESS) private readonly progress: Progress,
  ) {
    super();
  }

  /** Resolves when every entry is stored or dead; otherwise the job comes back, and is never lost. */
  async process(job: Job, token: string | undefined): Promise<void> {
    this.progress.made();
    const lastTry = job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
    const outcome = await this.processLogJob({ id: job.id ?? '', data: job.data, lastTry });
    this.progress.made();
    switch (outcome.kind) {
      case 'unknown_version': {
        const reason = `job of version ${String(outcome.version)}`;
        return this.postpone(job, token, { reason, entries: 0 });
      }
      case 'unreadable':
        this.metrics.batches.inc({ outcome: 'dead' });
        this.logger.error({ batchId: job.id, reason: outcome.reason }, 'batch is dead');
        return;
      case 'unburied':
        return this.comeBack(job, token, lastTry, { failure: outcome.failure, entries: 0 });
      case 'settled':
        this.count(job, outcome);
        if (outcome.left === 0) return;
        return this.comeBack(job, token, lastTry, {
          failure: outcome.failure,
          entries: outcome.left,
        });
    }
  }

  private count(job: Job, { stored, withoutPage, duplicate, dead, left }: Settlement): void {
    const { batches, entries, visitsStored, visitsWithoutPage } = this.metrics;
    for (const [outcome, number] of Object.entries({ stored, duplicate, dead }))
      if (number > 0) entries.inc({ outcome }, number);
    visitsStored.inc(stored);
    visitsWithoutPage.inc(withoutPage);
    if (dead > 0) this.logger.error({ batchId: job.id, dead }, 'entries are dead');
    if (left > 0) return;
    const outcome = stored > 0 ? 'stored' : dead > 0 ? 'dead' : 'duplicate';
    batches.inc({ outcome });
    if (outcome === 'duplicate') this.logger.info({ batchId: job.id }, 'batch was written before');
  }

  /**
   * An absent or overwhelmed database costs the job no attempt. Nor does a last attempt whose entries
   * could not even be put among the dead: in the failed set nobody would look for them.
   */
  private comeBack(
    job: Job,
    token: string | undefined,
    lastTry: boolean,
    { failure, entries }: { failure: unknown; entries: number },
  ): Promise<never> {
    const error = failure instanceof Error ? failure : new Error(String(failure));
    if (lastTry || isInfrastructureError(failure))
      return this.postpone(job, token, { reason: error.message, entries });
    this.metrics.entries.inc({ outcome: 'failed' }, entries);
    throw error;
  }

  /** The queue may be away together with the database: then it is tried until it answers. */
  private async postpone(
    job: Job,
    token: string | undefined,
    { reason, entries }: Return,
  ): Promise<never> {
    const delayMs = postponement(job.attemptsStarted - job.attemptsMade);
    this.logger.warn({ batchId: job.id, reason, delayMs }, 'batch postponed');
    this.metrics.batches.inc({ outcome: 'postponed' });
    this.metrics.entries.inc({ outcome: 'postponed' }, entries);
    for (;;) {
      try {
        await job.moveToDelayed(Date.now() + delayMs, token);
        throw new DelayedError();
      } catch (error) {
        // The queue lives in one of both.
        if (!isInfrastructureError(error) && !isRedisUnable(error)) throw error;
        await sleep(delayMs);
      }
    }
  }

  @OnWorkerEvent('failed')
  onFailed(job: Job | undefined, error: Error): void {
    this.metrics.batches.inc({ outcome: 'failed' });
    const attempt = `${job?.attemptsMade} of ${job?.opts.attempts}`;
    this.logger.error({ batchId: job?.id, attempt, err: error }, 'batch failed');
  }

  @OnWorkerEvent('stalled')
  onStalled(batchId: string): void {
    this.logger.warn({ batchId }, 'batch taken over from a worker that died');
  }

  @OnWorkerEvent('error')
  onError(error: Error): void {
    this.logger.warn({ reason: error.message }, 'queue connection');
  }
}

/** The processor class for these settings: BullMQ reads them from its decorator. */
export function logJobProcessor({ concurrency, lockSeconds }: ProcessorSettings): Type<WorkerHost> {
  @Processor(LOG_BATCH_QUEUE, {
    concurrency,
    lockDuration: lockSeconds * 1_000,
    stalledInterval: Math.min(STALLED_CHECK_MS, lockSeconds * 500),
    maxStalledCount: MAX_STALLED_COUNT,
    runRetryDelay: RETRY_MS,
  })
  class ConfiguredProcessor extends LogJobProcessor {}
  return ConfiguredProcessor;
}
