import type { KeyKind } from '@app/contracts';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { AddressWindows } from './address-windows.js';
import type { KeyHolder } from './key-ring.js';
import type { RateLimitStore } from './rate-limit-stores.js';

/**
 * Whose requests a limit counts. `api`: those of all API Keys of an account. `bot`: those of one
 * Bot Tracking Key. `account`: those of all Bot Tracking Keys of an account. `session`: those of all
 * browsers that are signed in to an account. `share`: those of all readers of the shared links of
 * an account. `reader`: those of one address among them. `pixel`: views of the pixel of one
 * website.
 */
export type RateLimitName = KeyKind | 'account' | 'session' | 'share' | 'reader' | 'pixel';

/** Whether a request may pass, with the values for its headers. */
export interface RateLimitState {
  /** The limit that these values tell about. */
  name: RateLimitName;
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
/** The id in a pixel is public, so anybody can make a website count. */
const PIXEL_VIEWS_PER_MINUTE = 6_000;

/** The page that a browser shows asks for several reports at once, whatever the plan allows keys. */
const SESSION_REQUESTS_PER_MINUTE = 300;

/**
 * The least that all readers of the shared links of an account may ask together: a page asks for
 * about a dozen reports when it is opened, and again every 30 seconds. A plan that allows its keys
 * more allows readers as much.
 */
const LEAST_SHARE_REQUESTS_PER_MINUTE = 300;

/** One address may ask this part of it, so that no single reader shuts out all others. */
const PARTS_OF_READERS = 3;

/** A block of requests that this process may accept without asking the store. */
interface Lease {
  left: number;
  /** What was left in the store after the block was taken. */
  remaining: number;
  resetAt: number;
}

type Bucket = { name: RateLimitName; key: string; limit: number };

/** The limits of accounts and tracking keys. They are exact across all processes on one store. */
export class RateLimits {
  private readonly limiters = new Map<number, RateLimiterAbstract>();
  private readonly leases = new Map<string, Lease>();
  private readonly renewals = new Map<string, Promise<Lease>>();
  private readonly readers = new AddressWindows();

  constructor(private readonly store: RateLimitStore) {}

  /**
   * Counts a request of the presented key, whatever route it is for. A Bot Tracking Key has a
   * limit, and its account has one for all of them: the values are those of the one that leaves
   * less. What the limit of the key refuses is not counted for the account, so that one shipper
   * that sends too much does not use up what the others may send.
   */
  async take(holder: KeyHolder): Promise<RateLimitState> {
    if (holder.kind === 'api') return this.takeOne(apiBucket(holder));
    const ofKey = await this.takeIngest(keyBucket(holder));
    if (!ofKey.allowed) return ofKey;
    const ofAccount = await this.takeIngest(accountBucket(holder));
    return ofAccount.allowed && ofAccount.remaining >= ofKey.remaining ? ofKey : ofAccount;
  }

  /**
   * Counts a request as if it had been `requests`, because it brought as much. It was accepted
   * already, so only later requests may be refused for it.
   */
  async charge(holder: KeyHolder, requests: number): Promise<void> {
    const more = Math.ceil(requests) - 1;
    if (more <= 0) return;
    for (const bucket of [keyBucket(holder), accountBucket(holder)]) await this.lease(bucket, more);
  }

  /**
   * Counts a request of a browser that is signed in. It counts for all sessions of the account, and
   * takes nothing from what its keys may ask.
   */
  takeSession({ accountId }: Pick<KeyHolder, 'accountId'>): Promise<RateLimitState> {
    return this.takeOne({
      name: 'session',
      key: `session:${accountId}`,
      limit: SESSION_REQUESTS_PER_MINUTE,
    });
  }

  /**
   * Counts a request of the reader of a shared link. It counts for all shared links of the account,
   * so that an account gets no more for having many, and takes nothing from what the account itself
   * may ask. Each address has a part of that limit, which this process counts, and what is above it
   * is not counted for the account. The values are those of the limit that leaves less.
   */
  async takeShare(
    { accountId, apiRequestsPerMinute }: Pick<KeyHolder, 'accountId' | 'apiRequestsPerMinute'>,
    address: string,
  ): Promise<RateLimitState> {
    const limit = Math.max(LEAST_SHARE_REQUESTS_PER_MINUTE, apiRequestsPerMinute);
    const ofReader = this.takeReader(accountId, address, Math.floor(limit / PARTS_OF_READERS));
    if (!ofReader.allowed) return ofReader;
    const ofAll = await this.takeOne({ name: 'share', key: `share:${accountId}`, limit });
    return ofAll.allowed && ofAll.remaining >= ofReader.remaining ? ofReader : ofAll;
  }

  private takeReader(accountId: number, address: string, limit: number): RateLimitState {
    const { events, endsIn } = this.readers.count(address, { of: accountId });
    return {
      name: 'reader',
      allowed: events <= limit,
      limit,
      remaining: Math.max(0, limit - events),
      resetAt: Date.now() + endsIn,
    };
  }

  /** Counts a view of the pixel of a website. Returns whether it may count as a visit. */
  async takePixelView(websiteId: number): Promise<boolean> {
    const bucket: Bucket = {
      name: 'pixel',
      key: `pixel:${websiteId}`,
      limit: PIXEL_VIEWS_PER_MINUTE,
    };
    return (await this.takeIngest(bucket)).allowed;
  }

  /** Returns the account's API requests. This call itself does not count. */
  async apiUsage(holder: KeyHolder): Promise<RateLimitUsage> {
    const { key, limit } = apiBucket(holder);
    const window = await this.limiter(limit).get(key);
    if (!window) return { requests: 0, resetAt: Date.now() };
    // The store also counts refused requests.
    return { requests: Math.min(limit, window.consumedPoints), resetAt: endOf(window) };
  }

  private takeIngest(bucket: Bucket): Promise<RateLimitState> {
    return bucket.limit < LEASED_FROM ? this.takeOne(bucket) : this.takeFromBlock(bucket);
  }

  private async takeOne(bucket: Bucket): Promise<RateLimitState> {
    return stateOf(bucket, await this.lease(bucket, 1));
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
  return { name: 'api', key: `api:${accountId}`, limit: apiRequestsPerMinute };
}

function keyBucket({ keyId, ingestRequestsPerMinute }: KeyHolder): Bucket {
  return { name: 'bot', key: `ingest:${keyId}`, limit: ingestRequestsPerMinute };
}

function accountBucket({ accountId, totalIngestRequestsPerMinute }: KeyHolder): Bucket {
  return { name: 'account', key: `ingest-all:${accountId}`, limit: totalIngestRequestsPerMinute };
}

function endOf(window: RateLimiterRes): number {
  return Date.now() + window.msBeforeNext;
}

function stateOf(bucket: Bucket, lease: Lease): RateLimitState {
  const allowed = lease.left > 0;
  const remaining = lease.remaining + Math.max(0, lease.left - 1);
  return { name: bucket.name, allowed, limit: bucket.limit, remaining, resetAt: lease.resetAt };
}
