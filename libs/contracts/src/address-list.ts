import { canonicalAddress } from './address.js';
import { addressNumbers } from './address-numbers.js';
import { isPublicAddress } from './public-address.js';

/** An address as a list of forwarded addresses tells it. */
export interface ListedAddress {
  /** Canonical; null when the list has none. */
  address: string | null;
  /**
   * Whether nobody but the visitor may have said so. Each proxy adds the address that it sees behind
   * those that it was sent, so a public one that is not the last public one may be made up.
   */
  isClaimed: boolean;
}

/** No chain of proxies is longer. Of a longer list only the start is read. In characters. */
const LONGEST_LIST = 1_024;

/**
 * Returns the visitor's address of `client, proxy, proxy`, as proxies forward it: the first public
 * one, otherwise the first one. What is no address counts as a hop that nobody knows.
 */
export function addressInList(text: string): ListedAddress {
  if (!text.includes(',')) return { address: canonicalAddress(text), isClaimed: false };
  const isCut = text.length > LONGEST_LIST;
  const hops = hopsIn(isCut ? text.slice(0, LONGEST_LIST) : text).map(canonicalAddress);
  const found = hops.findIndex(isPublicHop);
  const address = hops[found] ?? hops.find((hop) => hop !== null) ?? null;
  if (found < 0) return { address, isClaimed: false };
  const isLast = hops.slice(found + 1).every((hop) => hop === address || isPrivateHop(hop));
  return { address, isClaimed: isCut || !isLast };
}

/** Tells whether the address of a text proves nothing, because its visitor may have made it up. */
export function isClaimedAddress(text: string): boolean {
  return text.includes(',') && addressInList(text).isClaimed;
}

/** Returns the hops of a list as they stand in it. What is left empty is none. */
export function hopsIn(list: string): string[] {
  return list
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '' && hop !== '-');
}

/** Tells whether a hop is known to be in a private network. */
export function isPrivateHop(hop: string | null): boolean {
  const address = addressNumbers(hop);
  return address !== null && !isPublicAddress(address);
}

function isPublicHop(hop: string | null): boolean {
  const address = addressNumbers(hop);
  return address !== null && isPublicAddress(address);
}
