import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseAway } from '../database/explain-database-error.js';

const RETRY_MS = 500;

/** Repeats `work` while the database is away, up to `timeoutMs`; `onWait` is told once that it takes longer. */
export async function retryWhileAway<T>(
  work: () => Promise<T>,
  timeoutMs: number,
  onWait: () => void,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseAway(error) || Date.now() + RETRY_MS > deadline) throw error;
      if (attempt === 0) onWait();
      await sleep(RETRY_MS);
    }
  }
}
