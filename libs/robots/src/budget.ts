/** How much work one report may take. */
export interface Bound {
  /** Octets of paths that are read, as often as they are, and what costs as much. */
  octets: number;
  /** Milliseconds in which the processor works. */
  ms: number;
}

/** What ended the work: the octets, or the time. */
export type SpentLimit = 'work' | 'time';

/** Reading so many octets takes about a tenth of a millisecond, after which work may pause. */
const OCTETS_AT_ONCE = 65_536;

/** What is left of a bound. */
export class Budget {
  private octets: number;
  private ms: number;
  private sincePause = 0;
  /** What must be left for others. */
  private reserve = 0;

  constructor(bound: Bound) {
    ({ octets: this.octets, ms: this.ms } = bound);
  }

  /** The limit that is reached, if one is. */
  get limit(): SpentLimit | undefined {
    if (this.ms <= 0) return 'time';
    return this.octets <= this.reserve ? 'work' : undefined;
  }

  /** Octets that may still be read. */
  get left(): number {
    return this.limit ? 0 : this.octets - this.reserve;
  }

  /** Returns true when the work should pause, and then look whether a limit is reached. */
  spend(octets: number): boolean {
    this.octets -= octets;
    this.sincePause += octets;
    if (this.sincePause < OCTETS_AT_ONCE) return false;
    this.sincePause = 0;
    return true;
  }

  readonly spendTime = (ms: number): void => {
    this.ms -= ms;
  };

  /** Lets the next one of so many that are left have an equal part of what is left. */
  shareAmong(count: number): void {
    this.reserve = Math.max(0, this.octets - this.octets / count);
  }
}
