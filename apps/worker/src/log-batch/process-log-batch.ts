import type { Classifier } from '@app/classification';
import { LOG_BATCH_VERSION, type LogBatch, logBatchSchema, type LogEntry } from '@app/contracts';
import { decodeEntries } from '@app/queue';
import type { Accounts, DeadEntries, PageDictionary, VisitWriter } from '@app/storage';
import { deadBatch } from './dead-entry.js';
import { createPrepareVisits } from './prepare-visits.js';
import { createSettleParts, type Settlement } from './settle-parts.js';
import { splitBatch } from './split-batch.js';
import type { IpStorage } from './stored-address.js';

export interface ProcessLogBatchDependencies {
  accounts: Accounts;
  pages: PageDictionary;
  writer: VisitWriter;
  deadEntries: DeadEntries;
  classifier: Classifier;
  ipStorage: IpStorage;
  /** Days of visits in one chunk of the database. */
  chunkDays: number;
  /** Told the duration of every transaction that stored visits. */
  observeWrite?: (seconds: number) => void;
  /** Told of every part of a batch that is taken up. */
  onPart?: () => void;
  /** Told how many entries were left out, because their website is deleted. */
  countDropped?: (entries: number) => void;
}

/** One try of a job of the queue. */
export interface Delivery {
  /** Of the job; of a batch that can be read, also its own. */
  id: string;
  data: unknown;
  /** The job has no further try: what cannot be stored now is dead. */
  lastTry: boolean;
}

/** What became of a delivery. A failure in it is why the job must come back. */
export type BatchOutcome =
  | ({ kind: 'settled' } & Settlement)
  /** Written by a newer release: a worker of that release will understand it. */
  | { kind: 'unknown_version'; version: unknown }
  /** No worker of this release will ever understand it: it stands among the dead as a whole. */
  | { kind: 'unreadable'; reason: string }
  /** It could not be put among the dead. */
  | { kind: 'unburied'; failure: unknown };

/** Never throws. */
export type ProcessLogBatch = (delivery: Delivery) => Promise<BatchOutcome>;

/** Makes the one way of a batch: decode, split, prepare visits, write. */
export function createProcessLogBatch(dependencies: ProcessLogBatchDependencies): ProcessLogBatch {
  const { deadEntries, ipStorage, chunkDays } = dependencies;
  const prepareVisits = createPrepareVisits(dependencies);
  const settleParts = createSettleParts({ ...dependencies, prepareVisits });

  return async function processLogBatch({ id, data, lastTry }) {
    const decoded = await decode(data);
    if ('version' in decoded) return { kind: 'unknown_version', version: decoded.version };
    if ('fault' in decoded) return bury(id, data, decoded.fault);
    const { batch } = decoded;
    const entries = decoded.entries.map((entry, position) => ({ entry, position }));
    const parts = splitBatch({ id: batch.id, entries }, chunkDays);
    return { kind: 'settled', ...(await settleParts(batch, parts, lastTry)) };
  };

  async function bury(id: string, data: unknown, reason: string): Promise<BatchOutcome> {
    try {
      await deadEntries.buryBatch(await deadBatch(id, data, reason, ipStorage));
      return { kind: 'unreadable', reason };
    } catch (failure) {
      return { kind: 'unburied', failure };
    }
  }
}

type Decoded =
  | { batch: LogBatch; entries: LogEntry[] }
  /** Of a newer release. */
  | { version: unknown }
  /** Why it cannot be read. */
  | { fault: string };

async function decode(data: unknown): Promise<Decoded> {
  const version = typeof data === 'object' && data !== null && 'v' in data ? data.v : undefined;
  if (typeof version === 'number' && version > LOG_BATCH_VERSION) return { version };
  const parsed = logBatchSchema.safeParse(data);
  if (!parsed.success) return { fault: 'the batch does not have the fields of version 1' };
  try {
    const entries = await decodeEntries(parsed.data.payload, parsed.data.count);
    return { batch: parsed.data, entries };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}
