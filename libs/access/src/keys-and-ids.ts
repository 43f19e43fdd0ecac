import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { KeyKind } from '@app/contracts';

/**
 * Keys and public ids consist of these, so that a double click selects them and a URL carries them
 * unchanged.
 */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const SECRET_BYTES = 32;
/** 32 bytes need 43 digits of base 62, a CRC-32 needs 6. */
const SECRET_WIDTH = 43;
const CHECKSUM_WIDTH = 6;
const KEY = /^(?:api|bot)_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/;

const ID_BYTES = 15;
const ID_WIDTH = 21;
const ID_PREFIXES = {
  account: 'acc',
  website: 'ws',
  tracking: 't',
  key: 'key',
  session: 'ses',
  share: 'sh',
  alert: 'al',
  event: 'ev',
  webhook: 'wh',
} as const;

/**
 * Returns a new key: `api_` or `bot_`, 43 base62 characters of 32 random bytes, `_` and their
 * checksum.
 */
export function generateKey(kind: KeyKind, random: (size: number) => Buffer = randomBytes): string {
  const body = `${kind}_${bytesToBase62(random(SECRET_BYTES), SECRET_WIDTH)}`;
  return `${body}_${checksum(body)}`;
}

/**
 * Tells whether a text can be a key at all. This detects typing errors and guesses without a
 * look-up.
 */
export function isWellFormedKey(text: string): boolean {
  return (
    KEY.test(text) && checksum(text.slice(0, -CHECKSUM_WIDTH - 1)) === text.slice(-CHECKSUM_WIDTH)
  );
}

/**
 * Returns what is stored of a key, a session, a code to sign in or the token of a shared link. Each
 * has 256 random bits, so a slow hash would add nothing.
 */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** Returns the CRC-32 (as zlib computes it) of the key up to the checksum, in base 62. */
function checksum(body: string): string {
  return toBase62(BigInt(crc32(body)), CHECKSUM_WIDTH);
}

/**
 * Returns a new public id such as `ws_…`. Its bytes are random, so that ids tell nothing and never
 * repeat.
 */
export function newPublicId(what: keyof typeof ID_PREFIXES): string {
  return `${ID_PREFIXES[what]}_${bytesToBase62(randomBytes(ID_BYTES), ID_WIDTH)}`;
}

/** Returns bytes as digits of base 62, always as many. */
export function bytesToBase62(bytes: Uint8Array, width: number): string {
  const value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return toBase62(value, width);
}

/** Returns a non-negative integer in base 62, padded with zeros to `width`. */
export function toBase62(value: bigint, width: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = DIGITS[Number(rest % 62n)] + text;
  return text.padStart(width, '0');
}
