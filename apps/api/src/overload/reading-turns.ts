import type { Turn } from '@app/queue';

/** An account that comes first is active for this long after a body of its own. */
const ACTIVE_MS = 10_000;
/** A body of 10 MiB takes longer, but it is rare. */
const LONGEST_REST_MS = 50;

/**
 * Lets bodies be read one after the other, with a turn of the event loop between two of them. To
 * read a body of 1,000 entries takes the processor for some milliseconds in one go, and many bodies
 * can be complete at the same moment: read all at once, they would keep every other answer waiting
 * for all of them. A body of an account that comes first waits only for the one that is being read.
 *
 * An answer needs several turns of the event loop, because it waits for the stores in between. So
 * while an account that comes first is active, the reading of others rests after each body for as
 * long as that body took: it has half of the time at most.
 */
export class ReadingTurns {
  private readonly waiting: Record<Turn, (() => void)[]> = { first: [], later: [] };
  private reads = false;
  private rests = false;
  private activeUntil = -Infinity;

  /** @param now milliseconds of a clock that never goes back */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Resolves when a body, or the next piece of it, may be read. */
  next(turn: Turn): Promise<void> {
    if (turn === 'first') this.activeUntil = this.now() + ACTIVE_MS;
    return new Promise((resolve) => {
      this.waiting[turn].push(resolve);
      this.schedule();
    });
  }

  private schedule(): void {
    const { first, later } = this.waiting;
    const due = first.length + (this.rests ? 0 : later.length);
    if (this.reads || due === 0) return;
    this.reads = true;
    setImmediate(() => this.read(first.length > 0 ? 'first' : 'later'));
  }

  private read(turn: Turn): void {
    const began = this.now();
    this.waiting[turn].shift()?.();
    // What is read in one go is read before this is called.
    setImmediate(() => {
      this.reads = false;
      if (turn === 'later' && began < this.activeUntil) this.rest(this.now() - began);
      this.schedule();
    });
  }

  private rest(ms: number): void {
    this.rests = true;
    setTimeout(
      () => {
        this.rests = false;
        this.schedule();
      },
      Math.min(ms, LONGEST_REST_MS),
    );
  }
}
