import type { AddressListRow } from '@app/storage';
import { type AddressList, ADDRESS_LISTS } from '@app/verification';
import { isOfNetwork } from './fetch-text.js';

/** How many lists could be fetched, and how many of them the network kept away at their last try. */
export interface Reach {
  lists: number;
  unreachable: number;
  /** Why one of them was not fetched; null when none was kept away. */
  reason: string | null;
}

/** Returns what the last tries say about the way to the operators. */
export function reachOf(
  rows: readonly Pick<AddressListRow, 'id' | 'failure'>[],
  lists: readonly AddressList[] = ADDRESS_LISTS,
): Reach {
  const fetchable = lists.filter(({ sources }) => sources.length > 0);
  const failureOf = new Map(rows.map(({ id, failure }) => [id, failure]));
  const failures = fetchable.flatMap(({ id }) => {
    const failure = failureOf.get(id) ?? null;
    return failure !== null && isOfNetwork(failure) ? [failure] : [];
  });
  return {
    lists: fetchable.length,
    unreachable: failures.length,
    reason: failures[0] ?? null,
  };
}

/**
 * Tells whether it is the network that is missing, and not some operators. Lists come due at
 * different times, so that a network that was lost is not yet noticed by all of them.
 */
export const isCutOff = ({ lists, unreachable }: Reach): boolean => unreachable * 2 > lists;
