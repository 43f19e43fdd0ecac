import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger, WorkerMetrics } from '@app/observability';
import { isRedisUnable } from '@app/queue';
import { isInfrastructureError } from '@app/storage';
import { DelayedError, type Job } from 'bullmq';
import type { Progress } from '../health/watch-progress.js';
import { afterDelivery, postponement } from './failure-policy.js';
import type { ProcessJob, SettledBatch } from './pipeline.js';
import { joinSettlements, type Settlement } from './settle-batch.js';

export interface TakeJobDependencies {
  processJob: ProcessJob;
  metrics: WorkerMetrics;
  progress: Progress;
  logger: Logger;
}

/**
 * Takes a job of the queue to its end: it resolves when every entry is stored or dead. Otherwise it
 * throws and the job comes back, so that no job is lost.
 */
export type TakeJob = (job: Job, token: string | undefined) => Promise<void>;

/** How many batches a line of the log names, because a job may have many small ones. */
const MOST_NAMED = 10;

export function createTakeJob(dependencies: TakeJobDependencies): TakeJob {
  const { processJob, metrics, progress, logger } = dependencies;
  const { comeBack, postpone } = createComingBack(dependencies);

  return async function takeJob(job, token) {
    progress.made();
    const lastTry = job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
    const outcome = await processJob({ jobId: job.id ?? '', data: job.data, lastTry });
    progress.made();
    switch (outcome.kind) {
      case 'settled': {
        const { left, failure } = tell(job, outcome.batches);
        if (left > 0) await comeBack({ job, token }, { failure, left, lastTry });
        return;
      }
      case 'unknown_version':
        return postpone({ job, token }, `job of version ${String(outcome.version)}`, 0);
      case 'unreadable':
        metrics.jobs.inc({ outcome: 'dead' });
        logger.error({ ...namesOf(job), reason: outcome.reason }, 'the job is dead');
        return;
      case 'unburied':
        return comeBack({ job, token }, { failure: outcome.failure, left: 0, lastTry });
    }
  };

  /**
   * Counts and logs the results of a job's batches. The API's line about a batch has the same
   * `batchId`.
   */
  function tell({ id: jobId }: Job, batches: SettledBatch[]): Settlement {
    for (const { batchId, stored, duplicate, dead, dropped, left } of batches) {
      const ids = { jobId, batchId };
      if (dead > 0) logger.error({ ...ids, dead }, 'entries of a batch are dead');
      if (duplicate > 0)
        logger.info({ ...ids, duplicate }, 'entries of a batch were written before');
      logger.debug({ ...ids, stored, duplicate, dead, dropped, left }, 'batch delivered');
    }
    const sum = joinSettlements(batches);
    const { stored, duplicate, dead } = sum;
    for (const [outcome, number] of Object.entries({ stored, duplicate, dead }))
      if (number > 0) metrics.entries.inc({ outcome }, number);
    metrics.visitsStored.inc(stored);
    metrics.visitsWithoutPage.inc(sum.withoutPage);
    metrics.entriesDropped.inc(sum.dropped);
    if (sum.left === 0)
      metrics.jobs.inc({ outcome: stored > 0 ? 'stored' : dead > 0 ? 'dead' : 'duplicate' });
    return sum;
  }
}

/** A job that this worker holds, with the token that proves it. */
interface HeldJob {
  job: Job;
  token: string | undefined;
}

/** Carries out what the failure policy decides about jobs. */
function createComingBack({ metrics, logger }: TakeJobDependencies) {
  return { comeBack, postpone };

  /** `left` is the number of entries that are not settled. */
  function comeBack(
    held: HeldJob,
    { failure, left, lastTry }: { failure: unknown; left: number; lastTry: boolean },
  ): Promise<never> {
    const error = failure instanceof Error ? failure : new Error(String(failure));
    if (afterDelivery(failure, lastTry) === 'postpone') return postpone(held, error.message, left);
    metrics.entries.inc({ outcome: 'failed' }, left);
    throw error;
  }

  /**
   * The queue may be away together with the database. Then this is tried until the queue answers.
   */
  async function postpone({ job, token }: HeldJob, reason: string, left: number): Promise<never> {
    const delayMs = postponement(job.attemptsStarted - job.attemptsMade);
    logger.warn({ ...namesOf(job), reason, delayMs }, 'job postponed');
    metrics.jobs.inc({ outcome: 'postponed' });
    metrics.entries.inc({ outcome: 'postponed' }, left);
    for (;;) {
      try {
        await job.moveToDelayed(Date.now() + delayMs, token);
        throw new DelayedError();
      } catch (error) {
        // The queue is in one of these two stores.
        if (!isInfrastructureError(error) && !isRedisUnable(error)) throw error;
        await sleep(delayMs);
      }
    }
  }
}

/**
 * Returns what a log line about a job contains: the job's id and the ids of its batches, which the
 * API logged when it accepted them. Data that cannot be read gives no batches.
 */
export function namesOf(job: Pick<Job, 'id' | 'data'>): {
  jobId: string | undefined;
  /** The ids of the first ten batches. */
  batchIds: unknown[];
  /** The number of batches. */
  batches: number;
} {
  const { id, batches } = Object(job.data) as { id?: unknown; batches?: unknown };
  const heads = (Array.isArray(batches) ? batches : [{ id }]) as unknown[];
  const ids = heads
    .map((head) => (Object(head) as { id?: unknown }).id)
    .filter((one) => one !== undefined);
  return { jobId: job.id, batchIds: ids.slice(0, MOST_NAMED), batches: ids.length };
}
