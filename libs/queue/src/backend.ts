import type { Logger } from '@app/observability';
import type { RedisClient } from './connect-redis.js';
import type { DurabilityFinding } from './durability.js';
import type { ReadFinished } from './finished-jobs.js';
import type { ReadOldestWaiting } from './oldest-waiting.js';

/** Where jobs and rate limits live. */
export interface QueueBackend {
  name: 'PostgreSQL' | 'Redis';
  /**
   * Returns BullMQ's options. From now on, every queue object of this process is made for this
   * backend.
   */
  prepareBullMq(): { connection: object; prefix?: string };
  /** Brings the queue's own schema up to date, if it has one. */
  migrate(): Promise<void>;
  /** Returns why queue objects cannot be made yet, or undefined when they can. */
  findObstacle(): Promise<string | undefined>;
  /** Returns the store's settings that decide whether acknowledged jobs are kept. */
  readDurability(): Promise<DurabilityFinding[]>;
  readOldestWaiting: ReadOldestWaiting;
  readFinished: ReadFinished;
  /** Opens a connection for the rate limits. Undefined means that they are kept in the database. */
  connectForLimits(logger: Logger): RedisClient | undefined;
}
