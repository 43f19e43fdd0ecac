import type { IpStorage } from '@app/contracts';
import type { DeadEntries, VisitWriter } from '@app/storage';
import { deadEntry } from './dead-rows.js';
import { afterFailure, decisiveFailure } from './failure-policy.js';
import type { FailedStep } from './step-chain.js';
import { halve, type Part } from './steps/split.js';
import type { Written } from './steps/write.js';
import { beforeTrial, type Suspicion, type Trial, WORKER_DIED } from './suspicion.js';

/** What happened to the entries in one delivery, as numbers. */
export interface Settlement {
  stored: number;
  /** The stored entries that are beyond the bound on distinct paths. */
  withoutPage: number;
  /** Entries that an earlier delivery settled. */
  duplicate: number;
  dead: number;
  /** Entries that were left out because their website is deleted. */
  dropped: number;
  /** Entries that were left out because their website counts pages only. */
  skipped: number;
  /** Entries that are not settled; `failure` says why. */
  left: number;
  failure?: unknown;
  /** The step that failed. Undefined when something else failed, such as the ledger. */
  failedStep?: string;
}

export const SETTLED_NOTHING: Settlement = {
  stored: 0,
  withoutPage: 0,
  duplicate: 0,
  dead: 0,
  dropped: 0,
  skipped: 0,
  left: 0,
};

/** The result of a part's way through the steps. */
export type PartOutcome = Written | FailedStep;
type Failed = Extract<PartOutcome, { kind: 'failed' }>;

/** What a delivery of a job means for its parts. */
export interface PartsContext {
  /** True when the job has no further attempt: what cannot be stored now is dead. */
  lastTry: boolean;
  /** Only for a job with which workers died. */
  suspect?: Suspect;
}

/** A job with which workers died. */
export interface Suspect {
  suspicion: Suspicion;
  /** Notes a trial in the job, durably. */
  noteTrial: (trial: Trial) => Promise<void>;
}

export interface SettleBatchDependencies {
  /** Leads a part through the steps; never throws. */
  takePart: (part: Part) => Promise<PartOutcome>;
  /** Returns the websites for which the entries of a part count, which are the same at every delivery. */
  websitesOf: (part: Part) => Promise<number[]>;
  writer: VisitWriter;
  deadEntries: DeadEntries;
  ipStorage: IpStorage;
}

/** Settles the parts of one batch, one after the other; never throws. */
export type SettleBatch = (parts: Part[], context: PartsContext) => Promise<Settlement>;

/**
 * Carries out what the failure policy decides about parts. Everything that is settled gets its row
 * in the ledger in the same transaction. So a crash or a redelivery at any point neither loses nor
 * doubles.
 */
export function createSettleBatch(dependencies: SettleBatchDependencies): SettleBatch {
  const { takePart } = dependencies;
  const { mend, splitPart, bury } = createRemedies(dependencies);

  return async function settleBatch(parts, context) {
    const sum = { ...SETTLED_NOTHING };
    const open = [...parts];
    for (let part = open.shift(); part; part = open.shift()) {
      try {
        open.unshift(...(await settlePart(part, sum, context)));
      } catch (error) {
        if (sum.failure !== error) Object.assign(sum, { failure: error, failedStep: undefined });
        sum.left += [part, ...open].reduce((count, { places }) => count + places.length, 0);
        break;
      }
    }
    return sum;
  };

  /** Returns the halves to settle instead, if there are any. Throws when the delivery must end. */
  async function settlePart(part: Part, sum: Settlement, context: PartsContext): Promise<Part[]> {
    const { lastTry, suspect } = context;
    if (suspect) {
      const { id, places } = part;
      const precaution = beforeTrial({ id, entries: places.length }, suspect.suspicion);
      if (precaution.kind === 'halve') return splitPart(part, sum);
      if (precaution.kind === 'bury') return bury(part, new Error(WORKER_DIED), sum);
      await suspect.noteTrial(precaution.trial);
    }
    const outcome = await takePart(part);
    switch (outcome.kind) {
      case 'stored':
        sum.stored += outcome.visits;
        sum.duplicate += outcome.known;
        sum.withoutPage += outcome.withoutPage;
        sum.dropped += outcome.dropped;
        sum.skipped += outcome.skipped;
        return [];
      case 'duplicate':
        sum.duplicate += part.places.length;
        return [];
      case 'split':
        return halve(part);
      case 'failed':
        return mend(part, outcome, sum, lastTry);
    }
  }
}

/** Carries out the remedies for a part that cannot be taken as it is. */
function createRemedies(dependencies: SettleBatchDependencies) {
  const { writer, deadEntries, ipStorage, websitesOf } = dependencies;
  return { mend, splitPart, bury };

  async function mend(
    part: Part,
    { error, step: failedStep }: Failed,
    sum: Settlement,
    lastTry: boolean,
  ): Promise<Part[]> {
    const entries = part.places.length;
    const othersRetry = sum.failure !== undefined;
    switch (afterFailure(error, { entries, lastTry, othersRetry })) {
      case 'stop':
        Object.assign(sum, { failure: error, failedStep });
        throw error;
      case 'halve':
        return splitPart(part, sum);
      case 'bury':
        return bury(part, error, sum);
      case 'retry':
        if (!othersRetry) Object.assign(sum, { failure: error, failedStep });
        sum.left += entries;
        return [];
    }
  }

  /**
   * Returns the halves of a part. The ledger knows about them before they are written, so nothing
   * writes the whole part any more.
   */
  async function splitPart(part: Part, sum: Settlement): Promise<Part[]> {
    const { id, halfOf } = part;
    if (await writer.split({ ...part.batch, id, halfOf }, await websitesOf(part)))
      return halve(part);
    sum.duplicate += part.places.length;
    return [];
  }

  async function bury(part: Part, error: unknown, sum: Settlement): Promise<Part[]> {
    const [countedFor = part.batch.websiteId] = await websitesOf(part);
    const buried = await deadEntries.buryEntry(deadEntry(part, error, ipStorage, countedFor));
    sum[buried ? 'dead' : 'duplicate'] += 1;
    return [];
  }
}

/** Returns one settlement for all batches of a job. */
export function joinSettlements(settlements: Settlement[]): Settlement {
  const joined = settlements.reduce(add, SETTLED_NOTHING);
  if (joined.left === 0) return joined;
  const open = settlements.filter(({ left }) => left > 0);
  const failure = decisiveFailure(open.map((settlement) => settlement.failure));
  const failedStep = open.find((settlement) => settlement.failure === failure)?.failedStep;
  return { ...joined, failure, failedStep };
}

function add(sum: Settlement, next: Settlement): Settlement {
  return {
    stored: sum.stored + next.stored,
    withoutPage: sum.withoutPage + next.withoutPage,
    duplicate: sum.duplicate + next.duplicate,
    dead: sum.dead + next.dead,
    dropped: sum.dropped + next.dropped,
    skipped: sum.skipped + next.skipped,
    left: sum.left + next.left,
  };
}
