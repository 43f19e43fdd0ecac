import {
  ADDRESS_BYTES,
  type AddressColumn,
  type AddressNumbers,
  addressNumbers,
  canonicalIpv6,
  storedAddress,
} from '@app/contracts';

const WORDS = 4;
/** Each octet of IPv4 with the point behind it. */
const OCTETS = Array.from({ length: 256 }, (_, octet) => `${octet}.`);
const { none, ipv4, ipv6Network, ipv6 } = ADDRESS_BYTES;

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

/** Returns the addresses of these texts, which are canonical or what `storedAddress` made of them. */
export function packAddresses(texts: readonly (string | null)[]): AddressColumn {
  const column = createAddresses(texts.length);
  for (let row = 0; row < texts.length; row++) {
    const text = texts[row] as string | null;
    const address = addressNumbers(text);
    if (address === null && text !== null) throw new Error('An address is not canonical');
    setAddress(column, row, address);
    // Networks of IPv6 have a form of their own.
    if (column.lengths[row] === ipv6 && storedAddress(text, 'truncated') === text)
      column.lengths[row] = ipv6Network;
  }
  return column;
}

/** Returns each address as `packAddresses` takes it. */
export function addressTexts({ lengths, words }: AddressColumn): (string | null)[] {
  const texts: (string | null)[] = [];
  for (let row = 0; row < lengths.length; row++) {
    const length = lengths[row] as number;
    const at = row * WORDS;
    const first = words[at] as number;
    if (length === none) texts.push(null);
    else if (length <= ipv4)
      texts.push(
        `${OCTETS[first >>> 24]}${OCTETS[(first >>> 16) & 255]}${OCTETS[(first >>> 8) & 255]}${first & 255}`,
      );
    else if (length === ipv6Network) texts.push(networkText(first, words[at + 1] as number));
    else texts.push(canonicalIpv6(words.subarray(at, at + WORDS)));
  }
  return texts;
}

function networkText(first: number, second: number): string {
  const group = (bits: number) => bits.toString(16);
  return `${group(first >>> 16)}:${group(first & 0xffff)}:${group(second >>> 16)}::`;
}

/** Returns the bytes of all addresses, one after the other, each with as many as its length says. */
export function addressBytes({ lengths, words }: AddressColumn): Buffer {
  const bytes = Buffer.allocUnsafe(sumOf(lengths));
  let at = 0;
  for (let row = 0; row < lengths.length; row++) {
    const end = at + (lengths[row] as number);
    for (let word = row * WORDS; at < end; word++) {
      const bits = words[word] as number;
      for (let shift = 24; shift >= 0 && at < end; shift -= 8) bytes[at++] = bits >>> shift;
    }
  }
  return bytes;
}

/**
 * Reads what `addressBytes` wrote for addresses of these lengths.
 *
 * @returns undefined when a length is none of an address, or the bytes are more or fewer
 */
export function readAddresses(
  lengths: ArrayLike<number>,
  bytes: Uint8Array,
): AddressColumn | undefined {
  const column = createAddresses(lengths.length);
  let at = 0;
  for (let row = 0; row < lengths.length; row++) {
    const length = lengths[row] as number;
    if (!LENGTHS.includes(length)) return undefined;
    column.lengths[row] = length;
    const end = at + length;
    for (let word = row * WORDS; at < end; word++) {
      let bits = 0;
      for (let shift = 24; shift >= 0 && at < end; shift -= 8)
        bits |= (bytes[at++] as number) << shift;
      column.words[word] = bits;
    }
  }
  return at === bytes.length ? column : undefined;
}

const LENGTHS: readonly number[] = Object.values(ADDRESS_BYTES);

function sumOf(lengths: Uint8Array): number {
  let sum = 0;
  for (const length of lengths) sum += length;
  return sum;
}
