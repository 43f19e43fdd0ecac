import ipaddr from 'ipaddr.js';

const LONGEST_ADDRESS = 256;
const IPV4_WITH_PORT = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/;
const BRACKETED = /^\[([^\]]*)\](?::\d{1,5})?$/;

/** Canonical IPv4 or IPv6 of the first address in the text, without port, brackets and zone; null when there is none. */
export function sanitiseAddress(text: string): string | null {
  const first = text.slice(0, LONGEST_ADDRESS).split(',', 1)[0]?.trim() ?? '';
  const bare = BRACKETED.exec(first)?.[1] ?? IPV4_WITH_PORT.exec(first)?.[1] ?? first;
  const address = bare.split('%', 1)[0] ?? '';
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address).toString();
  if (!address.includes(':') || !ipaddr.IPv6.isValid(address)) return null;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.isIPv4MappedAddress()
    ? parsed.toIPv4Address().toString()
    : parsed.toRFC5952String();
}
