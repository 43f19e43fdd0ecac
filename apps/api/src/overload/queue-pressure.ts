/** The queue at one moment. */
export interface QueueSample {
  /** Batches that no worker has taken yet. */
  waiting: number;
  /** Milliseconds since the oldest of them was received; 0 when none waits. */
  oldestMs: number;
}

/** How far the queue may fall behind before new batches are refused, in the same units. */
export type QueueLimits = QueueSample;

/** Which limit the queue is over: the number of its batches, or the age of the oldest. */
export type QueuePressure = 'queue_full' | 'queue_behind';

/** New batches are taken again from here: at the limit itself the answer would change with every sample. */
const RESUME_SHARE = 0.8;

/**
 * What holds new batches off; undefined when nothing does.
 *
 * @param refusing whether they are held off now
 */
export function findPressure(
  sample: QueueSample,
  limits: QueueLimits,
  refusing: boolean,
): QueuePressure | undefined {
  const share = refusing ? RESUME_SHARE : 1;
  if (sample.waiting > limits.waiting * share) return 'queue_full';
  if (sample.oldestMs > limits.oldestMs * share) return 'queue_behind';
  return undefined;
}
