import type { PageRequest } from '@app/storage';
import type { FastifyReply } from 'fastify';
import { answerList, type Format, type Table } from './csv.js';
import { integer, invalid, type Query, single } from './query.js';
import type { Success } from './success.js';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1_000;

/** A cursor is the id of the last item that was seen; clients need not know. */
const CURSOR = /^(?:ws|key)_[0-9A-Za-z]{1,64}$/;

/** One page of a list, and where the next one starts; null: there is none. */
export interface Page<Row> {
  rows: Row[];
  next_cursor: string | null;
}

/** Whether `limit` or `cursor` is given. */
export function asksForPage(query: Query): boolean {
  return Object.keys(query).some((name) => /^(?:limit|cursor)(?:\[|$)/.test(name));
}

/**
 * Reads the page of a list that a request asks for.
 *
 * @throws ApiError VALIDATION_ERROR
 */
export async function readPage<Row extends { public_id: string }>(
  query: Query,
  read: (page: PageRequest) => Promise<Row[]>,
): Promise<Page<Row>> {
  const limit = integer(query, 'limit', 1, MAX_LIMIT) ?? DEFAULT_LIMIT;
  const after = single(query, 'cursor');
  if (after !== undefined && !CURSOR.test(after))
    throw invalid('cursor must be the next_cursor of an earlier answer');
  // One more than asked for tells whether there is a next page.
  const rows = await read({ after, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  return {
    rows: shown,
    next_cursor: rows.length > limit ? (shown.at(-1)?.public_id ?? null) : null,
  };
}

/** What an answer with a page goes by. */
export interface PageAnswer {
  reply: FastifyReply;
  format: Format;
  query: Query;
}

/**
 * Answers with a page as it was asked for. CSV has no place for the cursor, so a next page is told in the
 * header `Link` (RFC 8288), relative to this request's own address.
 */
export function answerPage<Data extends { next_cursor: string | null }, Row extends object>(
  { reply, format, query }: PageAnswer,
  data: Data,
  table: Table<Row>,
): Success<Data> | string {
  if (format === 'csv' && data.next_cursor !== null)
    void reply.header('link', linkToNext(query, data.next_cursor));
  return answerList(reply, format, data, table);
}

function linkToNext(query: Query, cursor: string): string {
  const limit = single(query, 'limit');
  const next = { format: 'csv', ...(limit === undefined ? {} : { limit }), cursor };
  return `<?${new URLSearchParams(next).toString()}>; rel="next"`;
}
