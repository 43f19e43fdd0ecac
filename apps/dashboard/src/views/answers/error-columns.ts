import type { Column } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import { inFull, partOf } from '../../words/numbers.js';

/**
 * The columns that tell how many visits got errors, and of how many.
 *
 * @param visitsOf returns all visits of a row
 */
export function errorColumns<Row extends { error_visits: number | null }>(
  visitsOf: (row: Row) => number,
): Column<Row>[] {
  return [
    {
      id: 'share',
      title: texts.answers.ofItsVisits,
      kind: 'number',
      weight: 2,
      cell: (row) => (row.error_visits === null ? '–' : partOf(row.error_visits, visitsOf(row))),
    },
    {
      id: 'visits',
      title: texts.common.visits,
      kind: 'number',
      weight: 1,
      cell: (row) => inFull(visitsOf(row)),
    },
    {
      id: 'errors',
      title: texts.common.errors,
      kind: 'number',
      cell: ({ error_visits: errors }) => (errors === null ? '–' : inFull(errors)),
    },
  ];
}
