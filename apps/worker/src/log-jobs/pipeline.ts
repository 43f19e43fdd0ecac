import type { DeadEntries, DeadJob, VisitWriter } from '@app/storage';
import type { Progress } from '../health/watch-progress.js';
import { deadJob, deadlyJob } from './dead-rows.js';
import {
  createSettleBatch,
  type PartOutcome,
  type PartsContext,
  type Settlement,
  type Suspect,
} from './settle-batch.js';
import type { DecodedBatch } from './steps/decode.js';
import type { Part } from './steps/split.js';
import { createSteps, type StepsDependencies } from './steps/steps.js';
import { createWebsitesStep } from './steps/websites.js';
import { beforeDecoding, WORKER_DIED_DECODING } from './suspicion.js';

export interface PipelineDependencies extends StepsDependencies {
  writer: VisitWriter;
  deadEntries: DeadEntries;
  /** Is told of every part that is started, because a batch in many parts may take long. */
  progress?: Progress;
}

/** One attempt at a job of the queue. */
export interface Delivery extends PartsContext {
  jobId: string;
  data: unknown;
}

/** The result for one batch of a job in this delivery. */
export interface SettledBatch extends Settlement {
  batchId: string;
}

/** The result of a delivery. If it contains a failure, the job must come back because of it. */
export type JobOutcome =
  | { kind: 'settled'; batches: SettledBatch[] }
  /** A newer release wrote the job. */
  | { kind: 'unknown_version'; version: unknown }
  /** Nobody can read the job, so the whole job is among the dead. */
  | { kind: 'unreadable'; reason: string }
  /** Nothing was done, because a store failed: the job was neither tried nor put among the dead. */
  | { kind: 'untouched'; failure: unknown };

/** Never throws. */
export type ProcessJob = (delivery: Delivery) => Promise<JobOutcome>;

/**
 * Takes jobs the way that `steps.ts` lists. The batches of a job are settled side by side, so that
 * their look-ups and writes can be joined; those of a suspect job one after the other. The failure
 * policy decides what a failed part means.
 */
export function createPipeline(dependencies: PipelineDependencies): ProcessJob {
  const steps = createSteps(dependencies);
  const assignWebsites = createWebsitesStep(dependencies);
  const settleBatch = createSettleBatch({ ...dependencies, takePart, websitesOf });
  const { mayNotDecode, buryUnreadable } = createWholeJobs(dependencies);

  return async function processJob({ jobId, data, ...context }) {
    const obstacle = context.suspect && (await mayNotDecode(context.suspect, jobId, data));
    if (obstacle) return obstacle;
    const decoded = steps.decode(data);
    if (decoded.kind === 'unknown_version') return decoded;
    if (decoded.kind === 'unreadable') return buryUnreadable(jobId, data, decoded.reason);
    const take = (batch: DecodedBatch) => takeBatch(batch, context);
    const batches = context.suspect
      ? await inTurn(decoded.batches, take)
      : await Promise.all(decoded.batches.map(take));
    return { kind: 'settled', batches };
  };

  async function takeBatch(decoded: DecodedBatch, context: PartsContext): Promise<SettledBatch> {
    const settlement = await settleBatch(steps.split(decoded), context);
    return { batchId: decoded.batch.id, ...settlement };
  }

  async function websitesOf(part: Part): Promise<number[]> {
    const websites = new Set((await assignWebsites(part)).websiteIds);
    return websites.size > 0 ? [...websites] : [part.batch.websiteId];
  }

  function takePart(part: Part): Promise<PartOutcome> {
    dependencies.progress?.made();
    return steps.ofPart.run(part);
  }
}

/** Carries out what is decided about a whole job, because it cannot be taken apart. */
function createWholeJobs({ deadEntries, ipStorage }: PipelineDependencies) {
  return { mayNotDecode, buryUnreadable };

  /** Returns the outcome when a suspect job must not be decoded now. */
  async function mayNotDecode(
    { suspicion, noteTrial }: Suspect,
    jobId: string,
    data: unknown,
  ): Promise<JobOutcome | undefined> {
    const precaution = beforeDecoding(suspicion);
    if (precaution.kind === 'bury')
      return bury(deadlyJob(jobId, data, WORKER_DIED_DECODING), WORKER_DIED_DECODING);
    try {
      await noteTrial(precaution.trial);
      return undefined;
    } catch (failure) {
      return { kind: 'untouched', failure };
    }
  }

  function buryUnreadable(jobId: string, data: unknown, reason: string): Promise<JobOutcome> {
    return bury(deadJob(jobId, data, reason, ipStorage), reason);
  }

  async function bury(job: DeadJob, reason: string): Promise<JobOutcome> {
    try {
      await deadEntries.buryJob(job);
      return { kind: 'unreadable', reason };
    } catch (failure) {
      return { kind: 'untouched', failure };
    }
  }
}

async function inTurn<In, Out>(inputs: In[], work: (input: In) => Promise<Out>): Promise<Out[]> {
  const outputs: Out[] = [];
  for (const input of inputs) outputs.push(await work(input));
  return outputs;
}
