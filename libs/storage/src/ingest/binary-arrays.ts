// Columns of numbers in the binary format in which PostgreSQL receives arrays. To write and to read
// many numbers as text costs the worker and the server more. The format is that of array_recv():
// https://github.com/postgres/postgres/blob/REL_18_STABLE/src/backend/utils/adt/arrayfuncs.c

/** The type of the numbers of an array, which must be that of the statement's parameter. */
interface NumberType {
  /** Its object id: https://github.com/postgres/postgres/blob/REL_18_STABLE/src/include/catalog/pg_type.dat */
  oid: number;
  bytes: number;
  write(view: DataView, at: number, value: number): void;
}

export const SMALLINT: NumberType = {
  oid: 21,
  bytes: 2,
  write: (view, at, value) => view.setInt16(at, value),
};
export const INTEGER: NumberType = {
  oid: 23,
  bytes: 4,
  write: (view, at, value) => view.setInt32(at, value),
};
/** Of numbers from 0 on that JavaScript can count. */
export const BIGINT: NumberType = {
  oid: 20,
  bytes: 8,
  write(view, at, value) {
    view.setUint32(at, Math.floor(value / 2 ** 32));
    view.setUint32(at + 4, value % 2 ** 32);
  },
};
export const DOUBLE: NumberType = {
  oid: 701,
  bytes: 8,
  write: (view, at, value) => view.setFloat64(at, value),
};
/** The start of the year 2000, from which PostgreSQL counts, in epoch milliseconds. */
const YEAR_2000_MS = Date.UTC(2000, 0);
/** Of moments in whole epoch milliseconds. PostgreSQL has microseconds. */
export const MOMENT: NumberType = {
  oid: 1184,
  bytes: 8,
  write(view, at, value) {
    const microseconds = (value - YEAR_2000_MS) * 1_000;
    const high = Math.floor(microseconds / 2 ** 32);
    view.setInt32(at, high);
    view.setUint32(at + 4, microseconds - high * 2 ** 32);
  },
};

/** Dimensions, whether there are nulls, type; then length and first index of the dimension. */
const HEAD_BYTES = 12;
const DIMENSION_BYTES = 8;
const LENGTH_BYTES = 4;

const headBytes = ({ length }: ArrayLike<unknown>): number =>
  HEAD_BYTES + (length === 0 ? 0 : DIMENSION_BYTES);

/** A view writes several times as fast as the methods of a buffer. */
const viewOf = ({ buffer, byteOffset, length }: Buffer): DataView =>
  new DataView(buffer, byteOffset, length);

/** Writes what stands before the values. Whether there are nulls is left as it is. */
function writeHead(view: DataView, oid: number, { length }: ArrayLike<unknown>): void {
  view.setInt32(0, length === 0 ? 0 : 1);
  view.setInt32(8, oid);
  if (length === 0) return;
  view.setInt32(HEAD_BYTES, length);
  view.setInt32(HEAD_BYTES + 4, 1);
}

/** The type bytea. */
const BYTEA_OID = 17;

/** Returns bytes as an array. */
export function bytesArray(values: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(headBytes(values));
  writeHead(viewOf(head), BYTEA_OID, values);
  const parts = values.flatMap((bytes) => {
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeInt32BE(bytes.length);
    return [length, bytes];
  });
  return Buffer.concat([head, ...parts]);
}

/** Returns numbers as an array; null is NULL. */
export function binaryArray<Row>(
  { oid, bytes: size, write }: NumberType,
  rows: ArrayLike<Row>,
  value: (row: Row) => number | null,
): Buffer {
  const head = headBytes(rows);
  const bytes = Buffer.allocUnsafe(head + rows.length * (LENGTH_BYTES + size));
  const view = viewOf(bytes);
  writeHead(view, oid, rows);
  let at = head;
  let hasNull = 0;
  for (let index = 0; index < rows.length; index++) {
    const number = value(rows[index] as Row);
    view.setInt32(at, number === null ? -1 : size);
    at += LENGTH_BYTES;
    if (number === null) {
      hasNull = 1;
      continue;
    }
    write(view, at, number);
    at += size;
  }
  view.setInt32(4, hasNull);
  return bytes.subarray(0, at);
}
