/*
 * Columns of numbers as bytes: the number of rows (4, little-endian), and one column after the other. A
 * column begins with the number of bytes of each of its values (0, 1, 2, 4 or 6), as few as its largest
 * value needs: most counts need one, and a column of zeros none. Negative numbers take 4, or are shifted
 * to begin at 0.
 */

/** Whole numbers from -2^31 on and below 2^48. */
export type NumberColumn = Int32Array | Uint32Array | Float64Array;

/** A column as it is packed. */
export interface PackedColumn {
  name: string;
  /** It may have room for more rows than there are. */
  values: NumberColumn;
  /** What is added to a value before it is written; by default 0. */
  shift?: number;
}

const HEAD = 4;

export function packColumns(count: number, columns: readonly PackedColumn[]): Buffer {
  const widths = columns.map((column) => widthOf(count, column));
  const bytes = Buffer.allocUnsafe(
    HEAD + widths.reduce((sum, width) => sum + 1 + width * count, 0),
  );
  bytes.writeUInt32LE(count);
  let at = HEAD;
  columns.forEach((column, index) => {
    const width = widths[index] as number;
    bytes[at++] = width;
    at = writeColumn(bytes, at, { ...column, count, width });
  });
  return bytes;
}

/** Returns the number of rows of packed columns. */
export function countOf(bytes: Buffer): number {
  return bytes.readUInt32LE();
}

/**
 * Fills columns, which have exactly as many rows as the bytes, and returns where the bytes go on.
 *
 * @throws Error when the bytes are not what `packColumns` makes
 */
export function unpackColumns(bytes: Buffer, columns: readonly PackedColumn[]): number {
  const count = countOf(bytes);
  let at = HEAD;
  for (const column of columns) {
    const width = bytes[at++] as number;
    at = readColumn(bytes, at, { ...column, count, width });
  }
  return at;
}

interface Sized extends PackedColumn {
  count: number;
  width: number;
}

function widthOf(count: number, { values, shift = 0 }: PackedColumn): number {
  let [least, most] = [0, -shift];
  for (let row = 0; row < count; row++) {
    const value = values[row] as number;
    if (value > most) most = value;
    else if (value < least) least = value;
  }
  if (least + shift < 0) return 4;
  most += shift;
  if (most >= 2 ** 32) return 6;
  if (most === 0) return 0;
  return most < 2 ** 8 ? 1 : most < 2 ** 16 ? 2 : 4;
}

function writeColumn(
  bytes: Buffer,
  from: number,
  { values, count, width, shift = 0 }: Sized,
): number {
  if (width === 0) return from;
  if (width === 4 && values.BYTES_PER_ELEMENT === 4) return copyColumn(values, count, bytes, from);
  let at = from;
  for (let row = 0; row < count; row++, at += width) {
    const value = (values[row] as number) + shift;
    bytes[at] = value;
    if (width === 1) continue;
    bytes[at + 1] = value >>> 8;
    if (width === 2) continue;
    bytes[at + 2] = value >>> 16;
    bytes[at + 3] = value >>> 24;
    if (width === 6) bytes.writeUInt16LE(Math.floor(value / 2 ** 32), at + 4);
  }
  return at;
}

function readColumn(
  bytes: Buffer,
  from: number,
  { name, values, count, width, shift = 0 }: Sized,
): number {
  if (width === 0) {
    values.fill(0 - shift);
    return from;
  }
  const read = READERS[width];
  const end = from + width * count;
  if (!read || end > bytes.length) throw new Error(`Column ${name} of the evidence is not whole`);
  if (width === 4 && values.BYTES_PER_ELEMENT === 4) {
    const own = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    own.set(bytes.subarray(from, end));
    return end;
  }
  for (let row = 0, at = from; row < count; row++, at += width)
    values[row] = read(bytes, at) - shift;
  return end;
}

/** Processors on which Node.js runs have the least significant byte first, as the column is written. */
function copyColumn(
  { buffer, byteOffset }: ArrayBufferView,
  count: number,
  bytes: Buffer,
  at: number,
): number {
  bytes.set(new Uint8Array(buffer, byteOffset, 4 * count), at);
  return at + 4 * count;
}

/** By the number of bytes. Columns of 32 signed bits take an unsigned number as the same bits. */
const READERS: Readonly<Record<number, (bytes: Buffer, at: number) => number>> = {
  1: (bytes, at) => bytes[at] as number,
  2: (bytes, at) => (bytes[at] as number) | ((bytes[at + 1] as number) << 8),
  4: readFour,
  6: (bytes, at) => bytes.readUInt16LE(at + 4) * 2 ** 32 + readFour(bytes, at),
};

function readFour(bytes: Buffer, at: number): number {
  return (
    ((bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24)) >>>
    0
  );
}
