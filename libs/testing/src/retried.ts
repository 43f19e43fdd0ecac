import { setTimeout as sleep } from 'node:timers/promises';

export interface RetryOptions {
  /** Tells whether an error may pass by itself. All others are thrown at once. */
  passes: (error: unknown) => boolean;
  /** How often the work is tried before its error is thrown. */
  times: number;
  pauseMs?: number;
}

/** Repeats work that failed for a reason that passes by itself. */
export async function retried<T>(
  work: () => Promise<T>,
  { passes, times, pauseMs = 0 }: RetryOptions,
): Promise<T> {
  for (let left = times; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left <= 1 || !passes(error)) throw error;
      await sleep(pauseMs);
    }
  }
}
