import { setTimeout as sleep } from 'node:timers/promises';

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
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(everyMs);
    }
  }
}
