/** A UTC day that has visits. */
export interface DayVisits {
  /** Epoch milliseconds. */
  start: number;
  visits: number;
}

/** How a statement went that read a stretch of time. */
export interface StretchRead {
  tookMs: number;
  /** Rows that it found. */
  rows: number;
  /** Milliseconds of time that its rows cover, if it stopped at its limit. */
  cutAfterMs?: number | undefined;
}

const DAY_MS = 86_400_000;
const SLOW_MS = 400;
const QUICK_MS = 100;
const STEP = 4;
const LARGEST_PORTION = 1_000_000;

/**
 * Decides how much time the next statement reads, so that none takes long: neither where a second
 * has a million visits, nor where a filter finds one visit in a million, nor where a year has three.
 * The visits of days say how much there is to read. They are a guide only, because visits may come
 * in the meantime, and those of a day may come in one minute.
 */
export class Stretches {
  /** The place of the first day that has not ended. */
  private day = 0;
  /** The length of a stretch where there are far more visits than on the rest of their day. */
  private burstMs = Infinity;

  /**
   * @param days ascending
   * @param portion how many visits a stretch has at first, and at least: so few take no time. When
   *   fewer than half of them are found, the next stretch is longer
   */
  constructor(
    private readonly days: readonly DayVisits[],
    private portion: number,
    private readonly least = portion,
  ) {}

  /** Returns where the stretch ends that begins at `from`; both in epoch milliseconds. */
  endOf(from: number, last: number): number {
    const end = Math.min(this.guided(from, last), from + this.burstMs);
    return Math.min(Math.max(end, from + 1), last);
  }

  learn({ tookMs, rows, cutAfterMs }: StretchRead): void {
    if (cutAfterMs !== undefined) return this.cut(cutAfterMs);
    if (tookMs > SLOW_MS) {
      this.portion = Math.max(this.least, Math.floor(this.portion / STEP));
    } else if (rows < this.least / 2) {
      this.burstMs *= STEP;
      if (tookMs < QUICK_MS) this.portion = Math.min(this.portion * STEP, LARGEST_PORTION);
    }
  }

  /** Makes the next stretches so short. */
  cut(lengthMs: number): void {
    this.burstMs = Math.max(1, Math.floor(lengthMs));
  }

  private guided(from: number, last: number): number {
    const hasEnded = ({ start }: DayVisits) => start + DAY_MS <= from;
    while (this.days[this.day] && hasEnded(this.days[this.day] as DayVisits)) this.day++;
    let left = this.portion;
    for (let at = this.day; at < this.days.length; at++) {
      const { start, visits } = this.days[at] as DayVisits;
      const begin = Math.max(from, start);
      const expected = (visits * (start + DAY_MS - begin)) / DAY_MS;
      if (expected > left) return begin + Math.floor((DAY_MS * left) / visits);
      left -= expected;
    }
    return last;
  }
}
