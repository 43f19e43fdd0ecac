import { groupCalls } from '@app/group-calls';
import type { ProcessJob } from './pipeline.js';

/** A job costs about as much as this number of entries, so larger ones gain nothing from others. */
const SMALL_JOB = 250;
/** Entries of jobs that begin together, at which they begin at once. */
const ENOUGH_ENTRIES = 1_000;
/** The time from the beginning of small jobs to that of the next ones, in milliseconds. */
const PAUSE_MS = 100;

/**
 * Lets small jobs begin together: those that come within 100 ms after others began. Their look-ups
 * become one statement each and their writes one transaction, because what is asked for at the same
 * time is joined. A job that comes alone begins at once, and so does a large one.
 */
export function beginTogether(processJob: ProcessJob): ProcessJob {
  const begin = groupCalls((jobs: number[]) => Promise.resolve(jobs.map(() => undefined)), {
    most: ENOUGH_ENTRIES,
    weigh: (entries) => entries,
    pause: { mostMs: () => PAUSE_MS },
  });
  return async function process(delivery) {
    const entries = countOf(delivery.data);
    if (!delivery.suspect && entries < SMALL_JOB) await begin(entries);
    return processJob(delivery);
  };
}

/** Returns how many entries a job says that it has, and 0 when nothing can be read of it. */
function countOf(data: unknown): number {
  const { batches } = Object(data) as { batches?: unknown };
  if (!Array.isArray(batches)) return 0;
  return (batches as unknown[])
    .map((head) => Number((Object(head) as { count?: unknown }).count))
    .reduce((sum, count) => sum + (count > 0 ? count : 0), 0);
}
