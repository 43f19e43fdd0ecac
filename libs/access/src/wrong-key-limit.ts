import { RateLimiterMemory } from 'rate-limiter-flexible';

/** Bounds how often an address may try keys that are not valid, in this process. */
export class WrongKeyLimit {
  private readonly limiter: RateLimiterMemory;

  constructor(private readonly failuresPerMinute: number) {
    this.limiter = new RateLimiterMemory({ points: failuresPerMinute, duration: 60 });
  }

  /** Seconds until the address may try again; 0 while it may. */
  async secondsBlocked(address: string): Promise<number> {
    const state = await this.limiter.get(address);
    if (!state || state.consumedPoints < this.failuresPerMinute) return 0;
    return Math.max(1, Math.ceil(state.msBeforeNext / 1000));
  }

  async recordFailure(address: string): Promise<void> {
    await this.limiter.penalty(address);
  }
}
