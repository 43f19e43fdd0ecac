// The hash of whole numbers that PostgreSQL's hashint8extended() computes, so that what is drawn from
// it can be drawn again in SQL:
// https://github.com/postgres/postgres/blob/REL_18_STABLE/src/common/hashfn.c

/** The start of the state for values of four bytes. */
const START = (0x9e3779b9 + 4 + 3923095) | 0;
const LOW = 2 ** 32;

const rotated = (value: number, bits: number) => (value << bits) | (value >>> (32 - bits));

/** The 64 bits of a hash, as two numbers of 32 bits with a sign. */
export interface Hash {
  high: number;
  low: number;
}

/** Returns what hashes numbers from 0 on with a seed. The object that it returns is filled anew each time. */
export function hasher(seed: number): (value: number) => Hash {
  const [startA, startB, startC] = mixed(START, (START + seed) | 0, START);
  const hash = { high: 0, low: 0 };
  return (value) => {
    let a = (startA + (((value % LOW) | 0) ^ Math.floor(value / LOW))) | 0;
    let b = startB;
    let c = startC;
    c = ((c ^ b) - rotated(b, 14)) | 0;
    a = ((a ^ c) - rotated(c, 11)) | 0;
    b = ((b ^ a) - rotated(a, 25)) | 0;
    c = ((c ^ b) - rotated(b, 16)) | 0;
    a = ((a ^ c) - rotated(c, 4)) | 0;
    b = ((b ^ a) - rotated(a, 14)) | 0;
    c = ((c ^ b) - rotated(b, 24)) | 0;
    hash.high = b;
    hash.low = c;
    return hash;
  };
}

function mixed(first: number, second: number, third: number): [number, number, number] {
  let [a, b, c] = [first, second, third];
  for (const [ofC, ofA, ofB] of [
    [4, 6, 8],
    [16, 19, 4],
  ] as const) {
    a = ((a - c) ^ rotated(c, ofC)) | 0;
    c = (c + b) | 0;
    b = ((b - a) ^ rotated(a, ofA)) | 0;
    a = (a + c) | 0;
    c = ((c - b) ^ rotated(b, ofB)) | 0;
    b = (b + a) | 0;
  }
  return [a, b, c];
}
