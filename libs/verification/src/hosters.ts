import { AddressSet } from './address-set.js';
import { type ParsedList, parseList } from './parse-list.js';
import { findWider, widen } from './prefixes.js';

/** Real lists have networks as wide as these. A wider one holds people of whole countries. */
const WIDEST = { ipv4: 8, ipv6: 16 };
/** Visitors are told apart by so much of their addresses. */
const OF_VISITORS = { ipv4: 32, ipv6: 64 };

/**
 * Reads a list of the networks in which hosters rent out machines: a CIDR or an address a line, and
 * comments after #. A list is read as a whole or not at all.
 */
export function parseHosters(text: string): ParsedList {
  const parsed = parseList(text, 'text');
  if ('fault' in parsed) return parsed;
  const wide = findWider(parsed.prefixes, WIDEST);
  if (wide === undefined) return parsed;
  return { fault: `${wide} is wider than /${WIDEST.ipv4} (IPv4) or /${WIDEST.ipv6} (IPv6).` };
}

/**
 * Returns the addresses of hosters. Of IPv6 it has whole networks of 64 bits: a visitor has one, and
 * must not be judged by which of its addresses comes first.
 */
export function addressesOfHosters(prefixes: readonly string[]): AddressSet {
  return new AddressSet(widen(prefixes, OF_VISITORS));
}
