// One system for all suites of a process that need nothing special. Each suite makes accounts of its
// own, so it must not depend on what is in tables besides its rows, change rows of all accounts, or
// stop the worker. Such a suite starts a system of its own.
import { type Clock, systemClock } from '@app/access';
import { keptForOthers, undoneAtEnd } from '@app/testing';
import { type QueueName, startSystemOn, type System } from './system-on-queue.js';

/** Tells the time of the suite that runs now. */
class ClockOfSuite implements Clock {
  clock: Clock = systemClock;

  now(): number {
    return this.clock.now();
  }
}

const clockOfSuite = new ClockOfSuite();
const systems = new Map<QueueName, Promise<System>>();

/**
 * Returns the system of this process with its queue in this store. Its API tells the time of the
 * clock until the suite stops the system.
 */
export async function shareSystemOn(
  queue: QueueName,
  { clock = systemClock }: { clock?: Clock } = {},
): Promise<System> {
  clockOfSuite.clock = clock;
  const system = systems.get(queue) ?? keptForOthers(() => start(queue));
  systems.set(queue, system);
  return {
    ...(await system),
    stop: async () => {
      clockOfSuite.clock = systemClock;
    },
  };
}

function start(queue: QueueName): Promise<System> {
  undoneAtEnd(() => systems.delete(queue));
  return startSystemOn(queue, { clock: clockOfSuite });
}
