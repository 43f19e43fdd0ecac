import type { Rest } from '@app/sitemaps';

/** How long all readers rest after a slice of one of them. A slice takes about as long. */
const REST_MS = 5;

/**
 * Lets those who read sitemaps compute one after the other, each for some milliseconds, with a rest
 * between two slices in which jobs of logs are served. However many sitemaps are read at the same
 * time, all of them together have about half of the time of the process.
 */
export class ReadingTurns {
  private readonly waiting: (() => void)[] = [];
  private isResting = false;

  /** Waits until it is this reader's turn. */
  readonly rest: Rest = () =>
    new Promise((resolve) => {
      this.waiting.push(resolve);
      this.schedule();
    });

  private schedule(): void {
    if (this.isResting || this.waiting.length === 0) return;
    this.isResting = true;
    setTimeout(() => {
      this.isResting = false;
      this.waiting.shift()?.();
      this.schedule();
    }, REST_MS);
  }
}
