/** What holds the bytes of a log. All but the texts are compressed. */
export type Packing = 'gzip' | 'bzip2' | 'xz' | 'zstd';
/** What the characters of a log are written in, if that is not UTF-8. */
export type TextEncoding = 'utf-16le' | 'utf-16be';
/** What no reader of logs unpacks: it may hold several files, or is written by few programs. */
export type Unread = 'zip' | '7z' | 'lz4' | 'compress';

/** How a log is written, where that is not plain UTF-8. */
export type Encoding =
  | { kind: 'packing'; name: Packing }
  | { kind: 'text'; name: TextEncoding }
  | { kind: 'unread'; name: Unread };

/** So many bytes of its start tell how a log is written. */
export const ENCODING_BYTES = 6;

const packing = (name: Packing): Encoding => ({ kind: 'packing', name });
const text = (name: TextEncoding): Encoding => ({ kind: 'text', name });
const unread = (name: Unread): Encoding => ({ kind: 'unread', name });

/** What logs start with, in hexadecimal. A point stands for any digit. No text starts with these. */
const STARTS: readonly (readonly [start: RegExp, encoding: Encoding])[] = [
  [/^1f8b/, packing('gzip')],
  // "BZh", and the size of its blocks.
  [/^425a683[1-9]/, packing('bzip2')],
  [/^fd377a585a00/, packing('xz')],
  [/^28b52ffd/, packing('zstd')],
  // A frame to be skipped, with which pzstd begins.
  [/^5.2a4d18/, packing('zstd')],
  [/^fffe/, text('utf-16le')],
  [/^feff/, text('utf-16be')],
  [/^504b0304/, unread('zip')],
  [/^377abcaf271c/, unread('7z')],
  [/^04224d18/, unread('lz4')],
  [/^1f9d/, unread('compress')],
];

/**
 * Tells by its first bytes how a log is written, whatever its name is; undefined for plain text in
 * UTF-8.
 */
export function encodingOf(start: Uint8Array): Encoding | undefined {
  const digits = Array.from(start.subarray(0, ENCODING_BYTES), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  return STARTS.find(([known]) => known.test(digits))?.[1];
}
