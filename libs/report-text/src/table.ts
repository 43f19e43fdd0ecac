import { widthOf } from './text.js';

export interface Column {
  title: string;
  align?: 'left' | 'right';
  /** Paints a cell that is padded already. */
  paint?: (cell: string) => string;
}

/** Rows under their titles, two spaces apart, indented by two; no trailing spaces. */
export function table(columns: Column[], rows: string[][], dim: (text: string) => string): string {
  const widths = columns.map(({ title }, index) =>
    Math.max(widthOf(title), ...rows.map((row) => widthOf(row[index] ?? ''))),
  );
  const line = (cells: string[], paint: (cell: string, column: Column) => string) => {
    const padded = columns.map((column, index) => {
      const cell = cells[index] ?? '';
      const space = ' '.repeat((widths[index] ?? 0) - widthOf(cell));
      if (column.align === 'right') return space + paint(cell, column);
      return index === columns.length - 1 ? paint(cell, column) : paint(cell, column) + space;
    });
    return `  ${padded.join('  ')}`.trimEnd();
  };
  const head = line(
    columns.map(({ title }) => title),
    dim,
  );
  return [head, ...rows.map((row) => line(row, (cell, { paint }) => paint?.(cell) ?? cell))].join(
    '\n',
  );
}
