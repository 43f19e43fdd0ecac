import { setTimeout as sleep } from 'node:timers/promises';

/** A store that has not answered by then does not answer; whoever asks for readiness waits little longer. */
const PATIENCE_MS = 2_500;

/** Whether a store's work succeeds; known within the patience, whatever the store does. */
export async function answers(work: Promise<unknown>): Promise<boolean> {
  const done = new AbortController();
  const late = sleep(PATIENCE_MS, false, { signal: done.signal, ref: false });
  const answer = work.then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answer, late.catch(() => false)]);
  } finally {
    done.abort();
  }
}
