/** Returns the value below which this share of the samples lies. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** Returns the value in the middle, or the mean of the two in the middle. */
export function median(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const [low, high] = [
    sorted[Math.ceil(sorted.length / 2) - 1],
    sorted[Math.floor(sorted.length / 2)],
  ];
  return low === undefined || high === undefined ? NaN : (low + high) / 2;
}

/** Returns a number with at most three significant digits and one decimal place. */
export function round(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return value >= 100 ? value.toFixed(0) : value.toFixed(1);
}

export const megabytes = (bytes: number) => `${round(bytes / 2 ** 20)} MiB`;

export type Cell = string | number;

/** Prints a table in Markdown. */
export function printTable(
  title: string,
  header: readonly string[],
  rows: readonly Cell[][],
): void {
  const lines = [header, ...rows].map((row) => row.map(String));
  const widths = header.map((_, column) =>
    Math.max(...lines.map((row) => row[column]?.length ?? 0), 3),
  );
  const format = (row: string[] = []) =>
    `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  console.log(`\n${title}\n`);
  console.log([format(lines[0]), rule, ...lines.slice(1).map(format)].join('\n'));
}

const start = performance.now();

/** Prints progress to standard error, because standard output carries the figures. */
export function progress(text: string): void {
  console.error(`[${((performance.now() - start) / 1000).toFixed(0).padStart(4)} s] ${text}`);
}
