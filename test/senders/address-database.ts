/**
 * Makes databases of addresses in the form of MaxMind, which modules of servers read. Those of MaxMind
 * need an account.
 *
 * Source: https://maxmind.github.io/MaxMind-DB/
 */

/** What a database may hold here. A number takes the given bits. */
export type Value = string | [] | { [key: string]: Value } | { number: number; bits: 16 | 32 | 64 };

const RECORD_BYTES = 3;
const SEPARATOR = Buffer.alloc(16);
const MARK = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
const TYPES = { text: 2, 16: 5, 32: 6, map: 7, 64: 9, list: 11 } as const;

/** Returns a database of IPv4 in which the networks that begin with this bit have this value. */
export function addressDatabase(type: string, firstBit: 0 | 1, value: Value): Buffer {
  // A tree of one node: one side leads to the value, and the other one to nothing.
  const nodes = 1;
  const nothing = record(nodes);
  const found = record(nodes + SEPARATOR.length);
  const tree = firstBit === 0 ? [found, nothing] : [nothing, found];
  const metadata: Value = {
    node_count: { number: nodes, bits: 32 },
    record_size: { number: RECORD_BYTES * 8, bits: 16 },
    ip_version: { number: 4, bits: 16 },
    database_type: type,
    binary_format_major_version: { number: 2, bits: 16 },
    binary_format_minor_version: { number: 0, bits: 16 },
    languages: [],
    description: {},
    build_epoch: { number: 1, bits: 64 },
  };
  return Buffer.concat([...tree, SEPARATOR, encoded(value), MARK, encoded(metadata)]);
}

function record(number: number): Buffer {
  const bytes = Buffer.alloc(RECORD_BYTES);
  bytes.writeUIntBE(number, 0, RECORD_BYTES);
  return bytes;
}

function encoded(value: Value): Buffer {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([control(TYPES.text, bytes.length), bytes]);
  }
  if (Array.isArray(value)) return control(TYPES.list, 0);
  if (isNumber(value)) {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value.number);
    const size = value.bits === 16 ? 2 : 4;
    return Buffer.concat([control(TYPES[value.bits], size), bytes.subarray(4 - size)]);
  }
  const pairs = Object.entries(value).flatMap(([key, inner]) => [encoded(key), encoded(inner)]);
  return Buffer.concat([control(TYPES.map, pairs.length / 2), ...pairs]);
}

function isNumber(
  value: Exclude<Value, string | []>,
): value is { number: number; bits: 16 | 32 | 64 } {
  return typeof value['number'] === 'number';
}

/** Types from 8 on stand in a byte of their own. */
function control(type: number, size: number): Buffer {
  return type < 8 ? Buffer.from([(type << 5) | size]) : Buffer.from([size, type - 7]);
}
