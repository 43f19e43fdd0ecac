import type { ListContent } from '@app/verification';

/** A content, and where it came from: the release, its operator, or a file of ours. */
export interface ListInUse extends ListContent {
  origin: 'bundled' | 'fetched' | 'file';
}

/**
 * Returns the newest content of each list. So a database or a folder that nobody has renewed for
 * long does not hold back a newer release.
 */
export function newestOf(
  bundled: readonly ListContent[],
  others: readonly ListInUse[],
): ListInUse[] {
  const newest = new Map<string, ListInUse>();
  for (const content of bundled) newest.set(content.id, { ...content, origin: 'bundled' });
  for (const content of others) {
    const before = newest.get(content.id);
    if (!before || Date.parse(content.fetchedAt) >= Date.parse(before.fetchedAt))
      newest.set(content.id, content);
  }
  return [...newest.values()];
}
