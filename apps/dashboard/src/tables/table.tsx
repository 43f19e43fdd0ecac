import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { ranksOf } from './room.js';
import { useRoom } from './use-room.js';

export interface Column<Row> {
  /** Unique in the table. */
  id: string;
  title: string;
  /** Numbers stand right. Default: text. */
  kind?: 'text' | 'number';
  cell: (row: Row) => ComponentChildren;
  /** How much it matters: where there is no room, the lowest goes first. Without one it stays. */
  weight?: number;
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
  /** What a row opens to. Its first cell is then a button, so it has text only. */
  inFull?: (row: Row) => ComponentChildren;
  /** What stands there when there are no rows: what it means and what to do. */
  empty: ComponentChildren;
}

/** A table. Its first column is a heading of the row; a link in it can be clicked on the whole row. */
export function Table<Row>(props: TableProps<Row>) {
  if (props.rows.length === 0) return <p class="empty">{props.empty}</p>;
  return <Rows {...props} />;
}

function Rows<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, keyOf, barOf, sort, onSort, inFull } = props;
  const ranks = ranksOf(columns);
  const place = useRoom(ranks, rows);
  return (
    <div class="scroll" ref={place}>
      <table class={`${barOf ? 'bars' : ''} ${inFull ? 'opening' : ''}`}>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, at) => (
              <Head key={column.id} {...{ column, sort, onSort }} rank={ranks[at]} />
            ))}
          </tr>
        </thead>
        {inFull ? (
          rows.map((row) => <OpeningRow key={keyOf(row)} {...{ columns, row, ranks, inFull }} />)
        ) : (
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)}>
                {columns.map((column, at) => (
                  <Cell
                    key={column.id}
                    {...{ column, row, barOf }}
                    isFirst={at === 0}
                    rank={ranks[at]}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        )}
      </table>
    </div>
  );
}

const classOf = ({ kind }: Column<never>, rank: number | undefined) =>
  `${kind === 'number' ? 'number' : ''} ${rank === undefined ? '' : `gives-${rank}`}`;

interface HeadProps {
  column: Column<never>;
  /** When it gives way. */
  rank: number | undefined;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
}

function Head({ column, rank, sort, onSort }: HeadProps) {
  const by = column.sort;
  const name = classOf(column, rank);
  if (!by || !onSort)
    return (
      <th scope="col" class={name}>
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
      class={name}
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
  rank: number | undefined;
  isFirst: boolean;
  barOf: ((row: Row) => number) | undefined;
}

function Cell<Row>({ column, row, rank, isFirst, barOf }: CellProps<Row>) {
  const name = classOf(column as Column<never>, rank);
  if (!isFirst) return <td class={name}>{column.cell(row)}</td>;
  return (
    <th scope="row" class={name}>
      {barOf && (
        <svg class="bar" aria-hidden="true">
          <rect width={`${Math.max(0.5, barOf(row) * 100).toFixed(1)}%`} height="100%" rx="4" />
        </svg>
      )}
      <span class="inside">{column.cell(row)}</span>
    </th>
  );
}

interface OpeningRowProps<Row> {
  columns: readonly Column<Row>[];
  row: Row;
  ranks: readonly (number | undefined)[];
  inFull: (row: Row) => ComponentChildren;
}

/** A row, and what it opens to below it. */
function OpeningRow<Row>({ columns, row, ranks, inFull }: OpeningRowProps<Row>) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <tbody>
      <tr>
        {columns.map((column, at) => {
          const name = classOf(column as Column<never>, ranks[at]);
          return at > 0 ? (
            <td key={column.id} class={name}>
              {column.cell(row)}
            </td>
          ) : (
            <th key={column.id} scope="row" class={name}>
              <button
                type="button"
                aria-expanded={isOpen}
                aria-controls={isOpen ? id : undefined}
                onClick={() => setOpen(!isOpen)}
              >
                {column.cell(row)}
              </button>
            </th>
          );
        })}
      </tr>
      {isOpen && (
        <tr id={id}>
          <td colSpan={columns.length}>{inFull(row)}</td>
        </tr>
      )}
    </tbody>
  );
}
