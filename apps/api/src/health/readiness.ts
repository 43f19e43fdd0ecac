import type { LogQueue } from '@app/queue';
import type { Pool } from '@app/storage';

/** Whether this process can accept and serve. */
export class Readiness {
  private stopping = false;

  constructor(
    private readonly pools: Pool[],
    private readonly queue: LogQueue,
  ) {}

  /** From now on load balancers should look away. */
  stop(): void {
    this.stopping = true;
  }

  /** What stands in the way; undefined when nothing does. */
  async obstacle(): Promise<string | undefined> {
    if (this.stopping) return 'The service is shutting down';
    try {
      await Promise.all(this.pools.map((pool) => pool.query('SELECT 1')));
    } catch {
      return 'The database does not answer';
    }
    try {
      await this.queue.counts();
    } catch {
      return 'The queue does not answer';
    }
    return undefined;
  }
}
