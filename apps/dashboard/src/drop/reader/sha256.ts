// SHA-256 (FIPS 180-4). Browsers have it themselves, but only for pages that come over HTTPS or from
// the own machine, and a service in one's own network has neither.

import type { Hashed } from '@app/log-delivery';

const UTF8 = new TextEncoder();
const BLOCK_BYTES = 64;
/** A block ends with the number of bits in eight bytes. */
const LENGTH_BYTES = 8;

/** The first 32 bits of the fractional parts of the roots of the first primes, as the standard says. */
const fractionOf = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0;
const PRIMES = firstPrimes(64);
const ROUND_CONSTANTS = Int32Array.from(PRIMES, (prime) => fractionOf(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fractionOf(Math.sqrt(prime)));

/** Returns the SHA-256 of a text in UTF-8 or of several pieces, in hexadecimal. */
export function sha256(content: Hashed): string {
  const bytes = typeof content === 'string' ? UTF8.encode(content) : joined(content);
  const state = Int32Array.from(START);
  const words = new Int32Array(64);
  const whole = bytes.length - (bytes.length % BLOCK_BYTES);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < whole; at += BLOCK_BYTES) addBlock(state, words, view, at);
  const rest = endOf(bytes, whole);
  for (let at = 0; at < rest.byteLength; at += BLOCK_BYTES) addBlock(state, words, rest, at);
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

function joined(pieces: readonly (string | Uint8Array)[]): Uint8Array {
  const all = pieces.map((piece) => (typeof piece === 'string' ? UTF8.encode(piece) : piece));
  const bytes = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of all) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** Returns the bytes after the last whole block as blocks, with the bit that ends them and the length. */
function endOf(bytes: Uint8Array, whole: number): DataView {
  const left = bytes.length - whole;
  const blocks = left + 1 + LENGTH_BYTES > BLOCK_BYTES ? 2 : 1;
  const end = new Uint8Array(blocks * BLOCK_BYTES);
  end.set(bytes.subarray(whole));
  end[left] = 0x80;
  const view = new DataView(end.buffer);
  view.setUint32(end.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(end.length - 4, (bytes.length * 8) >>> 0);
  return view;
}

function addBlock(state: Int32Array, words: Int32Array, view: DataView, from: number): void {
  for (let at = 0; at < 16; at++) words[at] = view.getInt32(from + at * 4);
  for (let at = 16; at < 64; at++) {
    const near = words[at - 15]!;
    const far = words[at - 2]!;
    const s0 = ((near >>> 7) | (near << 25)) ^ ((near >>> 18) | (near << 14)) ^ (near >>> 3);
    const s1 = ((far >>> 17) | (far << 15)) ^ ((far >>> 19) | (far << 13)) ^ (far >>> 10);
    words[at] = (words[at - 16]! + s0 + words[at - 7]! + s1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    ...[number, number, number, number],
    ...[number, number, number, number],
  ];
  for (let at = 0; at < 64; at++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = (h + s1 + ((e & f) ^ (~e & g)) + ROUND_CONSTANTS[at]! + words[at]!) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, at) => (state[at] = (state[at]! + word) | 0));
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let number = 2; primes.length < count; number++)
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  return primes;
}
