import { type Config, requireDatabaseUrl } from '@app/config';
import type { QueueBackend } from './backend.js';
import { postgresBackend } from './postgres-backend.js';
import { redisBackend } from './redis-backend.js';

/** The one place that decides between Redis and PostgreSQL. */
export function chooseBackend(config: Config): QueueBackend {
  return config.REDIS_URL
    ? redisBackend(config.REDIS_URL)
    : postgresBackend(requireDatabaseUrl(config), config.QUEUE_CONNECTIONS);
}
