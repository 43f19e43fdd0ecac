import type { Key } from '../../api/types.js';
import { texts } from '../../texts/texts.js';
import { momentInWords } from '../../words/dates.js';

const { item, keys } = texts.settings;

type KeyTimes = Pick<Key, 'expires_at' | 'revoked_at'>;

/** Whether a key works. */
export function isLive({ expires_at, revoked_at }: KeyTimes, now: number): boolean {
  return revoked_at === null && (expires_at === null || Date.parse(expires_at) > now);
}

/** What there is to know of a key besides its name, in short. */
export function keyInWords(key: Key, now: number): string {
  const { scope, last4, created_at, last_used_at, expires_at, revoked_at, replaced_by } = key;
  return [
    keys.endsWith(last4),
    ...(scope === 'read' ? [keys.onlyReads] : []),
    item.made(momentInWords(created_at)),
    last_used_at === null ? item.neverUsed : item.lastUsed(momentInWords(last_used_at)),
    ...(revoked_at !== null ? [keys.revoked(momentInWords(revoked_at))] : []),
    ...(revoked_at === null && expires_at !== null
      ? [(isLive(key, now) ? keys.endsOn : keys.endedOn)(momentInWords(expires_at))]
      : []),
    ...(replaced_by !== null ? [keys.replaced] : []),
    ...(key.has_signing_secret ? [keys.hasSecret] : []),
  ].join(' · ');
}
