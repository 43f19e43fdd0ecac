import { groupCalls } from '@app/group-calls';
import type { Turn } from '@app/queue';
import { BatchHeldError } from '@app/storage';
import type { Job } from 'bullmq';
import type { Delivery, ProcessJob } from './pipeline.js';

/**
 * Decides which jobs have look-ups and transactions of their own, and does such jobs. The worker of
 * a job that is delivered again may be gone without the database knowing. Then the transaction of
 * that worker still holds rows, and everything that is joined with the job would wait for them.
 */

/** What is noted in a job when another transaction held one of its batches. */
export const HELD = { held: true };

/** How many such jobs a worker does at the same time, so that they leave connections to the others. */
const MOST_AT_ONCE = 2;

/** Tells whether a job is done apart from others: its worker died, or somebody held a batch of it. */
export function isApart({ stalledCounter, progress }: Pick<Job, 'stalledCounter' | 'progress'>) {
  return stalledCounter > 0 || isHeldNote(progress);
}

/**
 * Tells whether the next delivery of a job must be told that a batch was held. What a job whose
 * worker died has noted is worth more, and it is done apart anyway.
 */
export function notesHeld(job: Pick<Job, 'stalledCounter' | 'progress'>, failure: unknown) {
  return failure instanceof BatchHeldError && !isApart(job);
}

/**
 * Returns what does jobs apart: each one with a pipeline of its own, and so with look-ups and
 * writes that are joined with nobody's.
 */
export function createProcessApart(
  pipelineOf: (turn: Turn) => ProcessJob,
): (turn: Turn, delivery: Delivery) => ReturnType<ProcessJob> {
  const inTurn = groupCalls(
    (jobs: { turn: Turn; delivery: Delivery }[]) =>
      Promise.all(jobs.map(({ turn, delivery }) => pipelineOf(turn)(delivery))),
    { most: 1, lanes: MOST_AT_ONCE },
  );
  return (turn, delivery) => inTurn({ turn, delivery });
}

function isHeldNote(progress: unknown): boolean {
  return (Object(progress) as Partial<typeof HELD>).held === true;
}
