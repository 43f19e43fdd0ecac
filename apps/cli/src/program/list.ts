import { type Cell, table } from '@app/report-text';

/** Rows under their headings; a value that is absent or empty is shown as `-`. */
export function renderList(headings: string[], rows: Cell[][]): string {
  const columns = headings.map((title) => ({ title }));
  return table(
    columns,
    rows.map((row) => row.map((cell) => (cell === '' ? null : cell))),
  );
}
