import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  /** Unique in the table. */
  id: string;
  title: string;
  /** Numbers stand right. Default: text. */
  kind?: 'text' | 'number';
  cell: (row: Row) => ComponentChildren;
  /** Whether it gives way on small screens. */
  isExtra?: boolean;
  /** How the API sorts by it: its name. A `-` in front reverses the order. */
  sort?: string;
}

interface TableProps<Row> {
  /** What the table shows, for readers that hear it. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Part of the largest row, from 0 to 1, shown as a bar behind the first cell. */
  barOf?: (row: Row) => number;
  /** How it is sorted, and what sorts it in another way. */
  sort?: string | undefined;
  onSort?: (sort: string) => void;
  /** What stands there when there are no rows: what it means and what to do. */
  empty: ComponentChildren;
}

/** A table. Its first column is a heading of the row; a link in it can be clicked on the whole row. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, keyOf, barOf, sort, onSort, empty } = props;
  if (rows.length === 0) return <p class="empty">{empty}</p>;
  return (
    <div class="scroll">
      <table class={barOf ? 'bars' : ''}>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column, at) => (
                <Cell key={column.id} column={column} row={row} isFirst={at === 0} barOf={barOf} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const classOf = ({ kind, isExtra }: Column<never>) =>
  `${kind === 'number' ? 'number' : ''} ${isExtra ? 'extra' : ''}`;

interface HeadProps {
  column: Column<never>;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
}

function Head({ column, sort, onSort }: HeadProps) {
  const by = column.sort;
  if (!by || !onSort)
    return (
      <th scope="col" class={classOf(column)}>
        {column.title}
      </th>
    );
  const isForward = sort === by;
  const isReverse = sort === `-${by}`;
  // The natural order of numbers is the highest first.
  const isDescending = (column.kind === 'number') === isForward;
  return (
    <th
      scope="col"
      class={classOf(column)}
      aria-sort={isForward || isReverse ? (isDescending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" class="sort" onClick={() => onSort(isForward ? `-${by}` : by)}>
        {column.title}
      </button>
    </th>
  );
}

interface CellProps<Row> {
  column: Column<Row>;
  row: Row;
  isFirst: boolean;
  barOf: ((row: Row) => number) | undefined;
}

function Cell<Row>({ column, row, isFirst, barOf }: CellProps<Row>) {
  if (!isFirst) return <td class={classOf(column as Column<never>)}>{column.cell(row)}</td>;
  return (
    <th scope="row" class={classOf(column as Column<never>)}>
      {barOf && (
        <svg class="bar" aria-hidden="true">
          <rect width={`${Math.max(0.5, barOf(row) * 100).toFixed(1)}%`} height="100%" rx="4" />
        </svg>
      )}
      <span class="inside">{column.cell(row)}</span>
    </th>
  );
}
