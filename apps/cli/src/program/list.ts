import { type Cell, table } from '@app/report-text';

/** Renders rows under their headings. A missing or empty value is shown as `-`. */
export function renderList(headings: string[], rows: Cell[][]): string {
  const columns = headings.map((title) => ({ title }));
  return table(
    columns,
    rows.map((row) => row.map((cell) => (cell === '' ? null : cell))),
  );
}
