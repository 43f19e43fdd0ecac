import type { AddressNumbers } from '@app/contracts';
import { type Range, rangesOf } from './prefixes.js';

/** An address of IPv4 without the last three of its bytes. */
const FIRST_BYTE = 24;
const FIRST_BYTES = 256;

/** A set of addresses, for many look-ups: sorted ranges, in which an address is found by halving. */
export class AddressSet {
  /** Pairs of first and last address. */
  private readonly ipv4: Uint32Array;
  /** For each first byte how many ranges begin before it: most addresses are near no range. */
  private readonly before: Uint32Array;
  /** Pairs of first and last address, each of four numbers. */
  private readonly ipv6: Uint32Array;

  constructor(prefixes: readonly string[]) {
    const { ipv4, ipv6 } = rangesOf(prefixes);
    this.ipv4 = Uint32Array.from(
      ipv4.flatMap((range) => [Number(range.first), Number(range.last)]),
    );
    this.ipv6 = Uint32Array.from(ipv6.flatMap(wordsOf));
    this.before = rangesBefore(this.ipv4);
  }

  has(address: AddressNumbers): boolean {
    return typeof address === 'number' ? this.hasIpv4(address) : this.hasIpv6(address);
  }

  private hasIpv4(address: number): boolean {
    const firstByte = address >>> FIRST_BYTE;
    let low = this.before[firstByte] as number;
    let high = this.before[firstByte + 1] as number;
    // Finds how many ranges begin at the address or before it; the last of these may hold it.
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.ipv4[middle * 2] as number) <= address) low = middle + 1;
      else high = middle;
    }
    return low > 0 && address <= (this.ipv4[low * 2 - 1] as number);
  }

  private hasIpv6(address: readonly number[]): boolean {
    let low = 0;
    let high = this.ipv6.length / 8;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compareIpv6(middle * 8, address) <= 0) low = middle + 1;
      else high = middle;
    }
    return low > 0 && this.compareIpv6(low * 8 - 4, address) >= 0;
  }

  /** Compares the border at this place with an address, as functions for sorting do. */
  private compareIpv6(place: number, address: readonly number[]): number {
    for (let word = 0; word < 4; word++) {
      const difference = (this.ipv6[place + word] as number) - (address[word] as number);
      if (difference !== 0) return difference;
    }
    return 0;
  }
}

function rangesBefore(ipv4: Uint32Array): Uint32Array {
  const before = new Uint32Array(FIRST_BYTES + 1);
  for (let at = 0; at < ipv4.length; at += 2) {
    const firstByte = (ipv4[at] as number) >>> FIRST_BYTE;
    before[firstByte + 1] = at / 2 + 1;
  }
  for (let byte = 1; byte <= FIRST_BYTES; byte++)
    before[byte] = Math.max(before[byte] as number, before[byte - 1] as number);
  return before;
}

function wordsOf({ first, last }: Range): number[] {
  return [first, last].flatMap((border) =>
    [96n, 64n, 32n, 0n].map((shift) => Number((border >> shift) & 0xffff_ffffn)),
  );
}
