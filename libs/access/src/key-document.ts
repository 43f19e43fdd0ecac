import type { Key } from '@app/contracts';
import type { ListedKeyRow } from '@app/storage';

/** Returns a key as it may be shown at any time, without its value. */
export function keyDocument(row: ListedKeyRow): Key {
  return {
    id: row.public_id,
    kind: row.kind,
    name: row.name,
    scope: row.kind === 'api' ? row.scope : null,
    website_id: row.website_id ?? null,
    last4: row.last4,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
    replaced_by: row.replaced_by,
    has_signing_secret: row.has_signing_secret,
  };
}
