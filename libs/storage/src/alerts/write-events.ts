import type { AlertKind, Figures } from '@app/contracts';
import type pg from 'pg';
import { statement } from '../database/statement.js';

/** What was decided, of many alerts. Times are ISO 8601. */
export interface DecidedEvents {
  judged: { alert_id: number; changed_at: string }[];
  open: {
    alert_id: number;
    public_id: string;
    kind: AlertKind;
    subject: string | null;
    cause: string;
    figures: Figures;
    at_once: boolean;
  }[];
  keep: { alert_id: number; cause: string; seen_at: string; gone_since: string | null }[];
  close: { alert_id: number; cause: string }[];
  states: { alert_id: number; cause: string; since: string; figures: Figures }[];
  forget: { alert_id: number; cause: string }[];
}

const WRITE_EVENTS = statement('alerts/write_events');

/** Writes what was decided in one transaction, in which also its deliveries are made. */
export async function writeEvents(
  client: Pick<pg.ClientBase, 'query'>,
  { judged, open, keep, close, states, forget }: DecidedEvents,
  now: Date,
): Promise<{ opened: number; closed: number }> {
  const parts = [judged, open, keep, close, states, forget].map((part) => JSON.stringify(part));
  const { rows } = await client.query<{ opened: number; closed: number }>({
    name: 'write_events',
    text: WRITE_EVENTS,
    values: [now, ...parts],
  });
  return rows[0] ?? { opened: 0, closed: 0 };
}
