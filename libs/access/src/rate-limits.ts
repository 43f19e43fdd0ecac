import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { KeyHolder } from './key-ring.js';
import type { RateLimitStore } from './rate-limit-stores.js';

/** What became of a request's try to pass, and what its headers say. */
export interface RateLimitState {
  allowed: boolean;
  /** Requests a minute. */
  limit: number;
  /** Requests left in the window. */
  remaining: number;
  /** End of the window, epoch milliseconds UTC. */
  resetAt: number;
}

/** What was let pass in the window under way. */
export interface RateLimitUsage {
  requests: number;
  /** End of the window, epoch milliseconds UTC. */
  resetAt: number;
}

/** From here on a process takes requests in blocks of a hundredth of the limit: no round trip a request. */
const LEASED_FROM = 600;
const BLOCKS_PER_WINDOW = 100;

/** A block of requests that this process may let pass by itself. */
interface Lease {
  left: number;
  /** What the store had left after the block was taken. */
  remaining: number;
  resetAt: number;
}

type Bucket = { key: string; limit: number };

/** The limits of accounts and tracking keys, exact across the processes on one store. */
export class RateLimits {
  private readonly limiters = new Map<number, RateLimiterAbstract>();
  private readonly leases = new Map<string, Lease>();
  private readonly renewals = new Map<string, Promise<Lease>>();

  constructor(private readonly store: RateLimitStore) {}

  /** Counts a request in the bucket of the key that was presented, whatever route it is for. */
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

  /** The account's API requests, without counting this look. */
  async apiUsage(holder: KeyHolder): Promise<RateLimitUsage> {
    const { key, limit } = apiBucket(holder);
    const window = await this.limiter(limit).get(key);
    if (!window) return { requests: 0, resetAt: Date.now() };
    // The store counts refused requests, too.
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

  /** One renewal at a time for a bucket, however many requests wait for it. */
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

  /** Takes up to `wanted` requests from the store: what is left of the window when that is less. */
  private async lease({ key, limit }: Bucket, wanted: number): Promise<Lease> {
    try {
      const taken = await this.limiter(limit).consume(key, wanted);
      return { left: wanted, remaining: taken.remainingPoints, resetAt: endOf(taken) };
    } catch (refusal) {
      // The limiter refuses by rejecting with its counts; anything else is an error.
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      // It has counted all of `wanted`, so what was free before belongs to this call alone.
      // A refusal from memory has no counts: nothing was free.
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
