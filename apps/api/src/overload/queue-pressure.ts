import type { Backlog } from './queue-pace.js';

/** The queue at one moment. */
export interface QueueSample {
  /** Jobs that no worker has taken yet, postponed ones too. */
  waiting: number;
  /** The waiting jobs that a worker could take now. */
  ready: number;
  /** The jobs of these that come before all others. */
  first: number;
  /**
   * Milliseconds since the oldest job was received that waits or is under way; 0 when there is
   * none. Postponed jobs do not count: a single one that no worker can store yet must not close the
   * queue.
   */
  oldestMs: number;
  /** The same of all jobs that are not finished, postponed ones too. */
  behindMs: number;
  /** Jobs that have left the queue for good, counted from any moment. */
  finished: number;
}

/** How far the queue may fall behind before new batches are refused. */
export interface QueueLimits {
  waiting: number;
  oldestMs: number;
  /** Milliseconds of work that may wait while the workers do not catch up. */
  backlogMs: number;
}

/**
 * How far behind the queue is now. `backlog` is undefined while the pace of the workers is not
 * known, for example at a standstill.
 */
export type QueueState = Pick<QueueSample, 'waiting' | 'oldestMs'> & {
  backlog: Backlog | undefined;
};

/**
 * The limit that the queue exceeds: the number of its jobs, the age of the oldest one, or the time
 * that the workers need for all of them.
 */
export type QueuePressure = 'queue_full' | 'queue_behind' | 'queue_slow';

/**
 * New batches are accepted again below this share. At the limit itself, the answer would change
 * with every sample.
 */
const RESUME_SHARE = 0.8;
/** Used while the pace is not known: shippers ask again soon, and that costs little. */
const UNKNOWN_SECONDS = 5;
const LONGEST_SECONDS = 60;

/**
 * Small accounts are let in until the queue is over the limits by half: a large one cannot fill
 * that.
 */
const RESERVE = 1.5;

/** Returns the limits for accounts that had no more than their fair part of the queue. */
export function widen({ waiting, oldestMs, backlogMs }: QueueLimits): QueueLimits {
  return {
    waiting: waiting * RESERVE,
    oldestMs: oldestMs * RESERVE,
    backlogMs: backlogMs * RESERVE,
  };
}

/**
 * Returns why new batches must be refused, or undefined when they can be accepted. A backlog that
 * the workers are catching up, as after an outage, is no reason, however long it is.
 *
 * @param current why they are refused now
 */
export function findPressure(
  { waiting, oldestMs, backlog }: QueueState,
  limits: QueueLimits,
  current: QueuePressure | undefined,
): QueuePressure | undefined {
  const share = current ? RESUME_SHARE : 1;
  if (waiting > limits.waiting * share) return 'queue_full';
  if (oldestMs > limits.oldestMs * share) return 'queue_behind';
  if (!backlog) return undefined;
  const slow =
    current === 'queue_slow'
      ? backlog.ms > limits.backlogMs * RESUME_SHARE
      : backlog.ms > limits.backlogMs && backlog.growing;
  return slow ? 'queue_slow' : undefined;
}

/**
 * Returns the whole seconds until new batches are accepted again if the workers keep their pace.
 */
export function secondsUntilResume(
  pressure: QueuePressure,
  { waiting, oldestMs, backlog }: QueueState,
  limits: QueueLimits,
): number {
  if (!backlog) return UNKNOWN_SECONDS;
  const [value, limit] = {
    queue_full: [waiting, limits.waiting],
    queue_behind: [oldestMs, limits.oldestMs],
    queue_slow: [backlog.ms, limits.backlogMs],
  }[pressure] as [number, number];
  // This is the part of the work that has to be done first.
  const excessMs = (backlog.ms * (value - limit * RESUME_SHARE)) / value;
  const seconds = Math.ceil(excessMs / 1_000);
  return Math.min(LONGEST_SECONDS, Math.max(1, seconds));
}
