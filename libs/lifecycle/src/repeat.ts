import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Does something again and again, with a pause before each time, until the signal is aborted. What it
 * does must not throw.
 */
export async function repeat(
  pauseMs: number,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  for (;;) {
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    await work();
  }
}
