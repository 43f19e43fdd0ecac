const GAP = '   ';
const ABSENT = '-';

/** Rows under their headings, aligned for people; a value that is absent is shown as `-`. */
export function renderTable(headings: string[], rows: (string | number | null)[][]): string {
  const lines = [headings, ...rows.map((row) => row.map(cell))];
  const widths = headings.map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  );
  return lines
    .map((line) => line.map((text, column) => text.padEnd(widths[column] ?? 0)))
    .map((line) => line.join(GAP).trimEnd())
    .join('\n');
}

/** Control characters could steer the operator's terminal. */
function cell(value: string | number | null): string {
  const text = String(value ?? ABSENT).replace(/\p{Cc}/gu, '?');
  return text === '' ? ABSENT : text;
}
