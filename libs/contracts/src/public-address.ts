import { type AddressNumbers, addressNumbers } from './address-numbers.js';

const WORD_BITS = 32;

/*
 * What IANA's registries of special-purpose addresses call not globally reachable, and multicast.
 * The networks for documentation and for benchmarks are left out: nobody visits from them, and
 * examples and made-up logs use them.
 */
const NOT_PUBLIC = [
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
].map(networkOf);

/** A network: the words of its first address, and for each word a mask of the bits that count. */
interface Network {
  words: readonly number[];
  masks: readonly number[];
}

const IPV6_NETWORKS = NOT_PUBLIC.filter(({ words }) => words.length > 1);
const OF_IPV4 = NOT_PUBLIC.filter(({ words }) => words.length === 1);
/** In typed arrays, as each visitor of a batch is looked at. */
const IPV4_WORDS = Uint32Array.from(OF_IPV4, ({ words }) => words[0] as number);
const IPV4_MASKS = Uint32Array.from(OF_IPV4, ({ masks }) => masks[0] as number);

/** Whether an address belongs to the public internet. */
export function isPublicAddress(address: AddressNumbers): boolean {
  return typeof address === 'number'
    ? isPublicIpv4(address)
    : !IPV6_NETWORKS.some((network) => hasIpv6(network, address));
}

/** Of nearly all addresses the first byte tells that they are public. */
const MAY_BE_PRIVATE = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(
    OF_IPV4.some(({ words: [word = 0], masks: [mask = 0] }) => {
      const firstByte = mask >>> 24;
      return (byte & firstByte) === ((word >>> 24) & firstByte);
    }),
  ),
);

function isPublicIpv4(address: number): boolean {
  if (MAY_BE_PRIVATE[address >>> 24] === 0) return true;
  for (let at = 0; at < IPV4_WORDS.length; at++)
    if ((address & (IPV4_MASKS[at] as number)) >>> 0 === IPV4_WORDS[at]) return false;
  return true;
}

function hasIpv6({ words, masks }: Network, address: readonly number[]): boolean {
  for (let at = 0; at < masks.length; at++)
    if (((address[at] as number) & (masks[at] as number)) >>> 0 !== words[at]) return false;
  return true;
}

function networkOf(prefix: string): Network {
  const [text = '', bits] = prefix.split('/');
  const numbers = addressNumbers(text);
  const words = typeof numbers === 'number' ? [numbers] : [...(numbers ?? [])];
  const masks = words.map((_, at) => maskOf(Number(bits) - at * WORD_BITS));
  return { words, masks };
}

function maskOf(bits: number): number {
  if (bits <= 0) return 0;
  return bits >= WORD_BITS ? 0xffffffff : (0xffffffff << (WORD_BITS - bits)) >>> 0;
}
