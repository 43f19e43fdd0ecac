/** How the lists of bots' addresses stand that can be kept current; null where nobody knows it. */
export interface ListsFacts {
  old: number | null;
  missing: number | null;
  /** Those that are older than they prove anything. */
  old_lists: readonly { fetched_at: string }[];
}

/** Returns since when (ISO 8601) the oldest list is older than it proves; undefined when none is. */
export function oldestOf({ old_lists }: Pick<ListsFacts, 'old_lists'>): string | undefined {
  return old_lists.map(({ fetched_at }) => fetched_at).sort()[0];
}

/** Returns how many lists do not prove what they can prove. */
export const listsBehind = ({ old, missing }: Pick<ListsFacts, 'old' | 'missing'>): number =>
  (old ?? 0) + (missing ?? 0);
