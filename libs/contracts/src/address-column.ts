import { type AddressNumbers, addressNumbers, canonicalIpv6 } from './address-numbers.js';
import { storedAddress } from './address.js';

/** Addresses and networks of visitors as numbers. */
export interface AddressColumn {
  /** What each is, by the number of its bytes: an `ADDRESS_BYTES`. */
  lengths: Uint8Array;
  /** Four of 32 bits for each, the highest first. IPv4 has its one in the first; others are 0. */
  words: Uint32Array;
}

/** Numbers of bytes in an `AddressColumn`. The networks are those of `storedAddress`. */
export const ADDRESS_BYTES = {
  none: 0,
  ipv4Network: 3,
  ipv4: 4,
  ipv6Network: 6,
  ipv6: 16,
} as const;

const WORDS = 4;
/** Each octet of IPv4 with the point behind it. */
const OCTETS = Array.from({ length: 256 }, (_, octet) => `${octet}.`);
const { none, ipv4Network, ipv4, ipv6Network, ipv6 } = ADDRESS_BYTES;

/** Returns a column for `count` addresses, without any. */
export function createAddresses(count: number): AddressColumn {
  return { lengths: new Uint8Array(count), words: new Uint32Array(count * WORDS) };
}

export function setAddress(
  { lengths, words }: AddressColumn,
  row: number,
  address: AddressNumbers | null,
): void {
  const at = row * WORDS;
  if (typeof address === 'number') {
    lengths[row] = ipv4;
    words[at] = address;
    words[at + 1] = words[at + 2] = words[at + 3] = 0;
  } else {
    lengths[row] = address === null ? none : ipv6;
    for (let word = 0; word < WORDS; word++) words[at + word] = address?.[word] ?? 0;
  }
}

/** Returns the address, or the first one of the network, in a row of a column. */
export function addressAt({ lengths, words }: AddressColumn, row: number): AddressNumbers | null {
  const length = lengths[row] as number;
  if (length === none) return null;
  const at = row * WORDS;
  const first = words[at] as number;
  if (length <= ipv4) return first;
  return [first, words[at + 1] as number, words[at + 2] as number, words[at + 3] as number];
}

/** Returns the canonical text of an address in a column, or that of a network as `storedAddress`. */
export function addressTextAt({ lengths, words }: AddressColumn, row: number): string | null {
  const length = lengths[row] as number;
  const at = row * WORDS;
  const first = words[at] as number;
  if (length === none) return null;
  if (length <= ipv4)
    return `${OCTETS[first >>> 24]}${OCTETS[(first >>> 16) & 255]}${OCTETS[(first >>> 8) & 255]}${first & 255}`;
  if (length === ipv6Network) return networkText(first, words[at + 1] as number);
  return canonicalIpv6(words.subarray(at, at + WORDS));
}

function networkText(first: number, second: number): string {
  const group = (bits: number) => bits.toString(16);
  return `${group(first >>> 16)}:${group(first & 0xffff)}:${group(second >>> 16)}::`;
}

/** Tells whether something of an address was cut off, as `storedAddress` cuts it. */
export function isNetworkAt({ lengths }: AddressColumn, row: number): boolean {
  return lengths[row] === ipv4Network || lengths[row] === ipv6Network;
}

/**
 * Returns the addresses of these texts, which are canonical or what `storedAddress` made of them. An
 * address with the text of a network is taken for one.
 */
export function packAddresses(texts: readonly (string | null)[]): AddressColumn {
  const column = createAddresses(texts.length);
  for (let row = 0; row < texts.length; row++) {
    const text = texts[row] as string | null;
    const address = addressNumbers(text);
    if (address === null && text !== null) throw new Error('An address is not canonical');
    setAddress(column, row, address);
    if (address !== null && storedAddress(text, 'truncated') === text)
      column.lengths[row] = typeof address === 'number' ? ipv4Network : ipv6Network;
  }
  return column;
}

/** Returns each address as `packAddresses` takes it. */
export function addressTexts(column: AddressColumn): (string | null)[] {
  return Array.from(column.lengths, (_, row) => addressTextAt(column, row));
}

/** Returns a column with the addresses in these rows. */
export function selectAddresses(
  { lengths, words }: AddressColumn,
  rows: ArrayLike<number>,
): AddressColumn {
  const selected = createAddresses(rows.length);
  for (let to = 0; to < rows.length; to++) {
    const from = rows[to] as number;
    selected.lengths[to] = lengths[from] as number;
    for (let word = 0; word < WORDS; word++)
      selected.words[to * WORDS + word] = words[from * WORDS + word] as number;
  }
  return selected;
}

/** Returns the part of a column from row `from` to before row `end`, which shares its memory. */
export function sliceAddresses(
  { lengths, words }: AddressColumn,
  from: number,
  end: number,
): AddressColumn {
  return {
    lengths: lengths.subarray(from, end),
    words: words.subarray(from * WORDS, end * WORDS),
  };
}
