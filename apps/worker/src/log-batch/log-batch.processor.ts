import { setTimeout as sleep } from 'node:timers/promises';
import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import { Inject, type Type } from '@nestjs/common';
import type { Logger, Metrics } from '@app/observability';
import { isRedisUnable, LOG_BATCH_QUEUE } from '@app/queue';
import { isInfrastructureError } from '@app/storage';
import { DelayedError, type Job, UnrecoverableError } from 'bullmq';
import { LOGGER, METRICS, PROCESS_LOG_BATCH } from '../tokens.js';
import { postponement } from './postponement.js';
import type { BatchOutcome, ProcessLogBatch } from './process-log-batch.js';

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

/** Takes one job at a time to its end; how many of them at once stands in the decorator below. */
export class LogBatchProcessor extends WorkerHost {
  constructor(
    @Inject(PROCESS_LOG_BATCH) private readonly processLogBatch: ProcessLogBatch,
    @Inject(METRICS) private readonly metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
  }

  /** Resolves when the batch is stored; otherwise the job is postponed or fails, and is never lost. */
  async process(job: Job, token: string | undefined): Promise<void> {
    const endTimer = this.metrics.writeSeconds.startTimer();
    const outcome = await this.attempt(job, token);
    switch (outcome.kind) {
      case 'stored':
        endTimer();
        this.metrics.batches.inc({ outcome: 'stored' });
        this.metrics.visitsStored.inc(outcome.visits);
        this.metrics.visitsWithoutPage.inc(outcome.withoutPage);
        return;
      case 'duplicate':
        this.metrics.batches.inc({ outcome: 'duplicate' });
        this.logger.info({ batchId: job.id }, 'batch was written before');
        return;
      case 'unknown_version':
        return this.postpone(job, token, `batch of version ${String(outcome.version)}`);
      case 'malformed':
        throw new UnrecoverableError(`Malformed batch: ${outcome.reason}`);
    }
  }

  /** An absent or overwhelmed database costs the job no attempt. */
  private async attempt(job: Job, token: string | undefined): Promise<BatchOutcome> {
    try {
      return await this.processLogBatch(job.data);
    } catch (error) {
      if (!isInfrastructureError(error)) throw error;
      return this.postpone(job, token, (error as Error).message);
    }
  }

  /** The queue may be away together with the database: then it is tried until it answers. */
  private async postpone(job: Job, token: string | undefined, reason: string): Promise<never> {
    const delayMs = postponement(job.attemptsStarted - job.attemptsMade);
    this.logger.warn({ batchId: job.id, reason, delayMs }, 'batch postponed');
    this.metrics.batches.inc({ outcome: 'postponed' });
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
export function logBatchProcessor({
  concurrency,
  lockSeconds,
}: ProcessorSettings): Type<WorkerHost> {
  @Processor(LOG_BATCH_QUEUE, {
    concurrency,
    lockDuration: lockSeconds * 1_000,
    stalledInterval: Math.min(STALLED_CHECK_MS, lockSeconds * 500),
    maxStalledCount: MAX_STALLED_COUNT,
  })
  class ConfiguredProcessor extends LogBatchProcessor {}
  return ConfiguredProcessor;
}
