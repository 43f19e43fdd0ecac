import { type BatchHead, type EntryColumns, LOG_JOB_VERSION, type LogJob } from '@app/contracts';
import type { Job } from 'bullmq';
import { joinEntries } from './pack-entries.js';
import { encodeColumns } from './payload.js';

/** An accepted batch on its way into the queue. */
export interface AcceptedBatch {
  /** UUID of the batch, and its key in the ledger. */
  id: string;
  accountId: number;
  websiteId: number;
  /** Epoch milliseconds UTC, by the clock of the database. */
  receivedAt: number;
  entries: EntryColumns;
  turn: Turn;
  /** What was cut off the addresses of the entries, encrypted; by default nothing. */
  sealed?: string;
}

/**
 * When a job is taken: before others, or after all that come first. Jobs with the same turn are
 * taken in the order in which they came.
 */
export type Turn = 'first' | 'later';

/** BullMQ takes jobs without a priority first, and then those with the lowest number. */
export const PRIORITY: Record<Turn, number> = { first: 0, later: 1 };

/** Returns the turn with which a job was put into the queue. */
export function turnOf({ opts }: Pick<Job, 'opts'>): Turn {
  return opts.priority === PRIORITY.later ? 'later' : 'first';
}

/** Returns the data of one job for these batches. */
export function toJob(batches: AcceptedBatch[]): LogJob {
  const payload = encodeColumns(joinEntries(batches.map(({ entries }) => entries)));
  return { v: LOG_JOB_VERSION, batches: batches.map(headOf), payload };
}

function headOf(batch: AcceptedBatch): BatchHead {
  const { id, accountId, websiteId, receivedAt, entries, sealed } = batch;
  const head = { id, accountId, websiteId, receivedAt, count: entries.count };
  return sealed === undefined ? head : { ...head, sealed };
}
