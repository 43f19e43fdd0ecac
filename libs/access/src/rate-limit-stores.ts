import type { Cluster, Redis } from 'ioredis';
import type pg from 'pg';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';

/** A window starts with its first request. */
const WINDOW_SECONDS = 60;

/**
 * Returns the limiter for a number of requests per window. All processes on one store count
 * together.
 */
export type RateLimitStore = (limit: number) => RateLimiterAbstract;

/** Counts in the table `rate_limits`. */
export function postgresRateLimits(pool: pg.Pool): RateLimitStore {
  return (limit) =>
    new RateLimiterPostgres({
      ...settingsOf(limit),
      keyPrefix: '',
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      // The worker's upkeep removes expired windows.
      clearExpiredByTimeout: false,
    });
}

/** Counts in keys that expire with their window. */
export function redisRateLimits(client: Redis | Cluster): RateLimitStore {
  return (limit) =>
    new RateLimiterRedis({
      ...settingsOf(limit),
      keyPrefix: 'botgauge:limits',
      storeClient: client,
      rejectIfRedisNotReady: true,
    });
}

function settingsOf(limit: number) {
  const window = { points: limit, duration: WINDOW_SECONDS };
  return {
    ...window,
    inMemoryBlockOnConsumed: limit,
    // When the store is down, each process counts alone, because a limit is no reason to refuse
    // everything.
    insuranceLimiter: new RateLimiterMemory({ ...window, keyPrefix: '' }),
  };
}
