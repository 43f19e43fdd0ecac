import { answers } from '@app/lifecycle';
import type { LogQueue } from '@app/queue';
import type { Pool } from '@app/storage';
import type { Stopping } from '../server/answers.js';
import { sparingly } from './sparingly.js';
import type { QueueSampler } from '../overload/queue-sampler.js';

export interface ReadinessDependencies {
  pools: Pool[];
  queue: Pick<LogQueue, 'counts'>;
  sampler: Pick<QueueSampler, 'obstacle'>;
  stopping: Stopping;
}

/**
 * Tells whether this process can accept and serve. An overloaded process can: the queue is the same
 * for all processes, and without ready processes there would be no reports either.
 */
export class Readiness {
  private readonly findSilentStore = sparingly(() => this.askStores());

  constructor(private readonly dependencies: ReadinessDependencies) {}

  /** Returns why the process is not ready, or undefined when it is. */
  async obstacle(): Promise<string | undefined> {
    if (this.dependencies.stopping.isAnnounced) return 'The service is shutting down';
    return this.findSilentStore();
  }

  private async askStores(): Promise<string | undefined> {
    const { pools, queue, sampler } = this.dependencies;
    // One pool is enough, because the other one may be busy with long work.
    const database = Promise.any(pools.map((pool) => pool.query('SELECT 1')));
    if (!(await answers(database))) return 'The database does not answer';
    if (sampler.obstacle === 'queue_away' || !(await answers(queue.counts())))
      return 'The queue does not answer';
    return undefined;
  }
}
