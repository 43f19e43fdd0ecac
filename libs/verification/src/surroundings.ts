import { AddressSet } from './address-set.js';
import type { AddressList, ListContent } from './address-list.js';
import { type Lengths, widen } from './prefixes.js';

/** Of all that operators added to their own networks in a year, everything was this near. */
const NEAR_A_LISTED_ADDRESS: Lengths = { ipv4: 19, ipv6: 40 };
/** Clouds get new networks as well, beside the old ones. */
const IN_A_CLOUD: Lengths = { ipv4: 16, ipv6: 32 };

/** Finds the contents of a list: the one in use, and the one of the release. */
export type ContentsOf = (id: string) => readonly ListContent[];

/**
 * Returns the addresses from which an operator may come although it does not list them: not yet, or
 * no longer. They are near a listed address, in a network of its own, or in a cloud where it rents.
 * One set for each operator makes this a single look-up.
 */
export function surroundingsOf(lists: readonly AddressList[], contentsOf: ContentsOf): AddressSet {
  const prefixesOf = (id: string) => contentsOf(id).flatMap(({ prefixes }) => prefixes);
  const clouds = new Set(lists.flatMap(({ rentsFrom }) => rentsFrom ?? []));
  return new AddressSet([
    ...widen(
      lists.flatMap(({ id }) => prefixesOf(id)),
      NEAR_A_LISTED_ADDRESS,
    ),
    ...widen([...clouds].flatMap(prefixesOf), IN_A_CLOUD),
    ...lists.flatMap(({ ownNetworks }) => ownNetworks ?? []),
  ]);
}

/** Returns what a release keeps of a list: of clouds only their whole networks, which are fewer. */
export function asKept({ role }: AddressList, prefixes: readonly string[]): readonly string[] {
  return role === 'cloud' ? widen(prefixes, IN_A_CLOUD) : prefixes;
}
