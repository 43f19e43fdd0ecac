import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger, WorkerMetrics } from '@app/observability';
import { type Turn, turnOf } from '@app/queue';
import { DelayedError, type Job, WaitingError } from 'bullmq';
import { ALL_SHARDS, type Progress } from '../health/watch-progress.js';
import { HELD, isApart, notesHeld } from './apart.js';
import { headsOf } from './heads-of.js';
import { afterDelivery, isStoreAway, postponement } from './failure-policy.js';
import { type JobsUnderWay, NOT_NOW } from './jobs-under-way.js';
import type { Delivery, ProcessJob, SettledBatch } from './pipeline.js';
import { joinSettlements, type Settlement, type Suspect } from './settle-batch.js';
import { suspicionOf } from './suspicion.js';

export interface TakeJobDependencies {
  /**
   * By the turn of the job: jobs that come first never wait for the look-ups and writes of others.
   */
  processJob: Record<Turn, ProcessJob>;
  /** Does a job with look-ups and writes of its own. */
  processApart: (turn: Turn, delivery: Delivery) => ReturnType<ProcessJob>;
  metrics: WorkerMetrics;
  progress: Progress;
  logger: Logger;
}

/**
 * Takes a job of the queue to its end: it resolves when every entry is stored or dead. Otherwise it
 * throws and the job comes back, so that no job is lost.
 */
export type TakeJob = (
  job: Job,
  token: string | undefined,
  underWay: JobsUnderWay,
) => Promise<void>;

/** The pause before the queue is asked again to note something in a job. */
const RETRY_MS = 500;
/** How many batches a line of the log names, because a job may have many small ones. */
const MOST_NAMED = 10;

export function createTakeJob(dependencies: TakeJobDependencies): TakeJob {
  const { processJob, processApart, metrics, progress, logger } = dependencies;
  const { comeBack, postpone, putBack } = createComingBack(dependencies);
  const tell = createTelling(dependencies);

  return async function takeJob(job, token, underWay) {
    const held = { job, token };
    const suspect = suspectOf(job);
    await progress.during(suspect ? ALL_SHARDS : job.queueName, async () => {
      const taken = suspect
        ? await underWay.alone(() => settleSuspect(held, suspect))
        : await underWay.beside(turnOf(job), () => settle(held));
      if (taken === NOT_NOW) await putBack(held);
    });
  };

  function settleSuspect(held: HeldJob, suspect: Suspect): Promise<void> {
    const { deaths } = suspect.suspicion;
    logger.warn({ ...namesOf(held.job), deaths }, 'workers died with this job: it is taken alone');
    metrics.suspectJobs.inc();
    return settle(held, suspect);
  }

  async function settle({ job, token }: HeldJob, suspect?: Suspect): Promise<void> {
    const lastTry = job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
    const delivery = { jobId: job.id ?? '', data: job.data as unknown, lastTry, suspect };
    const turn = turnOf(job);
    const outcome = await (isApart(job)
      ? processApart(turn, delivery)
      : processJob[turn](delivery));
    switch (outcome.kind) {
      case 'settled': {
        const { left, failure, failedStep } = tell(job, outcome.batches);
        if (left > 0) await comeBack({ job, token }, { failure, failedStep, left, lastTry });
        return;
      }
      case 'unknown_version':
        return postpone({ job, token }, { reason: `job of version ${String(outcome.version)}` });
      case 'unreadable':
        metrics.jobs.inc({ outcome: 'dead' });
        logger.error({ ...namesOf(job), reason: outcome.reason }, 'the job is dead');
        return;
      case 'untouched':
        return comeBack({ job, token }, { failure: outcome.failure, left: 0, lastTry });
    }
  }
}

/** A job that this worker holds, with the token that proves it. */
interface HeldJob {
  job: Job;
  token: string | undefined;
}

/** Why a job comes back. */
interface Unfinished {
  failure: unknown;
  /** The step that failed. Undefined when something else failed, such as the ledger. */
  failedStep?: string;
  /** The number of entries that are not settled. */
  left: number;
  lastTry: boolean;
}

