// Plain tables for a terminal.

export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

export function percent(part: number, all: number): string {
  return all === 0 ? '–' : `${((100 * part) / all).toFixed(2)} %`;
}

/** A share with its numbers, `98.44 % (2584/2625)`; a dash where there is nothing to share. */
export function share(part: number, all: number): string {
  return all === 0 ? '–' : `${percent(part, all)} (${part}/${all})`;
}

export function printTable({ title, head, rows }: Table): void {
  const cells = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  // The last column is not padded, because user agents are long.
  const line = (row: string[]) =>
    row.map((cell, column) => (column < row.length - 1 ? cell.padEnd(widths[column] ?? 0) : cell));
  console.log(`\n${title}`);
  for (const row of cells) console.log(`  ${line(row).join('  ').trimEnd()}`);
}
