import type { AddressList, ListContent } from './address-list.js';

const DAY_MS = 86_400_000;

/** The first and the last moment (epoch milliseconds) of a visit about which a list tells. */
export interface ProvedTime {
  provesFrom: number;
  provesUntil: number;
}

/** Returns about which visits a list tells, by when it was last found valid. */
export function provedTime(
  { provesForDays }: Pick<AddressList, 'provesForDays'>,
  { fetchedAt }: Pick<ListContent, 'fetchedAt'>,
): ProvedTime {
  const at = Date.parse(fetchedAt);
  return { provesFrom: at - provesForDays * DAY_MS, provesUntil: at + provesForDays * DAY_MS };
}
