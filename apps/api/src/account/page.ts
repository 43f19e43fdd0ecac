import type { PageRequest } from '@app/storage';
import { integer, invalid, type Query, single } from '../http/query.js';

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
