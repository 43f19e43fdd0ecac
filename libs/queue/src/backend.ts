import type { Logger } from '@app/observability';
import type { RedisClient } from './connect-redis.js';
import type { DurabilityFinding } from './durability.js';
import type { ReadFinished } from './finished-jobs.js';
import type { ReadOldestWaiting } from './oldest-waiting.js';

/** Where jobs and rate limits live. */
export interface QueueBackend {
  name: 'PostgreSQL' | 'Redis';
  /** BullMQ's options; from now on every queue object of this process is made for this backend. */
  prepareBullMq(): { connection: object; prefix?: string };
  /** Brings the queue's own schema up to date, where it has one. */
  migrate(): Promise<void>;
  /** Why no queue object can be made yet; undefined when nothing stands in the way. */
  findObstacle(): Promise<string | undefined>;
  /** What the store says about keeping acknowledged jobs. */
  readDurability(): Promise<DurabilityFinding[]>;
  readOldestWaiting: ReadOldestWaiting;
  readFinished: ReadFinished;
  /** A connection for the rate limits; undefined: they live in the database. */
  connectForLimits(logger: Logger): RedisClient | undefined;
}