/** The failure of an attempt. Its message begins with the step that failed. */
export class AttemptError extends Error {
  constructor(
    override readonly cause: unknown,
    readonly step: string | undefined,
  ) {
    const message = cause instanceof Error ? cause.message : String(cause);
    super(step ? `${step}: ${message}` : message);
  }
}

/**
 * Returns a function that counts and logs the results of a job's batches. The API's line about a
 * batch has the same `batchId`.
 */
function createTelling({ metrics, logger }: TakeJobDependencies) {
  return function tell({ id: jobId }: Job, batches: SettledBatch[]): Settlement {
    for (const { batchId, stored, duplicate, dead, dropped, skipped, left } of batches) {
      const ids = { jobId, batchId };
      if (dead > 0) logger.error({ ...ids, dead }, 'entries of a batch are dead');
      if (duplicate > 0)
        logger.info({ ...ids, duplicate }, 'entries of a batch were written before');
      logger.debug({ ...ids, stored, duplicate, dead, dropped, skipped, left }, 'batch delivered');
    }
    const sum = joinSettlements(batches);
    const { stored, duplicate, dead } = sum;
    for (const [outcome, number] of Object.entries({ stored, duplicate, dead }))
      if (number > 0) metrics.entries.inc({ outcome }, number);
    metrics.visitsStored.inc(stored);
    metrics.visitsWithoutPage.inc(sum.withoutPage);
    metrics.entriesDropped.inc(sum.dropped);
    metrics.entriesSkipped.inc(sum.skipped);
    if (sum.left === 0)
      metrics.jobs.inc({ outcome: stored > 0 ? 'stored' : dead > 0 ? 'dead' : 'duplicate' });
    return sum;
  };
}

/** Carries out what the failure policy decides about jobs. */
function createComingBack({ metrics, logger }: TakeJobDependencies) {
  return { comeBack, postpone, putBack };

  async function comeBack(held: HeldJob, unfinished: Unfinished): Promise<never> {
    const { failure, failedStep: step, left, lastTry } = unfinished;
    const { job } = held;
    const error = new AttemptError(failure, step);
    if (notesHeld(job, failure)) await untilQueueAnswers(() => job.updateProgress(HELD), RETRY_MS);
    if (afterDelivery(failure, lastTry) === 'postpone')
      return postpone(held, { reason: error.message, left });
    metrics.entries.inc({ outcome: 'failed' }, left);
    throw error;
  }

  async function postpone(
    { job, token }: HeldJob,
    { reason, left = 0 }: { reason: string; left?: number },
  ): Promise<never> {
    const delayMs = postponement(job.attemptsStarted - job.attemptsMade);
    logger.warn({ ...namesOf(job), reason, delayMs }, 'job postponed');
    metrics.jobs.inc({ outcome: 'postponed' });
    metrics.entries.inc({ outcome: 'postponed' }, left);
    await untilQueueAnswers(() => job.moveToDelayed(Date.now() + delayMs, token), delayMs);
    throw new DelayedError();
  }

  /** Puts a job back that came while another one is alone. Any worker may take it at once. */
  async function putBack({ job, token }: HeldJob): Promise<never> {
    await untilQueueAnswers(() => job.moveToWait(token), postponement(1));
    throw new WaitingError();
  }
}

/** The queue may be away together with the database. Then this is tried until the queue answers. */
async function untilQueueAnswers(work: () => Promise<unknown>, pauseMs: number): Promise<void> {
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isStoreAway(error)) throw error;
      await sleep(pauseMs);
    }
  }
}

/** Returns undefined for a job that is taken like any other one. */
function suspectOf(job: Job): Suspect | undefined {
  const suspicion = suspicionOf(job.stalledCounter, job.progress);
  return suspicion && { suspicion, noteTrial: (trial) => job.updateProgress(trial) };
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
  const ids = headsOf(job.data)
    .map(({ id }) => id)
    .filter((id) => id !== undefined);
  return { jobId: job.id, batchIds: ids.slice(0, MOST_NAMED), batches: ids.length };
}
