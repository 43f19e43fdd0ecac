import {
  ADDRESS_BYTES,
  type AddressColumn,
  addressAt,
  type AddressNumbers,
  type IpStorage,
} from '@app/contracts';

/*
 * What storedAddress() cuts off the addresses of a batch, as bytes. The worker puts it together
 * again with what is stored. The first byte says how much was cut; then comes for each entry:
 *
 *   1, networks are stored:  nothing (no address), the last byte of IPv4, or the last 10 of IPv6
 *   2, nothing is stored:    the length (0, 4 or 16), then the address
 *
 * With the first form a thousand entries with IPv4 addresses need a thousand bytes.
 */

/** How addresses are stored when something of them is cut off. */
export type CutStorage = Exclude<IpStorage, 'full'>;

const FORMS: Record<CutStorage, number> = { truncated: 1, none: 2 };
const IPV4_BYTES = 4;
const IPV6_BYTES = 16;
const CUT_IPV6_BYTES = 10;

/** Cuts addresses to what may be stored, and returns what was cut off. */
export function cutAddresses(addresses: AddressColumn, storage: CutStorage): Buffer {
  const { lengths, words } = addresses;
  const bytes = Buffer.allocUnsafe(1 + lengths.length * (1 + IPV6_BYTES));
  bytes[0] = FORMS[storage];
  const write = storage === 'none' ? writeWhole : writeCutOff;
  let at = 1;
  for (let row = 0; row < lengths.length; row++)
    at = write(lengths[row] as number, words, row * 4, bytes, at);
  storeAddresses(addresses, storage);
  return bytes.subarray(0, at);
}

/** Cuts addresses to what may be stored, as `storedAddress` does. */
export function storeAddresses({ lengths, words }: AddressColumn, storage: IpStorage): void {
  if (storage === 'full') return;
  if (storage === 'none') {
    lengths.fill(ADDRESS_BYTES.none);
    words.fill(0);
    return;
  }
  for (let row = 0, word = 0; row < lengths.length; row++, word += 4) {
    const length = lengths[row] as number;
    if (length === IPV4_BYTES) {
      lengths[row] = ADDRESS_BYTES.ipv4Network;
      words[word] = (words[word] as number) & ~0xff;
    } else if (length === IPV6_BYTES) {
      lengths[row] = ADDRESS_BYTES.ipv6Network;
      words[word + 1] = (words[word + 1] as number) & ~0xffff;
      words[word + 2] = words[word + 3] = 0;
    }
  }
}

/** Writes what is cut off the address with these words, and returns where it ends. */
type Write = (
  length: number,
  words: Uint32Array,
  word: number,
  bytes: Buffer,
  at: number,
) => number;

const writeCutOff: Write = (length, words, word, bytes, at) => {
  if (length === ADDRESS_BYTES.none) return at;
  if (length <= IPV4_BYTES) {
    bytes[at] = words[word] as number;
    return at + 1;
  }
  bytes.writeUInt16BE((words[word + 1] as number) & 0xffff, at);
  bytes.writeUInt32BE(words[word + 2] as number, at + 2);
  return bytes.writeUInt32BE(words[word + 3] as number, at + 6);
};

const writeWhole: Write = (length, words, word, bytes, at) => {
  const size = length === ADDRESS_BYTES.none ? 0 : length <= IPV4_BYTES ? IPV4_BYTES : IPV6_BYTES;
  bytes[at] = size;
  for (let next = word, to = at + 1; to < at + 1 + size; next++, to += 4)
    bytes.writeUInt32BE(words[next] as number, to);
  return at + 1 + size;
};

/**
 * Returns the full addresses of some entries of a batch; null for an entry without one.
 *
 * @param bytes what `cutAddresses` returned for the entries
 * @param stored what the batch has of their addresses, in their order
 * @param places of entries, from 0, ascending
 * @returns undefined when the bytes do not belong to these entries
 */
export function fullAddresses(
  bytes: Buffer,
  stored: AddressColumn,
  places: ArrayLike<number>,
): (AddressNumbers | null)[] | undefined {
  const read = READERS[bytes[0] ?? 0];
  if (!read) return undefined;
  const addresses: (AddressNumbers | null)[] = [];
  let at = 1;
  let next = 0;
  for (let index = 0; index < places.length; index++) {
    const place = places[index] as number;
    for (; next < place; next++) at += read.size(stored.lengths[next] as number, bytes[at] ?? 0);
    const length = stored.lengths[place] as number;
    if (at + read.size(length, bytes[at] ?? 0) > bytes.length) return undefined;
    addresses.push(read.address(addressAt(stored, place), bytes, at));
  }
  return addresses;
}

/** How the bytes of one entry are read. */
interface Reader {
  /** @param length of what the entry has of its address, an `ADDRESS_BYTES` */
  size(length: number, first: number): number;
  /** @param network what the entry has of its address */
  address(network: AddressNumbers | null, bytes: Buffer, at: number): AddressNumbers | null;
}

const READERS: Record<number, Reader> = {
  [FORMS.truncated]: {
    size(length) {
      if (length === ADDRESS_BYTES.none) return 0;
      return length <= IPV4_BYTES ? 1 : CUT_IPV6_BYTES;
    },
    address(network, bytes, at) {
      if (network === null) return null;
      if (typeof network === 'number') return network + (bytes[at] as number);
      const [first, second] = network;
      const low = bytes.readUInt16BE(at);
      return [first, second + low, bytes.readUInt32BE(at + 2), bytes.readUInt32BE(at + 6)];
    },
  },
  [FORMS.none]: {
    size: (_, first) => 1 + first,
    address(_, bytes, at) {
      const from = at + 1;
      const word = (place: number) => bytes.readUInt32BE(from + 4 * place);
      if (bytes[at] === IPV4_BYTES) return word(0);
      return bytes[at] === IPV6_BYTES ? [word(0), word(1), word(2), word(3)] : null;
    },
  },
};
