import type { AddressNumbers } from '@app/contracts';

/**
 * Whether an address looks like the network that privacy settings leave of it: /24 of IPv4, /48 of
 * IPv6. A few real addresses end in .0, too; nothing is claimed about them.
 */
export function isMasked(address: AddressNumbers): boolean {
  if (typeof address === 'number') return (address & 0xff) === 0;
  const [, second, third, fourth] = address;
  return (second & 0xffff) === 0 && third === 0 && fourth === 0;
}
