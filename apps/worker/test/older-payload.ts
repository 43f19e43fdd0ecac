import type { LogEntry } from '@app/contracts';
import { packPayload, unpackPayload } from '@app/queue';
import { encodeEntries } from '../../../libs/queue/test/entries.js';

/** Returns a payload with addresses as texts, as in jobs up to version 4. */
export function olderPayload(entries: readonly LogEntry[]): string {
  return packPayload(unpackPayload(encodeEntries(entries)));
}
