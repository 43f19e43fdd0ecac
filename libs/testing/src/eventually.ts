import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats `check` until it does not throw. After `timeoutMs`, throws its last error. */
export async function eventually<T>(
  check: () => Promise<T> | T,
  timeoutMs = 20_000,
  everyMs = 50,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(everyMs);
    }
  }
}
