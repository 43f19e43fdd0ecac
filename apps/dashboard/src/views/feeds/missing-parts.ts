import type { Counts } from './feed.js';

/** What entries may have, and what the product uses. */
export type EntryPart =
  'address' | 'host' | 'country' | 'fetch_headers' | 'referer' | 'static_files';

/** Of fewer entries nobody can tell whether the log has files and referers. */
export const ENOUGH_ENTRIES = 20;

/** Returns what none of the entries of a feed has, the most important first. */
export function missingParts(counts: Counts): EntryPart[] {
  const { entries } = counts;
  const isMissing: Record<EntryPart, boolean> = {
    address: counts.without_address === entries,
    static_files: entries >= ENOUGH_ENTRIES && counts.static_files === 0,
    referer: entries >= ENOUGH_ENTRIES && counts.without_referer === entries,
    fetch_headers: counts.without_fetch_headers === entries,
    country: counts.without_country === entries,
    host: counts.without_host === entries,
  };
  const parts = Object.keys(isMissing) as EntryPart[];
  return entries === 0 ? [] : parts.filter((part) => isMissing[part]);
}
