import { createHash } from 'node:crypto';
import type { Hashed } from '@app/log-delivery';

/** Returns the SHA-256 of a text in UTF-8 or of several pieces, in hexadecimal. */
export function sha256(content: Hashed): string {
  const hash = createHash('sha256');
  for (const piece of typeof content === 'string' ? [content] : content) hash.update(piece);
  return hash.digest('hex');
}
