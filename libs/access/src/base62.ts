const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns a non-negative integer in base 62, padded with zeros to `width`. */
export function toBase62(value: bigint, width: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = DIGITS[Number(rest % 62n)] + text;
  return text.padStart(width, '0');
}

/**
 * Returns bytes as base 62 of a fixed width, for ids and secrets that a double click selects and
 * that a URL carries unchanged.
 */
export function bytesToBase62(bytes: Uint8Array, width: number): string {
  const value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return toBase62(value, width);
}
