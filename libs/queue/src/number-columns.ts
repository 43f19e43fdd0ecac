/*
 * Columns of numbers, as bytes. A column is
 *
 *   bytes a number (1 byte) | the lowest byte of each number | the next one of each | …
 *
 * Places and status codes rarely use their upper bytes, and equal bytes side by side take next to
 * nothing when they are deflated. A column in which every number is 0 has no more than its first
 * byte.
 */

/** Times need five. */
const MOST_BYTES = 6;
/** All other numbers are below 2^32. */
const MOST_SMALL_BYTES = 4;

/** Writes columns with a number for each entry. */
export class NumberWriter {
  private readonly columns: Uint8Array[] = [];

  /** @param numbers integers from 0 to below 2^48 */
  add(numbers: Float64Array | Uint32Array | Uint8Array): void {
    const { length } = numbers;
    let largest = 0;
    for (let row = 0; row < length; row++)
      if ((numbers[row] as number) > largest) largest = numbers[row] as number;
    let size = 0;
    while (largest >= 256 ** size && largest > 0) size += 1;
    const column = Buffer.allocUnsafe(1 + size * length);
    column[0] = size;
    for (let from = 1, scale = 1; from < column.length; from += length, scale *= 256) {
      // A byte of a buffer keeps the lowest bits of what it is given.
      for (let row = 0; row < length; row++) column[from + row] = (numbers[row] as number) / scale;
    }
    this.columns.push(column);
  }

  /** Returns all columns, one after the other. */
  bytes(): Buffer {
    return Buffer.concat(this.columns);
  }
}

/** Reads columns that were written for `count` entries, one after the other. */
export class NumberReader {
  /** Where the next column begins. */
  at = 0;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly count: number,
  ) {}

  /** Returns the next column, of times, or undefined when it is not whole. */
  times(): Float64Array | undefined {
    return this.fill(MOST_BYTES, Float64Array);
  }

  /** Returns the next column, of numbers below 2^32, or undefined when it is not whole. */
  numbers(): Uint32Array | undefined {
    return this.fill(MOST_SMALL_BYTES, Uint32Array);
  }

  private fill<Column extends Float64Array | Uint32Array>(
    mostBytes: number,
    make: new (length: number) => Column,
  ): Column | undefined {
    const { bytes, count, at } = this;
    const size = bytes[at] ?? Infinity;
    const end = at + 1 + size * count;
    if (size > mostBytes || end > bytes.length) return undefined;
    const column = new make(count);
    // Most columns have one byte a number.
    if (size > 0) for (let row = 0; row < count; row++) column[row] = bytes[at + 1 + row] as number;
    for (let from = at + 1 + count, scale = 256; from < end; from += count, scale *= 256) {
      for (let row = 0; row < count; row++)
        column[row] = (column[row] as number) + (bytes[from + row] as number) * scale;
    }
    this.at = end;
    return column;
  }
}
