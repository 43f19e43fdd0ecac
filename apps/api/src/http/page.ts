import type { PageByTime, PageRequest } from '@app/storage';
import { z } from 'zod';
import { FORMAT, integer } from './parameters.js';

/** Of items on a page. */
export const DEFAULT_LIMIT = 100;

/** A cursor is the id of the last item of a page. Clients do not need to know that. */
const CURSOR = /^(?:ws|key|ev|dl)_[0-9A-Za-z]{1,64}$/;
/** Items that may be deleted meanwhile have the milliseconds at which they were made, too. */
const CURSOR_BY_TIME = /^(?:sh|al|wh|ses)_[0-9A-Za-z]{1,64}-\d{1,13}$/;

/** The parameters of a list that can be read page by page. */
export const PAGE_PARAMETERS = pageParameters(CURSOR);
/** The same of a list whose items may be deleted while it is read. */
export const PAGE_BY_TIME_PARAMETERS = pageParameters(CURSOR_BY_TIME);

function pageParameters(cursor: RegExp) {
  return {
    limit: integer(1, 1_000)
      .optional()
      .describe(`Maximum number of items on a page. Default: ${DEFAULT_LIMIT}.`),
    cursor: z
      .string()
      .regex(cursor, 'must be the next_cursor of an earlier answer')
      .optional()
      .describe('The `next_cursor` of the previous answer.'),
    ...FORMAT,
  };
}

/** The page of a list that a request wants. */
export interface WantedPage {
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** One page of a list, and where the next page starts. Null means that there is no next page. */
export interface Page<Row> {
  rows: Row[];
  next_cursor: string | null;
}

/** Reads the page that a request asks for. */
export function readPage<Row extends { public_id: string }>(
  wanted: WantedPage,
  read: (page: PageRequest) => Promise<Row[]>,
): Promise<Page<Row>> {
  const { cursor: after } = wanted;
  return pageOf(
    wanted,
    (limit) => read({ after, limit }),
    ({ public_id }) => public_id,
  );
}

/** Reads a page of a list whose items may be deleted before the next page is asked for. */
export function readPageByTime<Row extends { public_id: string; created_at: Date }>(
  wanted: WantedPage,
  read: (page: PageByTime) => Promise<Row[]>,
): Promise<Page<Row>> {
  const [after, time] = wanted.cursor?.split('-') ?? [];
  const afterTime = time === undefined ? undefined : new Date(Number(time));
  return pageOf(
    wanted,
    (limit) => read({ after, afterTime, limit }),
    ({ public_id, created_at }) => `${public_id}-${created_at.getTime()}`,
  );
}

async function pageOf<Row>(
  { limit = DEFAULT_LIMIT }: WantedPage,
  read: (limit: number) => Promise<Row[]>,
  cursorOf: (last: Row) => string,
): Promise<Page<Row>> {
  // One row more than requested tells whether there is a next page.
  const rows = await read(limit + 1);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { rows: shown, next_cursor: last ? cursorOf(last) : null };
}
