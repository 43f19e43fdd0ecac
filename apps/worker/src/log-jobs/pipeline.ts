import type { Classifier } from '@app/classification';
import type { IpStorage } from '@app/contracts';
import type { StepName } from '@app/observability';
import type { Turn } from '@app/queue';
import type {
  DeadEntries,
  DeadJob,
  DeclaredBots,
  PageDictionary,
  VisitWriter,
  WebsitesOfBatches,
} from '@app/storage';
import type { Progress } from '../health/watch-progress.js';
import { deadJob, deadlyJob } from './dead-rows.js';
import {
  createSettleBatch,
  type PartOutcome,
  type PartsContext,
  type Settlement,
  type Suspect,
} from './settle-batch.js';
import type { Slices } from './slices.js';
import { createClassifyStep } from './steps/classify.js';
import { decode, type DecodedBatch } from './steps/decode.js';
import { createNamesStep } from './steps/names.js';
import { createPagesStep } from './steps/pages.js';
import { createRequestsStep, type RequestsStepDependencies } from './steps/requests.js';
import { type Part, split } from './steps/split.js';
import { createVerifyStep, type VerifyStepDependencies } from './steps/verify.js';
import { createWebsitesStep } from './steps/websites.js';
import { createWriteStep, type WriteStepDependencies } from './steps/write.js';
import { beforeDecoding, WORKER_DIED_DECODING } from './suspicion.js';

export interface PipelineDependencies {
  /** The turn of the jobs that this pipeline takes. The default is `later`. */
  turn?: Turn;
  /** Divides the time of the processor between the pipelines that share it. */
  slices?: Slices;
  websites: WebsitesOfBatches;
  pages: PageDictionary;
  declaredBots: Pick<DeclaredBots, 'resolve'>;
  writer: VisitWriter;
  deadEntries: DeadEntries;
  classifier: Classifier;
  ipStorage: IpStorage;
  /** Undefined when nobody verifies visits. */
  verification?: VerifyStepDependencies['verification'];
  /** Undefined when visits are judged by their agents only. */
  behaviour?: RequestsStepDependencies['behaviour'];
  visitsVerified?: WriteStepDependencies['visitsVerified'];
  /**
   * Gets the duration of each step, including the time that it waits for a store or for other
   * batches.
   */
  stepSeconds?: { observe(labels: { step: StepName }, seconds: number): void };
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
 * The way of every entry, from a job of the queue to visits in the database:
 *
 *     decode → split → websites → classify → verify → requests → pages → names → write
 *
 * Each step is a function in `steps/`, made with what it needs, and timed under its name. The
 * batches of a job are settled side by side, so that their look-ups and writes can be joined; those
 * of a suspect job one after the other. The failure policy decides what a failed part means.
 */
export function createPipeline(dependencies: PipelineDependencies): ProcessJob {
  const timed = timedBy(dependencies.stepSeconds);
  const decodeJob = timed('decode', decode);
  const splitBatch = timed('split', split);
  const assignWebsites = timed('websites', createWebsitesStep(dependencies));
  const classify = timed('classify', createClassifyStep(dependencies));
  const verify = timed('verify', createVerifyStep(dependencies));
  const judgeRequests = timed('requests', createRequestsStep(dependencies));
  const findPages = timed('pages', createPagesStep(dependencies));
  const findNames = timed('names', createNamesStep(dependencies));
  const write = timed('write', createWriteStep(dependencies));
  const settleBatch = createSettleBatch({ ...dependencies, takePart, websitesOf });
  const { mayNotDecode, buryUnreadable } = createWholeJobs(dependencies);

  return async function processJob({ jobId, data, ...context }) {
    const obstacle = context.suspect && (await mayNotDecode(context.suspect, jobId, data));
    if (obstacle) return obstacle;
    const decoded = decodeJob(data);
    if (decoded.kind === 'unknown_version') return decoded;
    if (decoded.kind === 'unreadable') return buryUnreadable(jobId, data, decoded.reason);
    const take = (batch: DecodedBatch) => takeBatch(batch, context);
    const batches = context.suspect
      ? await inTurn(decoded.batches, take)
      : await Promise.all(decoded.batches.map(take));
    return { kind: 'settled', batches };
  };

  async function takeBatch(decoded: DecodedBatch, context: PartsContext): Promise<SettledBatch> {
    const settlement = await settleBatch(splitBatch(decoded), context);
    return { batchId: decoded.batch.id, ...settlement };
  }

  async function websitesOf(part: Part): Promise<number[]> {
    const { websiteIds, skipped } = await assignWebsites(part);
    const websites = new Set([...websiteIds, ...skipped.map(({ websiteId }) => websiteId)]);
    return websites.size > 0 ? [...websites] : [part.batch.websiteId];
  }

  async function takePart(part: Part): Promise<PartOutcome> {
    dependencies.progress?.made();
    let step: StepName = 'websites';
    try {
      const assigned = await assignWebsites(part);
      step = 'classify';
      const classified = await classify(assigned);
      step = 'verify';
      const judged = await verify(classified);
      step = 'requests';
      const withRequests = await judgeRequests(judged);
      step = 'pages';
      const withPages = await findPages(withRequests);
      step = 'names';
      const named = await findNames(withPages);
      step = 'write';
      return await write(named);
    } catch (error) {
      return { kind: 'failed', step, error };
    }
  }
}

/** Returns a function that makes a step report its duration under its name, even when it fails. */
function timedBy(stepSeconds: PipelineDependencies['stepSeconds']) {
  return <In, Out>(name: StepName, step: (input: In) => Out): ((input: In) => Out) => {
    if (!stepSeconds) return step;
    return (input) => {
      const begun = performance.now();
      const tell = () => stepSeconds.observe({ step: name }, (performance.now() - begun) / 1_000);
      const output = step(input);
      if (output instanceof Promise) void output.then(tell, tell);
      else tell();
      return output;
    };
  };
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
