import { isDataError, isInfrastructureError } from '@app/storage';

/** What to do with a part that could not be written. */
export type NextStep =
  /** The database is away or overwhelmed: the rest of the batch comes back later. */
  | 'stop'
  /** Try its halves, so that the good entries are stored. */
  | 'halve'
  /** It is one entry, and the entry is at fault. */
  | 'bury'
  /** Nothing proves that the entry is at fault: another try of the job. */
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
export function afterFailure(error: unknown, part: FailedPart): NextStep {
  if (isInfrastructureError(error)) return 'stop';
  const proven = part.lastTry || isDataError(error);
  if (!proven && part.othersRetry) return 'retry';
  if (part.entries > 1) return 'halve';
  return proven ? 'bury' : 'retry';
}
