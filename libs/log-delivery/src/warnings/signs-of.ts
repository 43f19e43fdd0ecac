import { NO_VALUE, type SentField } from '@app/contracts';
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

/** Calls with each text of a field, and how many entries have it. It is empty for those without. */
function eachText(
  entries: BatchEntries,
  field: SentField,
  take: (text: string, times: number) => void,
): void {
  const { values, indexes } = entries.valuesOf(field) ?? { values: [], indexes: [] };
  const times = new Uint32Array(values.length);
  let without = entries.count - indexes.length;
  for (const index of indexes) {
    if (index === NO_VALUE) without++;
    else times[index]! += 1;
  }
  values.forEach((value, index) => take((value as string | null) ?? '', times[index]!));
  if (without > 0) take('', without);
}
