import { randomBytes } from 'node:crypto';
import { bytesToBase62 } from './base62.js';

const PREFIXES = { account: 'acc', website: 'ws', tracking: 't', key: 'key' } as const;

/**
 * Returns a new public id such as `ws_…`. It has 15 random bytes, so that ids tell nothing and
 * never repeat.
 */
export function newPublicId(what: keyof typeof PREFIXES): string {
  return `${PREFIXES[what]}_${bytesToBase62(randomBytes(15), 21)}`;
}
