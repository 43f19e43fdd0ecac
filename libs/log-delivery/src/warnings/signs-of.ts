import type { BatchEntries } from '../columns/batch-entries.js';
import { EntrySigns } from './entry-signs.js';

/**
 * Returns what the entries of a batch tell about how the log is written. Each value is looked at
 * once, however many entries have it.
 *
 * @param now epoch milliseconds UTC
 */
export function signsOf(entries: BatchEntries, now: number): EntrySigns {
  const signs = new EntrySigns();
  signs.entries = entries.count;
  signs.hasReferer = entries.valuesOf('referer')?.values.some(Boolean) ?? false;
  eachText(entries, 'ip', (ip, times) => signs.addAddress(ip, times));
  eachText(entries, 'user_agent', (agent, times) => signs.addAgent(agent, times));
  for (const time of entries.times) signs.addTime(time - now);
  return signs;
}

/** Calls with each text of a field that every entry has, and how many have it. Null is an empty text. */
function eachText(
  entries: BatchEntries,
  field: 'ip' | 'user_agent',
  take: (text: string, times: number) => void,
): void {
  const { values, indexes } = entries.valuesOf(field) ?? { values: [], indexes: [] };
  const times = new Uint32Array(values.length);
  for (const index of indexes) times[index]! += 1;
  values.forEach((value, index) => take((value as string | null) ?? '', times[index]!));
}
