import type { LogEntry } from '@app/contracts';
import { encodeEntries, packPayload, unpackPayload } from '@app/queue';

/**
 * Returns a payload with addresses as texts, as in jobs up to version 4. In those they may be none;
 * newer payloads have no room for such a text.
 */
export function olderPayload(entries: readonly LogEntry[]): string {
  const content = unpackPayload(encodeEntries(entries.map((entry) => ({ ...entry, ip: null }))));
  return packPayload({ ...(content as object), ip: entries.map(({ ip }) => ip) });
}
