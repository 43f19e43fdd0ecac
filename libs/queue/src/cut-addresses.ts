import { type IpStorage, type LogEntry, storedAddress } from '@app/contracts';

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
const CUT_IPV6_GROUPS = CUT_IPV6_BYTES / 2;
const DOT = 0x2e;
const COLON = 0x3a;
const NINE = 0x39;
const DIGIT_0 = 0x30;
/** The code of `a` stands for ten. */
const LETTER_0 = 0x57;

/** The groups of the IPv6 address that was read last. */
const groups = new Uint16Array(IPV6_BYTES / 2);

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
  if (dot === -1) return writeGroups(address, CUT_IPV6_GROUPS, bytes, at);
  return writeNumbers(address, dot + 1, bytes, at);
}

function writeWhole(address: string | null, bytes: Buffer, at: number): number {
  const from = at + 1;
  const end =
    address === null
      ? from
      : isIpv6(address)
        ? writeGroups(address, groups.length, bytes, from)
        : writeNumbers(address, 0, bytes, from);
  bytes[at] = end - from;
  return end;
}

/** Writes the numbers of an IPv4 address, from this place of its text to the end. */
function writeNumbers(address: string, from: number, bytes: Buffer, at: number): number {
  let end = at;
  let value = 0;
  for (let i = from; i < address.length; i++) {
    const code = address.charCodeAt(i);
    if (code === DOT) {
      bytes[end++] = value;
      value = 0;
    } else value = value * 10 + code - DIGIT_0;
  }
  bytes[end++] = value;
  return end;
}

function writeGroups(address: string, last: number, bytes: Buffer, at: number): number {
  readGroups(address);
  let end = at;
  for (let place = groups.length - last; place < groups.length; place++) {
    const group = groups[place] as number;
    bytes[end++] = group >>> 8;
    bytes[end++] = group & 0xff;
  }
  return end;
}

/** Reads digit by digit, because cutting the text into pieces takes several times as long. */
function readGroups(address: string): void {
  let place = 0;
  let gap = -1;
  let value = 0;
  for (let i = 0; i < address.length; i++) {
    const code = address.charCodeAt(i);
    if (code !== COLON) {
      value = value * 16 + code - (code <= NINE ? DIGIT_0 : LETTER_0);
      continue;
    }
    if (i > 0) groups[place++] = value;
    value = 0;
    if (address.charCodeAt(i + 1) !== COLON) continue;
    gap = place;
    i++;
  }
  if (!address.endsWith(':')) groups[place++] = value;
  if (gap === -1) return;
  const behind = groups.length - (place - gap);
  groups.copyWithin(behind, gap, place);
  groups.fill(0, gap, behind);
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
): (string | null)[] | undefined {
  const read = READERS[bytes[0] ?? 0];
  if (!read) return undefined;
  const addresses: (string | null)[] = [];
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
  address(stored: string | null, bytes: Buffer, at: number): string | null;
}

const READERS: Record<number, Reader> = {
  [FORMS.truncated]: {
    size: (stored) => (stored === null ? 0 : isIpv6(stored) ? CUT_IPV6_BYTES : 1),
    address(stored, bytes, at) {
      if (stored === null) return null;
      if (!isIpv6(stored)) return stored.slice(0, stored.lastIndexOf('.') + 1) + bytes[at];
      return `${stored.slice(0, stored.indexOf('::'))}:${groupsOf(bytes, at, CUT_IPV6_BYTES)}`;
    },
  },
  [FORMS.none]: {
    size: (_, length) => 1 + length,
    address(_, bytes, at) {
      const length = bytes[at] ?? 0;
      const from = at + 1;
      if (length === IPV4_BYTES) return bytes.subarray(from, from + length).join('.');
      return length === IPV6_BYTES ? groupsOf(bytes, from, length) : null;
    },
  },
};

function groupsOf(bytes: Buffer, at: number, length: number): string {
  const texts: string[] = [];
  for (let i = at; i < at + length; i += 2) texts.push(bytes.readUInt16BE(i).toString(16));
  return texts.join(':');
}
