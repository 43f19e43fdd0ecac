import { z } from 'zod';

/** How many rows the list of an answer has, and whether there are others. */
export const ROWS = {
  rows: z.object({
    shown: z.int().min(0).describe('rows of the list in this answer'),
    more: z
      .boolean()
      .describe('true: the list is cut, and there are others; raise limit or narrow the question'),
  }),
};

/**
 * Cuts the list of an answer, and adds `rows`.
 *
 * @param answer with one row more than `limit` when there are more
 */
export function cutList<Name extends string>(
  answer: Readonly<Record<Name, readonly unknown[]>>,
  list: Name,
  limit = Infinity,
) {
  const rows = answer[list];
  const shown = rows.slice(0, limit);
  return { ...answer, [list]: shown, rows: { shown: shown.length, more: rows.length > limit } };
}
