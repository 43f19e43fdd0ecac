// Columns of numbers in the binary format in which PostgreSQL receives arrays. To write and to read
// many numbers as text costs the worker and the server more. The format is that of array_recv():
// https://github.com/postgres/postgres/blob/REL_18_STABLE/src/backend/utils/adt/arrayfuncs.c

/** The type of the numbers of an array, which must be that of the statement's parameter. */
interface NumberType {
  /** Its object id: https://github.com/postgres/postgres/blob/REL_18_STABLE/src/include/catalog/pg_type.dat */
  oid: number;
  bytes: number;
  write(bytes: Buffer, value: number, at: number): void;
}

export const SMALLINT: NumberType = {
  oid: 21,
  bytes: 2,
  write: (bytes, value, at) => void bytes.writeInt16BE(value, at),
};
export const INTEGER: NumberType = {
  oid: 23,
  bytes: 4,
  write: (bytes, value, at) => void bytes.writeInt32BE(value, at),
};
/** Of numbers from 0 on that JavaScript can count. */
export const BIGINT: NumberType = {
  oid: 20,
  bytes: 8,
  write(bytes, value, at) {
    bytes.writeUInt32BE(Math.floor(value / 2 ** 32), at);
    bytes.writeUInt32BE(value % 2 ** 32, at + 4);
  },
};
export const DOUBLE: NumberType = {
  oid: 701,
  bytes: 8,
  write: (bytes, value, at) => void bytes.writeDoubleBE(value, at),
};

/** Dimensions, whether there are nulls, type; then length and first index of the dimension. */
const HEAD_BYTES = 12;
const DIMENSION_BYTES = 8;
const LENGTH_BYTES = 4;

/** Returns numbers as an array; null is NULL. */
export function binaryArray<Row>(
  { oid, bytes: size, write }: NumberType,
  rows: ArrayLike<Row>,
  value: (row: Row) => number | null,
): Buffer {
  const isEmpty = rows.length === 0;
  const head = HEAD_BYTES + (isEmpty ? 0 : DIMENSION_BYTES);
  const bytes = Buffer.allocUnsafe(head + rows.length * (LENGTH_BYTES + size));
  bytes.writeInt32BE(isEmpty ? 0 : 1, 0);
  bytes.writeInt32BE(oid, 8);
  if (!isEmpty) {
    bytes.writeInt32BE(rows.length, HEAD_BYTES);
    bytes.writeInt32BE(1, HEAD_BYTES + 4);
  }
  let at = head;
  let hasNull = 0;
  for (let index = 0; index < rows.length; index++) {
    const number = value(rows[index] as Row);
    if (number === null) {
      hasNull = 1;
      at = bytes.writeInt32BE(-1, at);
    } else {
      at = bytes.writeInt32BE(size, at);
      write(bytes, number, at);
      at += size;
    }
  }
  bytes.writeInt32BE(hasNull, 4);
  return bytes.subarray(0, at);
}
