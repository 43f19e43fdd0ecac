import { type Config, requireDatabaseUrl } from '@app/config';
import type { QueueBackend } from './backend.js';
import { postgresBackend } from './postgres-backend.js';
import { redisBackend } from './redis-backend.js';

/** Decides between Redis and PostgreSQL. No other place does. */
export function chooseBackend(config: Config): QueueBackend {
  return config.REDIS_URL
    ? redisBackend(config.REDIS_URL)
    : postgresBackend(requireDatabaseUrl(config), config.QUEUE_CONNECTIONS);
}
