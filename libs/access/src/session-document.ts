import type { SessionDocument } from '@app/contracts';
import type { ListedSessionRow } from '@app/storage';
import { latestEnd } from './session-life.js';

/** Returns a session as it may be shown at any time. */
export function sessionDocument(row: ListedSessionRow): SessionDocument {
  return {
    id: row.public_id,
    key_id: row.key_public_id,
    key_name: row.key_name,
    scope: row.scope,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at.toISOString(),
    expires_at: latestEnd(row).toISOString(),
  };
}
