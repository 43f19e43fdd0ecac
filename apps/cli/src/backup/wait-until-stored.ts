import { setTimeout as sleep } from 'node:timers/promises';
import type { LogQueue } from '@app/queue';
import { CommandError } from '../program/failure.js';

const LOOK_MS = 250;
/** Longer than any postponed job waits for its next try. */
const STANDSTILL_MS = 60_000;

export interface Waiting {
  /** Called with the number of jobs when there is something to wait for. */
  tell: (jobs: number) => void;
  /** By default a minute. */
  standstillMs?: number;
}

/**
 * Waits until every job that the queue holds now has left it. Its entries are then stored, or among
 * the dead. Jobs that come meanwhile are not waited for.
 *
 * @throws CommandError when none of them leaves for too long
 */
export async function waitUntilStored(
  queue: Pick<LogQueue, 'unfinished'>,
  { tell, standstillMs = STANDSTILL_MS }: Waiting,
): Promise<void> {
  let left = await queue.unfinished();
  if (left.length > 0) tell(left.length);
  for (let since = Date.now(); left.length > 0; await sleep(LOOK_MS)) {
    const there = new Set(await queue.unfinished());
    const still = left.filter((id) => there.has(id));
    if (still.length < left.length) since = Date.now();
    left = still;
    if (left.length > 0 && Date.now() - since > standstillMs) {
      throw new CommandError(
        `The queue holds ${jobsIn(left.length)} with acknowledged entries, and no worker stores them: start a worker, then run the command again.`,
      );
    }
  }
}

/** Returns a number of jobs as people say it. */
export function jobsIn(count: number): string {
  return count === 1 ? '1 job' : `${count.toLocaleString('en')} jobs`;
}
