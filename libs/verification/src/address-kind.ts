import type { AddressNumbers } from '@app/contracts';
import { AddressSet } from './address-set.js';

/**
 * What IANA's registries of special-purpose addresses call not globally reachable, and multicast.
 * The networks for documentation and for benchmarks are left out: nobody visits from them, and
 * examples and made-up logs use them.
 */
const NOT_PUBLIC = new AddressSet([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '224.0.0.0/3',
  '::/16',
  // An IPv4 address behind a translator.
  '64:ff9b::/32',
  '100::/64',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]);

/** Whether an address belongs to the public internet. */
export function isPublic(address: AddressNumbers): boolean {
  return !NOT_PUBLIC.has(address);
}

/**
 * Whether an address looks like the network that privacy settings leave of it: /24 of IPv4, /48 of
 * IPv6. A few real addresses end in .0, too; nothing is claimed about them.
 */
export function isMasked(address: AddressNumbers): boolean {
  if (typeof address === 'number') return address % 256 === 0;
  const [, second, third, fourth] = address;
  return (second & 0xffff) === 0 && third === 0 && fourth === 0;
}
