import { stringify } from 'csv-stringify/sync';
import type { FastifyReply } from 'fastify';
import { oneOf, type Query } from './query.js';
import { type Success, success } from './success.js';

const FORMATS = ['json', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

/** Names of the columns, in the order in which they stand. */
export type Columns<Row> = readonly (keyof Row & string)[];

/** A list as CSV has it. */
export interface Table<Row extends object> {
  /** Of the file, without its ending. */
  name: string;
  columns: Columns<Row>;
  rows: readonly Row[];
}

/** How a list is asked for. @throws ApiError VALIDATION_ERROR */
export function requestedFormat(query: Query): Format {
  return oneOf(query, 'format', FORMATS) ?? 'json';
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
