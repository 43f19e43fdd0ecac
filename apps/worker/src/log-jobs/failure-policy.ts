import { isRedisUnable } from '@app/queue';
import { isDataError, isInfrastructureError } from '@app/storage';

/**
 * Decides what is done when something fails. Other files carry it out: `settle-batch.ts` for a part
 * of a batch, `take-job.ts` for a whole job.
 *
 * - The database is away or overwhelmed: the job is postponed, for as long as it takes.
 * - A part is at fault: it is halved until the bad entry is alone, and that entry is buried.
 * - Nothing proves what is at fault: the job is tried again, and its last attempt counts as proof.
 * - The worker died: `suspicion.ts` decides.
 */

/** What to do with a part that could not be written. */
export type PartRemedy =
  /** Do nothing more of this batch now; the rest comes back with the job. */
  | 'stop'
  /** Try its two halves, so that the good entries are stored. */
  | 'halve'
  /** Put it among the dead: it is a single entry, and the entry is at fault. */
  | 'bury'
  /** Leave it for another attempt at the job. */
  | 'retry';

export interface FailedPart {
  /** The number of entries in the part. */
  entries: number;
  /** True when the job has no further attempt. */
  lastTry: boolean;
  /** True when another part of this delivery already waits for another attempt. */
  othersRetry: boolean;
}

/**
 * The code of a data error proves it. Other errors that a batch itself may cause (out of locks, a
 * statement that took too long, a mistake in this code) count as proven when they come at every
 * attempt. Only one part of a delivery is halved for such an error, so that a slow database costs
 * little.
 */
export function afterFailure(error: unknown, part: FailedPart): PartRemedy {
  if (isInfrastructureError(error)) return 'stop';
  const proven = part.lastTry || isDataError(error);
  if (!proven && part.othersRetry) return 'retry';
  if (part.entries > 1) return 'halve';
  return proven ? 'bury' : 'retry';
}

/** Tells whether a store is away or overwhelmed. The queue is in the database or in Redis. */
export function isStoreAway(error: unknown): boolean {
  return isInfrastructureError(error) || isRedisUnable(error);
}

/** What happens to a job when something of it is left. */
export type JobRemedy =
  /** The job comes back after a while, without using up an attempt. */
  | 'postpone'
  /** The job uses up one of its attempts. */
  | 'try_again';

/**
 * When a store is away or overwhelmed, the job loses no attempt. The same holds for a last
 * attempt whose entries could not even be put among the dead, because nobody would look for them in
 * the queue's failed set.
 */
export function afterDelivery(failure: unknown, lastTry: boolean): JobRemedy {
  return lastTry || isStoreAway(failure) ? 'postpone' : 'try_again';
}

/**
 * Of several failures, returns the one that says most about when the rest can be done: that a store
 * is away.
 */
export function decisiveFailure(failures: unknown[]): unknown {
  return failures.find(isStoreAway) ?? failures[0];
}

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 10_000;

/**
 * Milliseconds before a postponed job comes back. They double from half a second to ten, and each
 * wait is shortened by up to a half at random.
 */
export function postponement(times: number, random: () => number = Math.random): number {
  const full = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.max(0, times - 1));
  return Math.round(full * (1 - random() / 2));
}
