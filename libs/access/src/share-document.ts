import type { Share, SharedSession } from '@app/contracts';
import type { ShareRow, ShownShareRow } from '@app/storage';

/** Returns a shared link as it may be shown at any time. */
export function shareDocument(row: ShownShareRow): Share {
  return {
    id: row.public_id,
    website_id: row.website_public_id,
    name: row.name,
    first4: row.first4,
    from: row.first_day,
    to: row.last_day,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
  };
}

/** Returns what a browser is told that has opened a shared link. */
export function sharedSessionDocument(row: ShareRow): SharedSession {
  return {
    kind: 'share',
    name: row.name,
    website: { id: row.website_public_id, domain: row.domain },
    from: row.first_day,
    to: row.last_day,
    expires_at: row.expires_at?.toISOString() ?? null,
  };
}
