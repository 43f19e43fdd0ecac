// A system on the queue that this run is about. Whatever imports this file can come out differently
// on another queue, so `.ci/run` runs these suites on both, and finds them by this import. A suite
// that names its queue itself imports system-on-queue.ts, and runs once.
import type { Clock } from '@app/access';
import { describeOnRedis } from '@app/testing';
import { shareSystemOn } from './shared-system.js';
import {
  type QueueName,
  startSystemOn,
  type System,
  type SystemOptions,
} from './system-on-queue.js';

export { createWebsite } from './system-on-queue.js';
export type { System, Tenant } from './system-on-queue.js';

/** Starts API and worker on a separate database, with the queue that TEST_QUEUE says. */
export function startSystem(options?: SystemOptions): Promise<System> {
  return startSystemOn(queueOfThisRun(), options);
}

/** Returns the system that suites of this process share, with the queue that TEST_QUEUE says. */
export function shareSystem(options?: { clock?: Clock }): Promise<System> {
  return shareSystemOn(queueOfThisRun(), options);
}

/** Describes a suite on the queue that TEST_QUEUE says, and hands that queue to its tests. */
export function describeOnQueue(name: string, tests: (queue: QueueName) => void): void {
  const queue = queueOfThisRun();
  if (queue === 'redis') describeOnRedis(`${name}, with the queue in Redis`, () => tests(queue));
  else describe(`${name}, with the queue in PostgreSQL`, () => tests(queue));
}

function queueOfThisRun(): QueueName {
  const name = process.env.TEST_QUEUE ?? 'postgres';
  if (name === 'postgres' || name === 'redis') return name;
  throw new Error(`TEST_QUEUE is postgres or redis, not ${name}`);
}
