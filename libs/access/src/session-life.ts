import type { SessionRow } from '@app/storage';

const HOUR_MS = 3_600_000;
/** A session ends when nobody uses it for this long. `expire_sessions.sql` deletes it then. */
const IDLE_MS = 12 * HOUR_MS;
/** A session ends after this long, however much it is used. */
const LONGEST_MS = 7 * 24 * HOUR_MS;

/** Returns when a session ends that begins now. */
export function endOfSession(now: number): Date {
  return new Date(now + LONGEST_MS);
}

/** Returns the time at or before which a session was last used that has ended by now. */
export function idleSince(now: number): Date {
  return new Date(now - IDLE_MS);
}

/** Tells whether a session works: it has not ended, and neither has its key. */
export function isLive(
  row: Pick<SessionRow, 'ends_at' | 'last_used_at' | 'expires_at' | 'revoked_at'>,
  now: number,
): boolean {
  return (
    row.revoked_at === null &&
    (row.expires_at === null || row.expires_at.getTime() > now) &&
    row.ends_at.getTime() > now &&
    row.last_used_at > idleSince(now)
  );
}

/** Returns when a session ends at the latest: by itself, or with its key. */
export function latestEnd({ ends_at, expires_at }: Pick<SessionRow, 'ends_at' | 'expires_at'>) {
  return expires_at !== null && expires_at < ends_at ? expires_at : ends_at;
}
