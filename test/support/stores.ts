export type QueueName = 'postgres' | 'redis';

/**
 * Returns the settings that lead a process to its stores. Without Redis, the queue lives in
 * PostgreSQL.
 */
export function settingsOf(
  database: { url: string },
  redis?: { url: string },
): Record<string, string> {
  return { DATABASE_URL: database.url, ...(redis ? { REDIS_URL: redis.url } : {}) };
}
