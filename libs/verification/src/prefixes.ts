import { addressNumbers, canonicalAddress } from '@app/contracts';

/** All addresses from `first` to `last`, both included, of one family. */
export interface Range {
  first: bigint;
  last: bigint;
}

/** Ranges of both families, each sorted, without overlaps, and with gaps between them. */
export interface Ranges {
  ipv4: Range[];
  ipv6: Range[];
}

/** A network as numbers. `bits` is the length of its addresses, `length` that of the prefix. */
interface Prefix {
  bits: 32 | 128;
  address: bigint;
  length: number;
}

/**
 * Returns a CIDR, or a single address, in canonical form and always with a length. Bits of the
 * address after the prefix stay as they are. Null: the text is neither.
 */
export function canonicalPrefix(text: string): string | null {
  const parts = /^([0-9a-fA-F:.]+)(?:\/(\d{1,3}))?$/.exec(text);
  const address = parts?.[1] === undefined ? null : canonicalAddress(parts[1]);
  // A port, or an IPv4 address inside IPv6, whose length would mean something else.
  if (address === null || address.includes(':') !== text.includes(':')) return null;
  const bits = address.includes(':') ? 128 : 32;
  const length = Number(parts?.[2] ?? bits);
  return length > bits ? null : `${address}/${length}`;
}

/** Returns the length of a canonical prefix, and whether it is one of IPv6. */
export function lengthOf(prefix: string): { length: number; isIpv6: boolean } {
  return {
    length: Number(prefix.slice(prefix.indexOf('/') + 1)),
    isIpv6: prefix.includes(':'),
  };
}

/** Returns the fewest prefixes that hold exactly the addresses of these ones; IPv4 is first. */
export function collapse(prefixes: readonly string[]): string[] {
  const { ipv4, ipv6 } = rangesOf(prefixes);
  return [
    ...ipv4.flatMap((range) => prefixesOf(range, 32)),
    ...ipv6.flatMap((range) => prefixesOf(range, 128)),
  ];
}

/** Lengths of prefixes, by family. */
export interface Lengths {
  ipv4: number;
  ipv6: number;
}

/** Returns the prefixes, each made shorter if it is longer than this: its whole neighbourhood. */
export function widen(prefixes: readonly string[], longest: Lengths): string[] {
  return prefixes.map((prefix) => {
    const { length, isIpv6 } = lengthOf(prefix);
    const address = prefix.slice(0, prefix.indexOf('/'));
    return `${address}/${Math.min(length, isIpv6 ? longest.ipv6 : longest.ipv4)}`;
  });
}

/** Returns a prefix that holds more addresses than one of this length; undefined when none does. */
export function findWider(prefixes: readonly string[], widest: Lengths): string | undefined {
  return prefixes.find((prefix) => {
    const { length, isIpv6 } = lengthOf(prefix);
    return length < (isIpv6 ? widest.ipv6 : widest.ipv4);
  });
}

/** Returns the addresses of these prefixes. Adjacent and contained ones are merged. */
export function rangesOf(prefixes: readonly string[]): Ranges {
  const read = prefixes.map(readPrefix);
  return {
    ipv4: merge(read.filter(({ bits }) => bits === 32).map(rangeOf)),
    ipv6: merge(read.filter(({ bits }) => bits === 128).map(rangeOf)),
  };
}

function readPrefix(text: string): Prefix {
  const slash = text.indexOf('/');
  const address = addressNumbers(text.slice(0, slash));
  const length = Number(text.slice(slash + 1));
  if (slash === -1 || address === null) throw new Error(`${text} is no canonical prefix`);
  return typeof address === 'number'
    ? { bits: 32, address: BigInt(address), length }
    : {
        bits: 128,
        address: address.reduce((sum, word) => (sum << 32n) + BigInt(word), 0n),
        length,
      };
}

function rangeOf({ bits, address, length }: Prefix): Range {
  const free = BigInt(bits - length);
  const first = (address >> free) << free;
  return { first, last: first + (1n << free) - 1n };
}

function merge(ranges: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const range of [...ranges].sort((a, b) => (a.first < b.first ? -1 : 1))) {
    const before = merged.at(-1);
    if (before === undefined || range.first > before.last + 1n) merged.push({ ...range });
    else if (range.last > before.last) before.last = range.last;
  }
  return merged;
}

function prefixesOf({ first, last }: Range, bits: 32 | 128): string[] {
  const found: string[] = [];
  for (let start = first; start <= last;) {
    let free = 0n;
    // As wide as the start allows without leaving the range.
    while (
      free < bits &&
      (start & ((2n << free) - 1n)) === 0n &&
      start + (2n << free) - 1n <= last
    ) {
      free++;
    }
    found.push(`${addressOf(start, bits)}/${bits - Number(free)}`);
    start += 1n << free;
  }
  return found;
}

/** Returns the address with this number in canonical form. */
export function addressOf(number: bigint, bits: 32 | 128): string {
  const size = bits === 32 ? 8n : 16n;
  const parts = Array.from({ length: bits / Number(size) }, (_, index) => {
    const shift = BigInt(bits) - size * BigInt(index + 1);
    return (number >> shift) & ((1n << size) - 1n);
  });
  if (bits === 32) return parts.join('.');
  const text = parts.map((part) => part.toString(16)).join(':');
  return canonicalAddress(text) ?? text;
}
