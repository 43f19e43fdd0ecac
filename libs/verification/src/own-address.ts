import { type AddressNumbers, isPublicAddress } from '@app/contracts';
import { isMasked } from './address-kind.js';
import type { AddressSet } from './address-set.js';

/**
 * Tells whether an address is one visitor's own, as far as it shows. Private networks, what was left
 * of an address, and servers of CDNs stand for many visitors.
 */
export function isOwnAddress(address: AddressNumbers, edges: AddressSet): boolean {
  return isPublicAddress(address) && !isMasked(address) && !edges.has(address);
}
