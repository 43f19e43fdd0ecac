import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The only part of IPv6 that hosts of the internet have addresses of (RFC 4291, section 2.4). */
const INTERNET = ipaddr.IPv6.parseCIDR('2000::/3');
/**
 * Services of a cloud that every machine in it reaches at an address that looks like any other:
 * Azure's, https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
 */
const INSIDE_CLOUDS: readonly string[] = ['168.63.129.16'];

/**
 * Tells whether an address is one of the internet: not of this machine, of a private network, of a
 * link (where clouds serve the credentials of their machines), of a group, or set aside by a
 * standard. An IPv6 address that stands for an IPv4 address (mapped, translated, 6to4, Teredo) is
 * none either, because what it leads to depends on the network.
 */
export function isPublicAddress(address: string): boolean {
  // A zone names an interface of this machine.
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv6
    ? parsed.match(INTERNET)
    : !INSIDE_CLOUDS.includes(parsed.toString());
}
