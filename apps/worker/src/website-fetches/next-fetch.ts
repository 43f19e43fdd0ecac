const HOUR_SECONDS = 3_600;
/** After so long without an answer, a website is asked less often. */
const PATIENCE_MS = 48 * HOUR_SECONDS * 1_000;

/**
 * Decides when a file is fetched again, in seconds: after almost a day, and earlier after a failure.
 * Nobody waits exactly as long as others, so that not all are due at the same time.
 *
 * @param random from 0 to 1
 */
export function nextFetchIn({
  succeeded,
  succeededAt,
  now,
  random,
}: {
  succeeded: boolean;
  /** When it last told something before. */
  succeededAt: Date | null;
  now: number;
  random: number;
}): number {
  if (succeeded) return (22 + 2 * random) * HOUR_SECONDS;
  const isNew = succeededAt !== null && now - succeededAt.getTime() < PATIENCE_MS;
  return (isNew ? 1 + random : 4 + 2 * random) * HOUR_SECONDS;
}
