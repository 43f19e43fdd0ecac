import { setTimeout as sleep } from 'node:timers/promises';

/** Tries `check` until it does not throw; after `timeoutMs` its last error is thrown. */
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
