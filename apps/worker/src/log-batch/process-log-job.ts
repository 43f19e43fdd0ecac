import type { Classifier } from '@app/classification';
import type { DeadEntries, PageDictionary, VisitWriter, WebsitesOfBatches } from '@app/storage';
import { deadBatch } from './dead-entry.js';
import { type DecodedBatch, decodeJob } from './decode-job.js';
import { createPrepareVisits } from './prepare-visits.js';
import { createSettleParts } from './settle-parts.js';
import { joinSettlements, type Settlement } from './settlement.js';
import { splitBatch } from './split-batch.js';
import type { IpStorage } from './stored-address.js';

export interface ProcessLogJobDependencies {
  websites: WebsitesOfBatches;
  pages: PageDictionary;
  writer: VisitWriter;
  deadEntries: DeadEntries;
  classifier: Classifier;
  ipStorage: IpStorage;
  /** Days of visits in one chunk of the database. */
  chunkDays: number;
  /** Told of every part of a batch that is taken up. */
  onPart?: () => void;
  /** Told how many entries were left out, because their website is deleted. */
  countDropped?: (entries: number) => void;
}

/** One try of a job of the queue. */
export interface Delivery {
  /** Of the job. */
  id: string;
  data: unknown;
  /** The job has no further try: what cannot be stored now is dead. */
  lastTry: boolean;
}

/** What became of a delivery. A failure in it is why the job must come back. */
export type JobOutcome =
  | ({ kind: 'settled' } & Settlement)
  /** Written by a newer release: a worker of that release will understand it. */
  | { kind: 'unknown_version'; version: unknown }
  /** No worker of this release will ever understand it: the job stands among the dead as a whole. */
  | { kind: 'unreadable'; reason: string }
  /** It could not be put among the dead. */
  | { kind: 'unburied'; failure: unknown };

/** Never throws. */
export type ProcessLogJob = (delivery: Delivery) => Promise<JobOutcome>;

/**
 * Makes the one way of a job: decode, split, prepare visits, write. The batches of a job are settled side
 * by side, so that their look-ups and writes come together and are joined.
 */
export function createProcessLogJob(dependencies: ProcessLogJobDependencies): ProcessLogJob {
  const { deadEntries, ipStorage, chunkDays } = dependencies;
  const prepareVisits = createPrepareVisits(dependencies);
  const settleParts = createSettleParts({ ...dependencies, prepareVisits });

  return async function processLogJob({ id, data, lastTry }) {
    const decoded = decodeJob(data);
    if ('version' in decoded) return { kind: 'unknown_version', version: decoded.version };
    if ('fault' in decoded) return bury(id, data, decoded.fault);
    const settled = decoded.batches.map((batch) => settleBatch(batch, lastTry));
    return { kind: 'settled', ...joinSettlements(await Promise.all(settled)) };
  };

  function settleBatch({ batch, entries }: DecodedBatch, lastTry: boolean): Promise<Settlement> {
    const placed = entries.map((entry, position) => ({ entry, position }));
    return settleParts(batch, splitBatch({ id: batch.id, entries: placed }, chunkDays), lastTry);
  }

  async function bury(id: string, data: unknown, reason: string): Promise<JobOutcome> {
    try {
      await deadEntries.buryBatch(deadBatch(id, data, reason, ipStorage));
      return { kind: 'unreadable', reason };
    } catch (failure) {
      return { kind: 'unburied', failure };
    }
  }
}
