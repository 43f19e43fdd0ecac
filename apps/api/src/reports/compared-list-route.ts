import { comparedListShape, comparedRowShape } from '@app/contracts';
import type { z } from 'zod';
import { oneOf } from '../http/parameters.js';
import type { Csv, CsvTable } from '../http/route.js';
import type { ComparedRow, SaidOfComparison } from './compared-lists.js';
import { prefixed } from './summary.js';

/** The parameter that compares the rows of a list. */
export const COMPARE_ROWS = {
  compare: oneOf(['previous'])
    .optional()
    .describe(
      '`previous` adds to each row the counts of as many days right before. Of a period that is not over, only what is over of it is compared: `compared` of the answer tells until when. Rows that came before only are not listed.',
    ),
};

/**
 * A list whose rows can be compared with the days before. As CSV, a row then has more columns.
 *
 * @param list of rows that have `comparedRowShape`
 * @param counts the counts that are compared
 */
export function comparable<List extends { data: z.ZodObject; csv: Csv }>(
  list: List,
  counts: z.ZodObject,
) {
  const nested = Object.keys(comparedRowShape(counts));
  const csv = { ...list.csv, columns: list.csv.columns.filter((name) => !nested.includes(name)) };
  return {
    ...list,
    data: list.data.extend(comparedListShape),
    csv: { ...csv, instead: csvOfCompared(csv, Object.keys(counts.shape)) },
  };
}

/** The columns of a comparison are those that a summary of all websites has, too. */
function csvOfCompared({ columns, rows }: Csv, counts: readonly string[]) {
  return (data: never): CsvTable | undefined => {
    const { compared: time } = data as SaidOfComparison;
    if (!time) return undefined;
    return {
      columns: [
        ...columns,
        ...['unit', 'until', ...counts].map((name) => `compared_${name}`),
        ...counts.map((name) => `previous_${name}`),
      ],
      rows: rows(data).map((row) => {
        const { compared, previous, ...own } = row as ComparedRow<object, object>;
        return {
          ...own,
          ...prefixed('compared', { ...time, ...compared }),
          ...prefixed('previous', previous ?? {}),
        };
      }),
    };
  };
}
