import type { Paint } from './paint.js';
import { type Cell, type Column, table, widthWithColumn } from './table.js';

/** Columns of a terminal that a report takes at most. */
export const WIDEST = 96;
export const INDENT = '  ';

/** Renders a part of a report: its title above a table. */
export function part(title: string, rows: Cell[][], paint: Paint, columns: Column[]): string {
  const body =
    rows.length > 0 ? table(columns, rows, { indent: INDENT, dim: paint.dim }) : '  none';
  return `${paint.title(title)}\n${body}`;
}

/** Returns the width that the other columns of a part leave for one more. */
export const roomBeside = (columns: readonly Column[], rows: readonly Cell[][]): number =>
  WIDEST - INDENT.length - widthWithColumn(columns, rows);

/** Returns `(15 of 40)` for a list that is cut, to stand behind its title. */
export const cutNote = (shown: number, all: number): string =>
  all > shown ? ` (${shown} of ${all})` : '';
