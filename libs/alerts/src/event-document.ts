import type { EventDocument, EventKind, Figures } from '@app/contracts';
import { eventInWords } from './event-words.js';

/** An event as it is stored. */
export interface StoredEvent {
  public_id: string;
  website_public_id: string | null;
  domain: string | null;
  alert_public_id: string | null;
  kind: EventKind;
  subject: string | null;
  opened_at: Date;
  seen_at: Date;
  closed_at: Date | null;
  figures: Figures;
}

/** Returns an event as the API, the command line and webhooks show it. */
export function eventDocument(row: StoredEvent): EventDocument {
  return {
    id: row.public_id,
    website_id: row.website_public_id,
    domain: row.domain,
    alert_id: row.alert_public_id,
    kind: row.kind,
    subject: row.subject,
    opened_at: row.opened_at.toISOString(),
    seen_at: row.seen_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
    figures: row.figures,
    in_words: eventInWords(row),
  };
}
