import type { PageRequest } from '@app/storage';
import { z } from 'zod';
import { FORMAT, integer } from './parameters.js';

const DEFAULT_LIMIT = 100;

/** A cursor is the id of the last item of a page. Clients do not need to know that. */
const CURSOR = /^(?:ws|key|ev|dl)_[0-9A-Za-z]{1,64}$/;

/** The parameters of a list that can be read page by page. */
export const PAGE_PARAMETERS = {
  limit: integer(1, 1_000)
    .optional()
    .describe(`Maximum number of items on a page. Default: ${DEFAULT_LIMIT}.`),
  cursor: z
    .string()
    .regex(CURSOR, 'must be the next_cursor of an earlier answer')
    .optional()
    .describe('The `next_cursor` of the previous answer.'),
  ...FORMAT,
};

/** One page of a list, and where the next page starts. Null means that there is no next page. */
export interface Page<Row> {
  rows: Row[];
  next_cursor: string | null;
}

/** Reads the page that a request asks for. */
export async function readPage<Row extends { public_id: string }>(
  { limit = DEFAULT_LIMIT, cursor }: { limit?: number | undefined; cursor?: string | undefined },
  read: (page: PageRequest) => Promise<Row[]>,
): Promise<Page<Row>> {
  // One row more than requested tells whether there is a next page.
  const rows = await read({ after: cursor, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  return {
    rows: shown,
    next_cursor: rows.length > limit ? (shown.at(-1)?.public_id ?? null) : null,
  };
}
