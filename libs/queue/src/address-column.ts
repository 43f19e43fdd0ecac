import { ADDRESS_BYTES, type AddressColumn, createAddresses } from '@app/contracts';

const WORDS = 4;
const LENGTHS: readonly number[] = Object.values(ADDRESS_BYTES);

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

function sumOf(lengths: Uint8Array): number {
  let sum = 0;
  for (const length of lengths) sum += length;
  return sum;
}
