import { type Config, requireDatabaseUrl } from '@app/config';
import type { QueueBackend } from './backend.js';
import { postgresBackend } from './postgres-backend.js';
import { redisBackend } from './redis-backend.js';

/**
 * Decides between Redis and PostgreSQL. No other place does.
 *
 * @param moreListeners queues from which this process takes jobs, besides the first. On PostgreSQL,
 *   each needs one connection more, on which it listens
 */
export function chooseBackend(config: Config, moreListeners = 0): QueueBackend {
  return config.REDIS_URL
    ? redisBackend(config.REDIS_URL)
    : postgresBackend(requireDatabaseUrl(config), config.QUEUE_CONNECTIONS + moreListeners);
}
