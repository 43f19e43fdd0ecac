const LONGEST_WAIT_MS = 60_000;
const FIRST_WAIT_MS = 250;
const LONGEST_BACKOFF_MS = 15_000;
const JITTER = 0.25;

/**
 * How long to wait before the next try, in milliseconds: what `Retry-After` asks for, otherwise twice
 * as long after each failure. Spread by up to a quarter, so that senders do not come back together.
 *
 * @param retryAfter header in seconds, null when there is none
 * @param failures in a row, from 1
 * @param random 0 to 1
 */
export function waitBeforeRetry(
  retryAfter: string | null,
  failures: number,
  random: number,
): number {
  const seconds = retryAfter === null ? NaN : Number(retryAfter);
  const asked = Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
  const backoff = Math.min(FIRST_WAIT_MS * 2 ** Math.min(failures - 1, 10), LONGEST_BACKOFF_MS);
  const wait = Math.min(asked ?? backoff, LONGEST_WAIT_MS);
  return Math.round(wait * (1 + JITTER * random));
}
