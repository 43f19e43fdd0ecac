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

/** Makes the limiter for a number of requests a window; all processes on one store count together. */
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
      // Expired windows are removed by the worker's upkeep.
      clearExpiredByTimeout: false,
    });
}

/** Counts in keys that end with their window. */
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
    // With the store down each process counts for itself: a limit is no reason to refuse everything.
    insuranceLimiter: new RateLimiterMemory({ ...window, keyPrefix: '' }),
  };
}
