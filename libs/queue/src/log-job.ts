import {
  type AddressColumn,
  type BatchHead,
  type EntryColumns,
  LOG_JOB_VERSION,
  type LogJob,
} from '@app/contracts';
import type { Job } from 'bullmq';
import { joinEntries } from './pack-entries.js';
import { encodeColumns } from './payload.js';

/** An accepted batch on its way into the queue. */
export interface AcceptedBatch {
  /**
   * UUID of the batch, and its key in the ledger. Undefined when nobody can send the batch again
   * under its id: then the queue gives it one, and may join it with others of its website.
   */
  id: string | undefined;
  accountId: number;
  websiteId: number;
  /** Epoch milliseconds UTC, by the clock of the database. */
  receivedAt: number;
  entries: EntryColumns;
  turn: Turn;
  /**
   * Cuts the addresses of the entries when the batch is certain; by default they stay as they are.
   */
  seal?: Seal;
}

/** An accepted batch that has its id. */
export interface NamedBatch extends AcceptedBatch {
  id: string;
}

/**
 * Cuts the addresses of a batch in place. Returns what was cut off, encrypted for this batch only,
 * or undefined when there is nothing. It never fails.
 */
export type Seal = (batchId: string, addresses: AddressColumn) => Promise<string | undefined>;

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

/** Returns the data of one job for these batches, whose addresses it cuts. */
export async function toJob(batches: readonly NamedBatch[]): Promise<LogJob> {
  const heads = await Promise.all(batches.map(headOf));
  const payload = encodeColumns(joinEntries(batches.map(({ entries }) => entries)));
  return { v: LOG_JOB_VERSION, batches: heads, payload };
}

async function headOf(batch: NamedBatch): Promise<BatchHead> {
  const { id, accountId, websiteId, receivedAt, entries, seal } = batch;
  const head = { id, accountId, websiteId, receivedAt, count: entries.count };
  const sealed = await seal?.(id, entries.addresses);
  return sealed === undefined ? head : { ...head, sealed };
}
