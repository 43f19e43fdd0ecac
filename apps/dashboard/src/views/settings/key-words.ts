import type { Key } from '../../api/types.js';
import { momentInWords } from '../../words/dates.js';

type KeyTimes = Pick<Key, 'expires_at' | 'revoked_at'>;

/** Whether a key works. */
export function isLive({ expires_at, revoked_at }: KeyTimes, now: number): boolean {
  return revoked_at === null && (expires_at === null || Date.parse(expires_at) > now);
}

/** What there is to know of a key besides its name, in short. */
export function keyInWords(key: Key, now: number): string {
  const { scope, last4, created_at, last_used_at, expires_at, revoked_at, replaced_by } = key;
  return [
    `ends with ${last4}`,
    ...(scope === 'read' ? ['only reads'] : []),
    `made ${momentInWords(created_at)}`,
    last_used_at === null ? 'never used' : `last used ${momentInWords(last_used_at)}`,
    ...(revoked_at !== null ? [`revoked ${momentInWords(revoked_at)}`] : []),
    ...(revoked_at === null && expires_at !== null
      ? [`${isLive(key, now) ? 'ends' : 'ended'} ${momentInWords(expires_at)}`]
      : []),
    ...(replaced_by !== null ? ['replaced by another'] : []),
    ...(key.has_signing_secret ? ['checks signatures'] : []),
  ].join(' · ');
}
