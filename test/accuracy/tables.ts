// Plain tables for a terminal.

export function percent(part: number, all: number): string {
  return all === 0 ? '–' : `${((100 * part) / all).toFixed(2)} %`;
}

export function printTable(title: string, head: string[], rows: (string | number)[][]): void {
  const cells = [head, ...rows.map((row) => row.map(String))];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  // The last column is not padded, because user agents are long.
  const line = (row: string[]) =>
    row.map((cell, column) => (column < row.length - 1 ? cell.padEnd(widths[column] ?? 0) : cell));
  console.log(`\n${title}`);
  for (const row of cells) console.log(`  ${line(row).join('  ')}`);
}
