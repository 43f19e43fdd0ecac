/** The source of the current time, which tests can set. */
export interface Clock {
  /** Epoch milliseconds UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** An offset that was measured this long ago gives way to a new one, because clocks drift. */
const TRUSTED_MS = 60_000;

/**
 * Tells the time of the database's server between its answers. When a batch was accepted and when a
 * website was deleted are compared, so both must be times of the same clock. The clock of this
 * process may be minutes away from it.
 *
 * An answer is always read a little after the server looked at its clock, so the largest offset of
 * the last minute is the most exact one.
 */
export class DatabaseClock implements Clock {
  private offsetMs: number | undefined;
  private measuredAt = 0;

  /** @param elapsed a clock of milliseconds that nobody can set */
  constructor(private readonly elapsed: () => number = () => performance.now()) {}

  /** Takes the time in an answer of the database that has just been read, epoch milliseconds. */
  heard(databaseMs: number): void {
    const now = this.elapsed();
    const offsetMs = databaseMs - now;
    const isBetter = this.offsetMs === undefined || offsetMs > this.offsetMs;
    if (!isBetter && now - this.measuredAt < TRUSTED_MS) return;
    this.offsetMs = offsetMs;
    this.measuredAt = now;
  }

  now(): number {
    if (this.offsetMs === undefined) throw new Error('The database has not told its time yet');
    return Math.ceil(this.elapsed() + this.offsetMs);
  }
}
