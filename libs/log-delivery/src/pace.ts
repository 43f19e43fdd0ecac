/** How many requests may be under way. */
export interface PaceBounds {
  first: number;
  most: number;
}

/** So much more must be answered in a second for more requests to be worth it. */
const WORTH = 1.04;
/** How many requests are added or taken away at once. */
const STEP = 2;
/** So many answers of each request that is under way are one look. */
const ROUNDS = 4;
/** After a step that was not worth it, so many looks are let pass before the next one is tried. */
const LOOKS_OF_REST = 8;

/**
 * Decides how many requests are under way at the same time, by what the service bears: more as long as
 * more are answered in a second, and half as many when it refuses some for now.
 */
export class Pace {
  /** How many requests may be under way now. */
  allowed: number;
  private answers = 0;
  private lookedAt: number;
  /** Answers a millisecond before the last step up; 0 where there was none. */
  private before = 0;
  private rest = 0;

  /** @param elapsed milliseconds of a clock that never goes back */
  constructor(
    readonly bounds: PaceBounds,
    private readonly elapsed: () => number = () => performance.now(),
  ) {
    this.allowed = bounds.first;
    this.lookedAt = elapsed();
  }

  /** Notes that a request was answered. */
  answered(): void {
    this.answers += 1;
    if (this.answers < ROUNDS * this.allowed) return;
    const rate = this.answers / Math.max(1, this.elapsed() - this.lookedAt);
    this.decide(rate);
    this.look();
  }

  /** Notes that the service refuses a request for now, or does not answer. */
  refused(): void {
    this.allowed = Math.max(1, Math.floor(this.allowed / 2));
    this.before = 0;
    this.rest = LOOKS_OF_REST;
    this.look();
  }

  private decide(rate: number): void {
    const { before } = this;
    this.before = 0;
    if (before > 0 && rate < before * WORTH) {
      this.allowed = Math.max(1, this.allowed - STEP);
      this.rest = LOOKS_OF_REST;
    } else if (this.rest > 0) this.rest -= 1;
    else if (this.allowed < this.bounds.most) {
      this.allowed = Math.min(this.bounds.most, this.allowed + STEP);
      this.before = rate;
    }
  }

  private look(): void {
    this.answers = 0;
    this.lookedAt = this.elapsed();
  }
}
