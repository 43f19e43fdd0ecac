import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { KeyHolder } from './key-ring.js';
import type { RateLimitStore } from './rate-limit-stores.js';

/** Whether a request may pass, with the values for its headers. */
export interface RateLimitState {
  allowed: boolean;
  /** Requests per minute. */
  limit: number;
  /** Requests left in the window. */
  remaining: number;
  /** End of the window, epoch milliseconds UTC. */
  resetAt: number;
}

/** How many requests were accepted in the current window. */
export interface RateLimitUsage {
  requests: number;
  /** End of the window, epoch milliseconds UTC. */
  resetAt: number;
}

/**
 * From this limit on, a process takes requests in blocks of a hundredth of the limit, so that most
 * requests need no round trip.
 */
const LEASED_FROM = 600;
const BLOCKS_PER_WINDOW = 100;

/** A block of requests that this process may accept without asking the store. */
interface Lease {
  left: number;
  /** What was left in the store after the block was taken. */
  remaining: number;
  resetAt: number;
}

type Bucket = { key: string; limit: number };

/** The limits of accounts and tracking keys. They are exact across all processes on one store. */
export class RateLimits {
  private readonly limiters = new Map<number, RateLimiterAbstract>();
  private readonly leases = new Map<string, Lease>();
  private readonly renewals = new Map<string, Promise<Lease>>();

  constructor(private readonly store: RateLimitStore) {}

  /** Counts a request in the bucket of the presented key, whatever route it is for. */
  async take(holder: KeyHolder): Promise<RateLimitState> {
    if (holder.kind === 'api') {
      const bucket = apiBucket(holder);
      return stateOf(bucket, await this.lease(bucket, 1));
    }
    const bucket = { key: `ingest:${holder.keyId}`, limit: holder.ingestRequestsPerMinute };
    return bucket.limit < LEASED_FROM
      ? stateOf(bucket, await this.lease(bucket, 1))
      : this.takeFromBlock(bucket);
  }

  /** Returns the account's API requests. This call itself does not count. */
  async apiUsage(holder: KeyHolder): Promise<RateLimitUsage> {
    const { key, limit } = apiBucket(holder);
    const window = await this.limiter(limit).get(key);
    if (!window) return { requests: 0, resetAt: Date.now() };
    // The store also counts refused requests.
    return { requests: Math.min(limit, window.consumedPoints), resetAt: endOf(window) };
  }

  private async takeFromBlock(bucket: Bucket): Promise<RateLimitState> {
    let lease = this.leases.get(bucket.key);
    while (!lease || lease.left === 0 || lease.resetAt <= Date.now()) {
      // An empty lease that was just renewed means that the window is used up.
      if (lease && lease.remaining === 0 && lease.resetAt > Date.now()) break;
      lease = await this.renew(bucket);
    }
    const state = stateOf(bucket, lease);
    if (lease.left > 0) lease.left--;
    return state;
  }

  /** Runs one renewal per bucket at a time, however many requests wait for it. */
  private renew(bucket: Bucket): Promise<Lease> {
    const underWay = this.renewals.get(bucket.key);
    if (underWay) return underWay;
    const block = Math.floor(bucket.limit / BLOCKS_PER_WINDOW);
    const renewal = this.lease(bucket, block)
      .then((lease) => {
        this.leases.set(bucket.key, lease);
        return lease;
      })
      .finally(() => this.renewals.delete(bucket.key));
    this.renewals.set(bucket.key, renewal);
    return renewal;
  }

  /** Takes up to `wanted` requests from the store, or the rest of the window when it is less. */
  private async lease({ key, limit }: Bucket, wanted: number): Promise<Lease> {
    try {
      const taken = await this.limiter(limit).consume(key, wanted);
      return { left: wanted, remaining: taken.remainingPoints, resetAt: endOf(taken) };
    } catch (refusal) {
      // The limiter refuses by rejecting with its counts. Anything else is an error.
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      // The store has counted all of `wanted`, so what was free before belongs to this call alone.
      // A refusal from memory has no counts, so nothing was free.
      const overshoot = refusal.consumedPoints - limit;
      const left = overshoot > 0 ? Math.max(0, wanted - overshoot) : 0;
      return { left, remaining: 0, resetAt: endOf(refusal) };
    }
  }

  private limiter(limit: number): RateLimiterAbstract {
    const limiter = this.limiters.get(limit) ?? this.store(limit);
    this.limiters.set(limit, limiter);
    return limiter;
  }
}

function apiBucket({ accountId, apiRequestsPerMinute }: KeyHolder): Bucket {
  return { key: `api:${accountId}`, limit: apiRequestsPerMinute };
}

function endOf(window: RateLimiterRes): number {
  return Date.now() + window.msBeforeNext;
}

function stateOf(bucket: Bucket, lease: Lease): RateLimitState {
  const allowed = lease.left > 0;
  const remaining = lease.remaining + Math.max(0, lease.left - 1);
  return { allowed, limit: bucket.limit, remaining, resetAt: lease.resetAt };
}
