const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A non-negative integer in base 62, padded with zeros to `width`. */
export function toBase62(value: bigint, width: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = DIGITS[Number(rest % 62n)] + text;
  return text.padStart(width, '0');
}

/** Random bytes as base 62 of a fixed width: ids and secrets that survive a double click and an URL. */
export function bytesToBase62(bytes: Uint8Array, width: number): string {
  const value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return toBase62(value, width);
}
