import { randomBytes } from 'node:crypto';
import { bytesToBase62 } from './base62.js';

const PREFIXES = { account: 'acc', website: 'ws', tracking: 't', key: 'key' } as const;

/** A new public id such as `ws_…`: 15 random bytes, so that ids tell nothing and are never met twice. */
export function newPublicId(what: keyof typeof PREFIXES): string {
  return `${PREFIXES[what]}_${bytesToBase62(randomBytes(15), 21)}`;
}
