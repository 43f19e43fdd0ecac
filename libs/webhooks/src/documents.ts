import type { DeliveryDocument, WebhookDocument } from '@app/contracts';
import type { DeliveryRow, WebhookRow } from '@app/storage';

/** Returns a webhook as it may be shown at any time. */
export function webhookDocument(row: WebhookRow): WebhookDocument {
  return {
    id: row.public_id,
    name: row.name,
    url: row.url,
    kinds: row.kinds,
    created_at: row.created_at.toISOString(),
    last_delivered_at: row.delivered_at?.toISOString() ?? null,
    waiting: row.waiting,
    old_secret_ends_at: row.old_secret_ends_at?.toISOString() ?? null,
    disabled_at: row.disabled_at?.toISOString() ?? null,
    disabled_because: row.disabled_because,
  };
}

/** Returns a delivery as it may be shown at any time. */
export function deliveryDocument(row: DeliveryRow): DeliveryDocument {
  return {
    id: row.public_id,
    type: row.type,
    event_id: row.event_public_id,
    kind: row.kind,
    state: row.state,
    created_at: row.made_at.toISOString(),
    attempts: row.attempts,
    attempted_at: row.attempted_at?.toISOString() ?? null,
    status: row.status,
    duration_ms: row.duration_ms,
    fault: row.fault,
    next_attempt_at: row.state === 'waiting' ? row.due_at.toISOString() : null,
  };
}
