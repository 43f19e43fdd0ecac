import { isDataError, isInfrastructureError } from '@app/storage';

/**
 * What is done when something fails, decided here and carried out elsewhere: for a part of a batch in
 * `settle-batch.ts`, for a whole job in `take-job.ts`.
 *
 * - The database is away or overwhelmed: the job is postponed, for as long as it takes.
 * - A part is at fault: it is halved until the entry at fault stands alone, and that entry is buried.
 * - Nothing proves what is at fault: the job is tried again, and its last try counts as the proof.
 */

/** What to do with a part that could not be written. */
export type PartRemedy =
  /** Nothing more of this batch now: the rest of it comes back with the job. */
  | 'stop'
  /** Try its halves, so that the good entries are stored. */
  | 'halve'
  /** Put it among the dead: it is one entry, and the entry is at fault. */
  | 'bury'
  /** Leave it for another try of the job. */
  | 'retry';

export interface FailedPart {
  /** Entries in the part. */
  entries: number;
  /** The job has no further try. */
  lastTry: boolean;
  /** Another part of this delivery waits for another try already. */
  othersRetry: boolean;
}

/**
 * Data errors are proven by their code. Others that a batch itself may cause (out of locks, a
 * statement that took too long, a mistake in this code) are proven when they come at every try; one
 * part of a delivery is taken apart for such an error, so that a slow database costs little.
 */
export function afterFailure(error: unknown, part: FailedPart): PartRemedy {
  if (isInfrastructureError(error)) return 'stop';
  const proven = part.lastTry || isDataError(error);
  if (!proven && part.othersRetry) return 'retry';
  if (part.entries > 1) return 'halve';
  return proven ? 'bury' : 'retry';
}

/** What becomes of a job of which something is left. */
export type JobRemedy =
  /** It comes back after a while, without using up a try. */
  | 'postpone'
  /** It uses up one of its tries. */
  | 'try_again';

/**
 * An absent or overwhelmed database costs the job no try. Nor does a last try whose entries could not
 * even be put among the dead: in the queue's failed set nobody would look for them.
 */
export function afterDelivery(failure: unknown, lastTry: boolean): JobRemedy {
  return lastTry || isInfrastructureError(failure) ? 'postpone' : 'try_again';
}

/** Of several failures the one that says most about the return of what is left: that the database is away. */
export function decisiveFailure(failures: unknown[]): unknown {
  return failures.find(isInfrastructureError) ?? failures[0];
}

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 10_000;

/** Milliseconds before a postponed job comes back: doubling from half a second to ten, each cut by up to a half at random. */
export function postponement(times: number, random: () => number = Math.random): number {
  const full = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.max(0, times - 1));
  return Math.round(full * (1 - random() / 2));
}
