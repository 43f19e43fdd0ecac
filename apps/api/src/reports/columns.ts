import type {
  BotEntry,
  ClientEntry,
  Clients,
  PageEntry,
  ReferralEntry,
  SeriesPoint,
} from '@app/contracts';
import type { Columns } from '../http/csv.js';

interface ClientCsvRow extends ClientEntry {
  kind: keyof Clients;
}

export const BOT_COLUMNS: Columns<BotEntry> = [
  'name',
  'provider',
  'category',
  'visits',
  'pages_visited',
  'error_visits',
  'first_seen',
  'last_seen',
];
export const PAGE_COLUMNS: Columns<PageEntry> = [
  'path',
  'bot_visits',
  'human_visits',
  'ai_bot_visits',
];
export const SERIES_COLUMNS: Columns<SeriesPoint> = [
  'date',
  'total_visits',
  'bot_visits',
  'human_visits',
  'ai_bot_visits',
];
export const REFERRAL_COLUMNS: Columns<ReferralEntry> = ['source', 'visits'];
export const CLIENT_COLUMNS: Columns<ClientCsvRow> = ['kind', 'name', 'visits'];

/** The three lists of clients as one, each row with the list it is of. */
export function clientRows(clients: Clients): ClientCsvRow[] {
  const kinds = ['browsers', 'operating_systems', 'devices'] as const;
  return kinds.flatMap((kind) => clients[kind].map((row) => ({ kind, ...row })));
}
