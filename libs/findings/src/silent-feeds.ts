const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Senders that send once a day are not silent before the next day is over. */
const SILENT_AFTER_MS = 26 * HOUR_MS;
/** Whoever stopped a sender this long ago knows it. */
const FORGOTTEN_AFTER_MS = 14 * DAY_MS;

/** When a feed brought something. ISO 8601; null means never. */
export interface FeedFacts {
  feed: string;
  first_delivery: string | null;
  last_delivery: string | null;
}

/**
 * Returns for how long a feed has been silent, in milliseconds, when it is: it came for more than a
 * day and then stopped. A file that was imported is no feed that stopped.
 *
 * @param silentAfter how long it may be silent, in milliseconds, for a feed of which more is known
 */
export function silenceOf(
  { first_delivery, last_delivery }: FeedFacts,
  now: number,
  silentAfter: number = SILENT_AFTER_MS,
): number | undefined {
  if (first_delivery === null || last_delivery === null) return undefined;
  const last = Date.parse(last_delivery);
  const quiet = now - last;
  const isSilent =
    last - Date.parse(first_delivery) > DAY_MS && quiet > silentAfter && quiet < FORGOTTEN_AFTER_MS;
  return isSilent ? quiet : undefined;
}
