import {
  addressNumbers,
  type AddressNumbers,
  type IpStorage,
  type LogEntry,
  storedAddress,
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
const DIGIT_0 = 0x30;

/** Cuts the canonical addresses of entries, and returns what was cut off. */
export function cutAddresses(entries: readonly LogEntry[], storage: CutStorage): Buffer {
  const bytes = Buffer.allocUnsafe(1 + entries.length * (1 + IPV6_BYTES));
  bytes[0] = FORMS[storage];
  const write = storage === 'none' ? writeWhole : writeCutOff;
  let at = 1;
  for (const entry of entries) {
    at = write(entry.ip, bytes, at);
    entry.ip = storedAddress(entry.ip, storage);
  }
  return bytes.subarray(0, at);
}

function writeCutOff(address: string | null, bytes: Buffer, at: number): number {
  if (address === null) return at;
  const dot = address.lastIndexOf('.');
  if (dot === -1) return writeIpv6(address, CUT_IPV6_BYTES, bytes, at);
  bytes[at] = octetAfter(address, dot);
  return at + 1;
}

function octetAfter(address: string, dot: number): number {
  let octet = 0;
  for (let i = dot + 1; i < address.length; i++)
    octet = octet * 10 + address.charCodeAt(i) - DIGIT_0;
  return octet;
}

function writeWhole(address: string | null, bytes: Buffer, at: number): number {
  const from = at + 1;
  const end = address === null ? from : writeAddress(address, bytes, from);
  bytes[at] = end - from;
  return end;
}

function writeAddress(address: string, bytes: Buffer, at: number): number {
  if (isIpv6(address)) return writeIpv6(address, IPV6_BYTES, bytes, at);
  return bytes.writeUInt32BE(addressNumbers(address) as number, at);
}

/** Writes the last bytes of an IPv6 address. */
function writeIpv6(address: string, length: number, bytes: Buffer, at: number): number {
  const words = addressNumbers(address) as readonly number[];
  for (let place = IPV6_BYTES - length; place < IPV6_BYTES; place += 2) {
    const word = words[place >> 2] as number;
    bytes.writeUInt16BE(
      place % 4 === 0 ? word >>> 16 : word & 0xffff,
      at + place - IPV6_BYTES + length,
    );
  }
  return at + length;
}

function isIpv6(address: string): boolean {
  return address.includes(':');
}

/**
 * Returns the full addresses of some entries of a batch; null for an entry without one.
 *
 * @param bytes what `cutAddresses` returned for the entries
 * @param entries all entries of the batch, cut, in their order
 * @param positions places of entries, from 0, ascending
 * @returns undefined when the bytes do not belong to these entries
 */
export function fullAddresses(
  bytes: Buffer,
  entries: readonly LogEntry[],
  positions: readonly number[],
): (AddressNumbers | null)[] | undefined {
  const read = READERS[bytes[0] ?? 0];
  if (!read) return undefined;
  const addresses: (AddressNumbers | null)[] = [];
  let at = 1;
  let next = 0;
  for (const position of positions) {
    for (; next < position; next++) at += read.size(entries[next]?.ip ?? null, bytes[at] ?? 0);
    const stored = entries[position]?.ip ?? null;
    if (at + read.size(stored, bytes[at] ?? 0) > bytes.length) return undefined;
    addresses.push(read.address(stored, bytes, at));
  }
  return addresses;
}

/** How the bytes of one entry are read. `stored` is what the entry has of its address. */
interface Reader {
  size(stored: string | null, first: number): number;
  address(stored: string | null, bytes: Buffer, at: number): AddressNumbers | null;
}

const READERS: Record<number, Reader> = {
  [FORMS.truncated]: {
    size: (stored) => (stored === null ? 0 : isIpv6(stored) ? CUT_IPV6_BYTES : 1),
    address(stored, bytes, at) {
      const network = addressNumbers(stored);
      if (network === null) return null;
      if (typeof network === 'number') return network + (bytes[at] as number);
      const [first, second] = network;
      const low = bytes.readUInt16BE(at);
      return [first, second + low, bytes.readUInt32BE(at + 2), bytes.readUInt32BE(at + 6)];
    },
  },
  [FORMS.none]: {
    size: (_, length) => 1 + length,
    address(_, bytes, at) {
      const from = at + 1;
      const word = (place: number) => bytes.readUInt32BE(from + 4 * place);
      if (bytes[at] === IPV4_BYTES) return word(0);
      return bytes[at] === IPV6_BYTES ? [word(0), word(1), word(2), word(3)] : null;
    },
  },
};
