import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A store that has not answered after this time counts as away, so that a readiness check does not
 * wait much longer.
 */
const PATIENCE_MS = 2_500;

/**
 * Returns whether the work on a store succeeds. The answer comes within `PATIENCE_MS`, whatever the
 * store does.
 */
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
