import type { AddressLimit, RateLimitName } from '@app/access';
import type { ApiMetrics } from '@app/observability';
import { ApiError } from './api-error.js';

/** Whose requests a limit counts together, as the message says it. */
const TOGETHER: Partial<Record<RateLimitName | 'address', string>> = {
  account: ' from all keys of this account together',
  session: ' from all browsers that are signed in to this account together',
  share: ' from all readers of the shared links of this account together',
  reader: ' from your address for the shared links of this account',
};

/** Octets of answers that count as one more request of a stranger. */
const BYTES_A_REQUEST = 64 * 1024;

/**
 * Answers requests whose key, session, code or shared link is refused, and those above a limit. Wrong ones are
 * counted by address, whatever they are, and so is everything that is asked for without a key.
 */
export class Attempts {
  constructor(
    private readonly wrongOfAddress: AddressLimit,
    private readonly publicOfAddress: AddressLimit,
    private readonly metrics: Pick<ApiMetrics, 'keysRefused' | 'requestsRateLimited'>,
  ) {}

  /** Returns 401, or 429 when too many came from this address. */
  refuse(reason: string, message: string, address: string): ApiError {
    const seconds = this.wrongOfAddress.count(address);
    if (seconds > 0) return this.tooMany('address', seconds);
    this.metrics.keysRefused.inc({ reason });
    return new ApiError('UNAUTHORIZED', message);
  }

  /**
   * Counts a request without a key.
   *
   * @throws ApiError RATE_LIMITED
   */
  admitStranger(address: string): void {
    const seconds = this.publicOfAddress.count(address);
    if (seconds > 0) throw this.tooMany('address', seconds);
  }

  /** Counts the bytes that such a request is answered with. */
  chargeStranger(address: string, bytes: number): void {
    this.publicOfAddress.count(address, Math.floor(bytes / BYTES_A_REQUEST));
  }

  /**
   * Returns 429. The connection of an address is closed, so that whatever stands behind the request
   * on it costs nothing.
   */
  tooMany(limit: RateLimitName | 'address', seconds: number): ApiError {
    this.metrics.requestsRateLimited.inc({ limit });
    const who = TOGETHER[limit] ?? '';
    return new ApiError('RATE_LIMITED', `Too many requests${who}; try again in ${seconds} s`, {
      'retry-after': `${seconds}`,
      ...(limit === 'address' ? { connection: 'close' } : {}),
    });
  }
}
