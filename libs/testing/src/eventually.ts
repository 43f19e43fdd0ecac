import { setTimeout as sleep } from 'node:timers/promises';

/** What a try and the pause behind it count as at most: a machine may stand still for minutes. */
const LONGEST_TRY_MS = 10_000;

/**
 * Repeats `check` until it does not throw. After `timeoutMs`, throws its last error. The limit is
 * far above what an idle machine needs, so that a busy one fails no test.
 */
export async function eventually<T>(
  check: () => Promise<T> | T,
  timeoutMs = 120_000,
  everyMs = 50,
): Promise<T> {
  // A suite may have stopped Date.now.
  let [waited, last] = [0, performance.now()];
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (waited > timeoutMs) throw error;
      await sleep(everyMs);
    }
    const now = performance.now();
    waited += Math.min(now - last, LONGEST_TRY_MS);
    last = now;
  }
}
