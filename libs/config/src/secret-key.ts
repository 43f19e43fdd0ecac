import { createSecretKey, type KeyObject } from 'node:crypto';

const BYTES = 32;
const HEX = /^[0-9a-f]{64}$/i;
/** Both alphabets of Base64, with or without the padding. */
const BASE64 = /^[\w+/-]{43}=?$/;

/**
 * Reads 32 bytes in hexadecimal or Base64. Returns undefined when the text is something else. The
 * result does not show its bytes when it is printed.
 */
export function parseSecretKey(text: string): KeyObject | undefined {
  const encoding = HEX.test(text) ? 'hex' : BASE64.test(text) ? 'base64' : undefined;
  if (!encoding) return undefined;
  const bytes = Buffer.from(text, encoding);
  return bytes.length === BYTES ? createSecretKey(bytes) : undefined;
}
