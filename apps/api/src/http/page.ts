import type { PageRequest } from '@app/storage';
import { z } from 'zod';
import { FORMAT, integer } from './parameters.js';

const DEFAULT_LIMIT = 100;

/** A cursor is the id of the last item that was seen; clients need not know. */
const CURSOR = /^(?:ws|key)_[0-9A-Za-z]{1,64}$/;

/** What a list that is read page by page takes. */
export const PAGE_PARAMETERS = {
  limit: integer(1, 1_000)
    .optional()
    .describe(`Maximum number of items on a page; ${DEFAULT_LIMIT} unless given.`),
  cursor: z
    .string()
    .regex(CURSOR, 'must be the next_cursor of an earlier answer')
    .optional()
    .describe('`next_cursor` of the answer before.'),
  ...FORMAT,
};

/** One page of a list, and where the next one starts; null: there is none. */
export interface Page<Row> {
  rows: Row[];
  next_cursor: string | null;
}

/** Reads the page of a list that a request asks for. */
export async function readPage<Row extends { public_id: string }>(
  { limit = DEFAULT_LIMIT, cursor }: { limit?: number | undefined; cursor?: string | undefined },
  read: (page: PageRequest) => Promise<Row[]>,
): Promise<Page<Row>> {
  // One more than asked for tells whether there is a next page.
  const rows = await read({ after: cursor, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  return {
    rows: shown,
    next_cursor: rows.length > limit ? (shown.at(-1)?.public_id ?? null) : null,
  };
}
