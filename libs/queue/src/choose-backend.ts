import { type Config, requireDatabaseUrl } from '@app/config';
import type { QueueBackend } from './backend.js';
import { postgresBackend } from './postgres-backend.js';
import { redisBackend } from './redis-backend.js';

/**
 * Decides between Redis and PostgreSQL, and how many shards there are. No other place does.
 *
 * @param listens the queues from which this process takes jobs: it may be all shards, and others.
 *   On PostgreSQL, each beyond the first needs one connection more, on which it listens
 */
export function chooseBackend(
  config: Config,
  listens: { toShards: boolean; toOthers: number } = { toShards: false, toOthers: 0 },
): QueueBackend {
  const { REDIS_URL, QUEUE_SHARDS: shards, QUEUE_CONNECTIONS: connections } = config;
  if (REDIS_URL) return redisBackend(REDIS_URL, shards);
  const more = (listens.toShards ? shards - 1 : 0) + listens.toOthers;
  return postgresBackend(requireDatabaseUrl(config), { shards, connections: connections + more });
}
