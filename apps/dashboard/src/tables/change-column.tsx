import { changeInWords, inFull } from '../words/numbers.js';
import type { Column } from './table.js';

/** A row with its counts of what is compared, and the same of the days before; null where nothing is over. */
interface ComparedRow<Counts> {
  compared?: Counts | null;
  previous?: Counts | null;
}

/**
 * Returns columns with one more: the change of a count from the days before.
 *
 * @param id of the column that it stands behind, which shows the count
 */
export function withChange<Counts, Row extends ComparedRow<Counts>>(
  columns: readonly Column<Row>[],
  id: string,
  countOf: (counts: Counts) => number | null,
): Column<Row>[] {
  return columns.flatMap((column) =>
    column.id === id ? [column, changeColumn<Counts, Row>(countOf)] : [column],
  );
}

const changeColumn = <Counts, Row extends ComparedRow<Counts>>(
  countOf: (counts: Counts) => number | null,
): Column<Row> => ({
  ...{ id: 'change', title: 'Change', kind: 'number', weight: 8 },
  cell: ({ compared, previous }) => {
    const now = compared ? countOf(compared) : null;
    const before = previous ? countOf(previous) : null;
    if (now === null || before === null) return '–';
    return (
      <span title={`${inFull(now)}, ${inFull(before)} before`}>{changeInWords(now, before)}</span>
    );
  },
});
