import type { Turn } from '@app/queue';

/** What was accepted this long ago counts half as much as what is accepted now. */
const HALF_LIFE_MS = 10_000;
/** The fair part depends on all accounts, so it is computed only this often. */
const REFRESH_MS = 250;
/**
 * This share of what was accepted lately is divided among the accounts. An account that sent more
 * than its part is large.
 */
const DIVIDED = 0.8;
/** Weights of the present grow up to here. Then all costs are divided by it. */
const LARGEST_WEIGHT = 2 ** 60;
/** An ordinary entry takes about this many bytes of a body. */
const BYTES_OF_AN_ENTRY = 300;

/**
 * Returns what a batch costs in ordinary entries. Long entries cost more than ordinary ones, in the
 * queue, when they are judged, and when they are stored.
 */
export function costOf(entries: number, bytes: number): number {
  return Math.max(entries, bytes / BYTES_OF_AN_ENTRY);
}

/**
 * Knows how much of what this process accepted lately came from each account, and from that whose
 * batches come first: those of accounts that had no more than their fair part. An account that
 * sends alone has more than that, so that a new one comes before it.
 */
export class AccountShares {
  /**
   * By account, with the weight that each cost had when it came. Instead of old costs getting
   * smaller, newer ones weigh more.
   */
  private costs = new Map<number, number>();
  private fairPart = 0;
  private computedAt = -Infinity;
  private begunAt: number;

  /** @param now milliseconds of a clock that never goes back */
  constructor(private readonly now: () => number = () => performance.now()) {
    this.begunAt = now();
  }

  /** Notes that a batch of the account was accepted. */
  note(accountId: number, cost: number): void {
    this.refresh();
    this.costs.set(accountId, (this.costs.get(accountId) ?? 0) + cost * this.weight());
  }

  /** Returns when the account's next batch is due. While nothing is known, nobody comes first. */
  turnOf(accountId: number): Turn {
    this.refresh();
    return (this.costs.get(accountId) ?? 0) < this.fairPart ? 'first' : 'later';
  }

  private refresh(): void {
    if (this.now() - this.computedAt < REFRESH_MS) return;
    this.computedAt = this.now();
    const weight = this.weight();
    const scale = weight > LARGEST_WEIGHT ? weight : 1;
    if (scale > 1) this.begunAt = this.computedAt;
    // An account of which less than an entry is left is forgotten.
    const kept = [...this.costs].filter(([, cost]) => cost >= weight);
    this.costs = new Map(kept.map(([account, cost]) => [account, cost / scale]));
    this.fairPart = fairPartOf([...this.costs.values()]);
  }

  private weight(): number {
    return 2 ** ((this.now() - this.begunAt) / HALF_LIFE_MS);
  }
}

/**
 * Returns the most that an account may have when a little less than all costs together is divided
 * fairly: equally, but what small accounts do not use of their parts is divided among the others.
 */
export function fairPartOf(costs: readonly number[]): number {
  let left = DIVIDED * costs.reduce((sum, cost) => sum + cost, 0);
  const ascending = [...costs].sort((a, b) => a - b);
  for (const [place, cost] of ascending.entries()) {
    const part = left / (ascending.length - place);
    if (cost > part) return part;
    left -= cost;
  }
  return 0;
}
