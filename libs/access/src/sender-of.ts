import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Who has one IPv6 address has its whole network. */
const IPV6_NETWORK_BITS = 64;

/**
 * Returns the sender that an address stands for: an IPv4 address, or the network of an IPv6
 * address. What one sender does is counted together.
 */
export function senderOf(address: string): string {
  // A proxy may write anything in place of an address.
  if (!isIP(address)) return 'no address';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = parsed.toByteArray().slice(0, IPV6_NETWORK_BITS / 8);
  return Buffer.from(network).toString('hex');
}
