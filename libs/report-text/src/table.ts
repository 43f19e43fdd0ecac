import { printable, widthOf } from './text.js';

export interface Column {
  title: string;
  align?: 'left' | 'right';
  /** Paints a cell that is already padded. `row` counts from 0. */
  paint?: (cell: string, row: number) => string;
}

export type Cell = string | number | null;

export interface TableLook {
  /** The text at the start of every line. */
  indent?: string;
  /** Paints the titles. */
  dim?: (text: string) => string;
}

const GAP = '  ';
const ABSENT = '-';

/**
 * Renders rows under their titles, without trailing spaces. Cells are made printable here, so that
 * no text in a table can control the terminal. Null is shown as `-`.
 */
export function table(
  columns: Column[],
  rows: Cell[][],
  { indent = '', dim = (text) => text }: TableLook = {},
): string {
  const texts = printableRows(rows);
  const widths = widthsOf(columns, texts);
  const line = (cells: string[], paint: (cell: string, column: Column) => string) => {
    const padded = columns.map((column, index) => {
      const cell = cells[index] ?? '';
      const space = ' '.repeat((widths[index] ?? 0) - widthOf(cell));
      if (column.align === 'right') return space + paint(cell, column);
      return index === columns.length - 1 ? paint(cell, column) : paint(cell, column) + space;
    });
    return `${indent}${padded.join(GAP)}`.trimEnd();
  };
  const titles = columns.map(({ title }) => title);
  return [
    line(titles, dim),
    ...texts.map((row, index) => line(row, (cell, { paint }) => paint?.(cell, index) ?? cell)),
  ].join('\n');
}

/** Returns the width of a table with one more column that is empty, without the indent. */
export function widthWithColumn(columns: readonly Column[], rows: readonly Cell[][]): number {
  return widthsOf(columns, printableRows(rows)).reduce((sum, width) => sum + GAP.length + width, 0);
}

function printableRows(rows: readonly Cell[][]): string[][] {
  return rows.map((row) => row.map((cell) => printable(String(cell ?? ABSENT))));
}

function widthsOf(columns: readonly Column[], texts: readonly string[][]): number[] {
  return columns.map(({ title }, index) =>
    Math.max(widthOf(title), ...texts.map((row) => widthOf(row[index] ?? ''))),
  );
}
