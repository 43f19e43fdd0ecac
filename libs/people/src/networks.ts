import { type AddressNumbers, canonicalIpv6 } from '@app/contracts';

const IPV4_BITS = 24;
const HALF_WORD = 2 ** 16;
const GROUPS = 8;

/**
 * Returns the network of an address as a number below 2^48: the first 24 bits of an IPv4 address, the first
 * 48 of an IPv6 address. No IPv6 address of the internet begins with so many zeros that both could be meant.
 */
export function networkNumber(address: AddressNumbers): number {
  if (typeof address === 'number') return address >>> (32 - IPV4_BITS);
  return address[0] * HALF_WORD + (address[1] >>> 16);
}

/** Returns the text of a network that is not 0: `192.0.2.0/24`, `2001:db8::/48`. */
export function networkText(network: number): string {
  if (network < 2 ** IPV4_BITS)
    return `${network >>> 16}.${(network >>> 8) & 255}.${network & 255}.0/24`;
  const words = new Uint32Array(GROUPS / 2);
  words[0] = Math.floor(network / HALF_WORD);
  words[1] = (network % HALF_WORD) * HALF_WORD;
  return `${canonicalIpv6(words)}/48`;
}
