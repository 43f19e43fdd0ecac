import ipaddr from 'ipaddr.js';

const LONGEST_ADDRESS = 256;
const IPV4_WITH_PORT = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/;
const BRACKETED = /^\[([^\]]*)\](?::\d{1,5})?$/;

const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const CANONICAL_IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);
const GROUP = '(?:0|[1-9a-f][0-9a-f]{0,3})';
const GROUPS = `${GROUP}(?::${GROUP})*`;
/**
 * Matches eight groups, or at most six around one gap. An IPv4 address inside IPv6 begins with the
 * gap and does not match.
 */
const LOWER_CASE_IPV6 = new RegExp(
  `^(?:${GROUP}(?::${GROUP}){7}|(?=(?:[^:]*:){2,6}[^:]*$)${GROUPS}::(?:${GROUPS})?)$`,
);
/** Zeros that RFC 5952 would join into a gap. */
const JOINABLE_ZEROS = /\b0:0\b|\b0::|::0\b/;

/** Most logs already write addresses in this form, and this check is much cheaper than parsing. */
function isCanonical(text: string): boolean {
  return CANONICAL_IPV4.test(text) || (LOWER_CASE_IPV6.test(text) && !JOINABLE_ZEROS.test(text));
}

/**
 * Returns the first address in the text as canonical IPv4 or IPv6, without port, brackets and zone,
 * or null when there is none.
 */
export function canonicalAddress(text: string): string | null {
  if (isCanonical(text)) return text;
  const first = text.slice(0, LONGEST_ADDRESS).split(',', 1)[0]?.trim() ?? '';
  const bare = BRACKETED.exec(first)?.[1] ?? IPV4_WITH_PORT.exec(first)?.[1] ?? first;
  const address = bare.split('%', 1)[0] ?? '';
  // ipaddr.js finds out what is no address by an error, which would cost much for each entry.
  if (isCanonical(address)) return address;
  if (!address.includes(':') || !ipaddr.IPv6.isValid(address)) return null;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.isIPv4MappedAddress()
    ? parsed.toIPv4Address().toString()
    : parsed.toRFC5952String();
}

/** How visitors' addresses are stored. */
export type IpStorage = 'full' | 'truncated' | 'none';

/**
 * Returns a canonical address in the form that may be stored: the whole address, its network (/24
 * or /48), or null.
 */
export function storedAddress(address: string | null, storage: IpStorage): string | null {
  if (address === null || storage === 'none') return null;
  if (storage === 'full') return address;
  return address.includes('.') ? truncateIpv4(address) : truncateIpv6(address);
}

function truncateIpv4(address: string): string {
  if (address.endsWith('.0')) return address;
  return `${address.slice(0, address.lastIndexOf('.'))}.0`;
}

function truncateIpv6(address: string): string {
  const second = address.indexOf(':', address.indexOf(':') + 1);
  const gap = address.indexOf('::');
  // Most addresses write out their first three groups.
  if (gap === -1 || gap > second) return `${address.slice(0, address.indexOf(':', second + 1))}::`;
  const [head = '', tail] = address.split('::');
  const groups = (part: string) => part.split(':').filter(Boolean);
  const left = groups(head);
  const right = groups(tail ?? '');
  const zeros = Array<string>(8 - left.length - right.length).fill('0');
  return `${[...left, ...zeros, ...right].slice(0, 3).join(':')}::`;
}

/** Who has one IPv6 address has its whole network. */
const IPV6_NETWORK_BITS = 64;

/**
 * Returns the sender that an address stands for: an IPv4 address, or the network of an IPv6
 * address. What one sender does is counted together.
 */
export function senderOf(address: string): string {
  // A proxy may write anything in place of an address.
  const known = CANONICAL_IPV4.test(address) || ipaddr.IPv6.isValid(address);
  if (!known) return 'no address';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = parsed.toByteArray().slice(0, IPV6_NETWORK_BITS / 8);
  return network.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
