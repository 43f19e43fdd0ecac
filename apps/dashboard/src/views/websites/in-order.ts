/** What rows are ordered by. */
interface Ordering<Row> {
  sort: string;
  /** Texts go from A to Z, numbers from the highest; null stands last, whichever way. */
  valueOf: (row: Row) => number | string | null;
}

/**
 * Returns rows in an order.
 *
 * @param sort name of a column, with `-` in front the other way round; of no column, the rows stay
 */
export function inOrder<Row>(
  rows: readonly Row[],
  columns: readonly Ordering<Row>[],
  sort: string,
): Row[] {
  const isReverse = sort.startsWith('-');
  const column = columns.find((one) => one.sort === sort.replace(/^-/, ''));
  if (!column) return [...rows];
  const sign = isReverse ? -1 : 1;
  return [...rows].sort((one, other) => {
    const [a, b] = [column.valueOf(one), column.valueOf(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * compared(a, b);
  });
}

function compared(a: number | string, b: number | string): number {
  return typeof a === 'number' && typeof b === 'number' ? b - a : `${a}`.localeCompare(`${b}`);
}
