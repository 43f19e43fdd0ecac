import type { DeadRow } from '@app/storage';

/** One of the dead as it is printed with `--json`. */
export function deadDocument(row: DeadRow) {
  return {
    id: row.id,
    kind: row.kind,
    account_id: row.account_id,
    website_id: row.website_id,
    batch_id: row.batch_id,
    position: row.position,
    received_at: row.received_at?.toISOString() ?? null,
    failed_at: row.failed_at.toISOString(),
    sqlstate: row.sqlstate,
    reason: row.reason,
  };
}
