import { texts } from '../texts/texts.js';
import { changeInWords } from '../words/changes.js';
import type { Column } from './table.js';

type Counts<Count extends string> = Readonly<Record<Count, number | null>>;

/**
 * A row with a count of what is compared, and the same of the days before; null while nothing of the
 * period is over.
 */
export interface Compared<Count extends string> {
  compared?: Counts<Count> | null;
  previous?: Counts<Count> | null;
}

/**
 * Returns columns with one more, behind that of a count: its change from the days before.
 *
 * @param count its name in the rows, and the id of its column
 */
export function withChange<Count extends string, Row extends Compared<Count>>(
  columns: readonly Column<Row>[],
  count: Count,
): Column<Row>[] {
  return columns.flatMap((column) =>
    column.id === count ? [column, changeColumn<Count, Row>(count)] : [column],
  );
}

const changeColumn = <Count extends string, Row extends Compared<Count>>(
  count: Count,
): Column<Row> => ({
  ...{ id: 'change', title: texts.tables.change, kind: 'number', weight: 8 },
  cell: ({ compared, previous }) => {
    const now = compared?.[count] ?? null;
    const before = previous?.[count] ?? null;
    if (now === null || before === null) return '–';
    return <span title={texts.tables.counts(now, before)}>{changeInWords(now, before)}</span>;
  },
});
