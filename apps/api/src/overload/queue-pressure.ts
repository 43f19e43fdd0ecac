import type { Backlog } from './queue-pace.js';

/** The queue at one moment. */
export interface QueueSample {
  /** Jobs that no worker has taken yet, postponed ones too. */
  waiting: number;
  /** Those of them that a worker could take now. */
  ready: number;
  /** Those of them that come before all others. */
  first: number;
  /** Milliseconds since the oldest of these was received; 0 when there is none. */
  oldestMs: number;
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

/** Where the queue is now. `backlog`: undefined when the workers' pace is not known, as at a standstill. */
export type QueueState = Pick<QueueSample, 'waiting' | 'oldestMs'> & {
  backlog: Backlog | undefined;
};

/**
 * Which limit the queue is over: the number of its jobs, the age of the oldest, or the time that the
 * workers need for all of them.
 */
export type QueuePressure = 'queue_full' | 'queue_behind' | 'queue_slow';

/** New batches are taken again from here: at the limit itself the answer would change with every sample. */
const RESUME_SHARE = 0.8;
/** As long as nobody knows: shippers ask again soon enough, and cost little. */
const UNKNOWN_SECONDS = 5;
const LONGEST_SECONDS = 60;

/** Small accounts are let in until the queue is over the limits by half: a large one cannot fill that. */
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
 * What holds new batches off; undefined when nothing does. A backlog that is being caught up, as after an
 * outage, holds nothing off, however long it is.
 *
 * @param current what holds them off now
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

/** Whole seconds until new batches are taken again, when the workers keep their pace. */
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
  // So much of the work has to be done first.
  const excessMs = (backlog.ms * (value - limit * RESUME_SHARE)) / value;
  const seconds = Math.ceil(excessMs / 1_000);
  return Math.min(LONGEST_SECONDS, Math.max(1, seconds));
}
