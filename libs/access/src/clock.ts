/** The source of the current time, which tests can set. */
export interface Clock {
  /** Epoch milliseconds UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** An offset that was measured this long ago is not used any more, because clocks drift. */
const TRUSTED_MS = 15_000;

/** What a server's clock is ahead of the one here, at most. */
interface Offset {
  ms: number;
  /** By the clock here. */
  measuredAt: number;
}

/**
 * Tells the time of the database's server between its answers. When a batch was accepted and when a
 * website was made or deleted are compared, so all must be times of the same clock. The clock of
 * this process may be minutes away from it.
 *
 * The server looks at its clock a little after it was asked, so the smallest offset of the last
 * quarter of a minute is the most exact one, and the time is never behind that of the server: what
 * comes after a website was made gets no time before that.
 */
export class DatabaseClock implements Clock {
  /** Each is smaller than those behind it, which are younger: the first one counts. */
  private readonly offsets: Offset[] = [];

  /** @param elapsed a clock of milliseconds that nobody can set */
  constructor(private readonly elapsed: () => number = () => performance.now()) {}

  /**
   * Must be called before the database is asked. Returns what takes the time in its answer, epoch
   * milliseconds.
   */
  asks(): (databaseMs: number) => void {
    const asked = this.elapsed();
    return (databaseMs) => this.note({ ms: databaseMs - asked, measuredAt: asked });
  }

  now(): number {
    const [offset] = this.offsets;
    if (!offset) throw new Error('The database has not told its time yet');
    return Math.ceil(this.elapsed() + offset.ms);
  }

  /** The last offset stays, however old it is. */
  private note(offset: Offset): void {
    while ((this.offsets.at(-1)?.ms ?? -Infinity) >= offset.ms) this.offsets.pop();
    this.offsets.push(offset);
    const since = this.elapsed() - TRUSTED_MS;
    while (this.offsets.length > 1 && (this.offsets[0]?.measuredAt ?? 0) <= since)
      this.offsets.shift();
  }
}
