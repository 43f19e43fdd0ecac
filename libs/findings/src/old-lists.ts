const DAY_MS = 86_400_000;
/** Operators change their lists every few weeks; fetched ones are fetched every day. */
const OLD_AFTER_DAYS = { bundled: 90, refresh: 3 };

/** Where the lists of bots' addresses come from, and since when the oldest is known. */
export interface ListsFacts {
  source: string;
  /** ISO 8601. Null when there are none, or their age is not known. */
  oldest: string | null;
}

/** Returns how old the lists are, in milliseconds, when they are too old. */
export function listsAge({ source, oldest }: ListsFacts, now: number): number | undefined {
  if (oldest === null || (source !== 'bundled' && source !== 'refresh')) return undefined;
  const age = now - Date.parse(oldest);
  return age >= OLD_AFTER_DAYS[source] * DAY_MS ? age : undefined;
}
