import {
  createEvidence,
  type Evidence,
  EVIDENCE_COLUMNS,
  type EvidenceColumn,
} from './evidence.js';

/*
 * Evidence as bytes: the number of rows (4, little-endian), and one column after the other. A column
 * begins with the number of bytes of each of its values (0, 1, 2, 4 or 6), as few as its largest value
 * needs: most counts need one, and a column of zeros none. Negative numbers take 4, or are shifted to
 * begin at 0.
 */

const HEAD = 4;
/** What is added to a value before it is written. */
const SHIFT: Readonly<Record<string, number>> = { released: 1 };

export function packEvidence(evidence: Evidence): Buffer {
  const { count } = evidence;
  const widths = EVIDENCE_COLUMNS.map((name) => widthOf(evidence, name));
  const bytes = Buffer.allocUnsafe(
    HEAD + widths.reduce((sum, width) => sum + 1 + width * count, 0),
  );
  bytes.writeUInt32LE(count);
  let at = HEAD;
  EVIDENCE_COLUMNS.forEach((name, index) => {
    const width = widths[index] as number;
    bytes[at++] = width;
    at = writeColumn(bytes, at, { evidence, name, width });
  });
  return bytes;
}

/** @throws Error when the bytes are not what `packEvidence` makes */
export function unpackEvidence(bytes: Buffer): Evidence {
  const evidence = createEvidence(bytes.readUInt32LE());
  let at = HEAD;
  for (const name of EVIDENCE_COLUMNS) {
    const width = bytes[at++] as number;
    at = readColumn(bytes, at, { evidence, name, width });
  }
  if (at !== bytes.length) throw new Error('The evidence has more bytes than its columns');
  return evidence;
}

interface Column {
  evidence: Evidence;
  name: EvidenceColumn;
  width: number;
}

function widthOf({ count, ...columns }: Evidence, name: Column['name']): number {
  const column = columns[name];
  const shift = SHIFT[name] ?? 0;
  let [least, most] = [0, -shift];
  for (let row = 0; row < count; row++) {
    const value = column[row] as number;
    if (value > most) most = value;
    else if (value < least) least = value;
  }
  if (least + shift < 0) return 4;
  most += shift;
  if (most >= 2 ** 32) return 6;
  if (most === 0) return 0;
  return most < 2 ** 8 ? 1 : most < 2 ** 16 ? 2 : 4;
}

function writeColumn(bytes: Buffer, from: number, { evidence, name, width }: Column): number {
  const column = evidence[name];
  const shift = SHIFT[name] ?? 0;
  if (width === 0) return from;
  if (width === 4 && column.BYTES_PER_ELEMENT === 4)
    return copyColumn(column, evidence.count, bytes, from);
  let at = from;
  for (let row = 0; row < evidence.count; row++, at += width) {
    const value = (column[row] as number) + shift;
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

function readColumn(bytes: Buffer, from: number, { evidence, name, width }: Column): number {
  const column = evidence[name];
  const shift = SHIFT[name] ?? 0;
  if (width === 0) {
    column.fill(0 - shift);
    return from;
  }
  const read = READERS[width];
  const end = from + width * evidence.count;
  if (!read || end > bytes.length) throw new Error(`Column ${name} of the evidence is not whole`);
  if (width === 4 && column.BYTES_PER_ELEMENT === 4) {
    const own = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
    own.set(bytes.subarray(from, end));
    return end;
  }
  for (let row = 0, at = from; row < evidence.count; row++, at += width)
    column[row] = read(bytes, at) - shift;
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
