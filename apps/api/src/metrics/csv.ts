import type {
  BotEntry,
  ClientEntry,
  Clients,
  PageEntry,
  ReferralEntry,
  SeriesPoint,
} from '@app/contracts';
import { stringify } from 'csv-stringify/sync';
import type { FastifyReply } from 'fastify';
import { type Success, success } from '../http/success.js';
import type { Format } from './filters.js';

/** Names of the columns, in the order in which they stand. */
type Columns<Row> = readonly (keyof Row & string)[];

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

/** A list as CSV has it. */
export interface Table<Row extends object> {
  /** Of the file, without its ending. */
  name: string;
  columns: Columns<Row>;
  rows: readonly Row[];
}

/** Answers with a list as it was asked for: `data` in the envelope, or its table as CSV. */
export function answerList<Data, Row extends object>(
  reply: FastifyReply,
  format: Format,
  data: Data,
  table: Table<Row>,
): Success<Data> | string {
  return format === 'csv' ? csv(reply, table) : success(data);
}

/**
 * CSV as RFC 4180 has it, a line of column names first. A cell that a spreadsheet would run as a formula
 * gets an apostrophe in front.
 */
function csv<Row extends object>(reply: FastifyReply, { name, columns, rows }: Table<Row>): string {
  void reply.header('content-type', 'text/csv; charset=utf-8');
  void reply.header('content-disposition', `attachment; filename="${name}.csv"`);
  return stringify([...rows], {
    header: true,
    columns: [...columns],
    escape_formulas: true,
    record_delimiter: 'windows',
  });
}
