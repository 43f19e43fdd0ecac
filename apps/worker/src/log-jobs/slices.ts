import type { Turn } from '@app/queue';

/**
 * A batch computes for about this long. Then the event loop serves other batches, and what came
 * from the stores.
 */
const SLICE_MS = 5;

/** Computes until a time (of `performance.now()`), and tells whether everything is done. */
type Work = (end: number) => boolean;

/**
 * Divides the computing of a worker's jobs into slices, because a thread that judges a thousand
 * costly user agents in one go serves nobody else meanwhile. Between two slices, the event loop
 * hands out what came from the stores. The next slice belongs to a job that comes first, if one has
 * something to compute. Jobs of the same turn compute one after the other: this stores one of them
 * early, instead of all of them late.
 */
export class Slices {
  private readonly waiting: Record<Turn, Work[]> = { first: [], later: [] };
  private scheduled = false;

  /** Returns what `compute` makes of each item, in the same order. */
  map<In, Out>(turn: Turn, items: readonly In[], compute: (item: In) => Out): Promise<Out[]> {
    return new Promise((resolve, reject) => {
      const outputs: Out[] = [];
      this.waiting[turn].push((end) => {
        try {
          for (const item of items.slice(outputs.length)) {
            outputs.push(compute(item));
            if (performance.now() >= end) break;
          }
        } catch (error) {
          reject(error as Error);
          return true;
        }
        const done = outputs.length === items.length;
        if (done) resolve(outputs);
        return done;
      });
      this.schedule();
    });
  }

  private schedule(): void {
    const { first, later } = this.waiting;
    if (this.scheduled || first.length + later.length === 0) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      const line = first.length > 0 ? first : later;
      if (line[0]?.(performance.now() + SLICE_MS)) line.shift();
      this.schedule();
    });
  }
}
