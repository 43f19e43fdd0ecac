// Numbers as they are shown.

/** The value below which this share of the samples lies. */
export function percentile(samples, share) {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export const median = (samples) => percentile(samples, 0.5);

/** Three significant digits at most, one place after the point. */
export function round(value) {
  if (!Number.isFinite(value)) return '–';
  return value >= 100 ? value.toFixed(0) : value.toFixed(1);
}

export const megabytes = (bytes) => `${round(bytes / 2 ** 20)} MiB`;

/** Prints a table in Markdown. */
export function printTable(title, header, rows) {
  const lines = [header, ...rows].map((row) => row.map(String));
  const widths = header.map((_, column) => Math.max(...lines.map((row) => row[column].length), 3));
  const format = (row) => `| ${row.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  console.log(`\n${title}\n`);
  console.log([format(lines[0]), rule, ...lines.slice(1).map(format)].join('\n'));
}

const start = performance.now();

/** Says what is going on, to standard error: standard output carries the figures. */
export function progress(text) {
  console.error(`[${((performance.now() - start) / 1000).toFixed(0).padStart(4)} s] ${text}`);
}
