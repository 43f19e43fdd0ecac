import { groupCalls } from '@app/group-calls';
import { headsOf } from './heads-of.js';
import type { ProcessJob } from './pipeline.js';

/** A job costs about as much as this number of entries, so larger ones gain nothing from others. */
const SMALL_JOB = 250;
/** Jobs that wait begin at once when they have so many entries. */
const ENOUGH_ENTRIES = 1_000;
/** The time from the beginning of small jobs to that of the next ones, in milliseconds. */
const PAUSE_MS = 100;

/**
 * Lets small jobs begin together: those that come within 100 ms after others began. Their look-ups
 * become one statement each and their writes one transaction, because what is asked for at the same
 * time is joined. A job that comes alone begins at once, and so does a large one. When half of the
 * worker's slots wait, they begin as well: otherwise the pause would bound the jobs of a second.
 *
 * @param slots how many jobs the worker has under way at a time
 */
export function beginTogether(processJob: ProcessJob, slots: number): ProcessJob {
  const leastWeight = ENOUGH_ENTRIES / Math.ceil(slots / 2);
  const begin = groupCalls((jobs: number[]) => Promise.resolve(jobs.map(() => undefined)), {
    most: ENOUGH_ENTRIES,
    weigh: (entries) => Math.max(entries, leastWeight),
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
  return headsOf(data)
    .map(({ count }) => Number(count))
    .reduce((sum, count) => sum + (count > 0 ? count : 0), 0);
}
