/**
 * Reads CSV (RFC 4180) whose first line names the columns. Returns a record for each further line, so
 * that columns are compared by their names. Pure.
 */
export function readCsv(text: string): Record<string, string>[] {
  const [names = [], ...rows] = readLines(text);
  return rows.map((row) =>
    Object.fromEntries(
      row.map((value, column) => [names[column] ?? `column ${column + 1}`, value]),
    ),
  );
}

/** A value in quotes, or one without, and what ends it. */
const VALUE = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;

function readLines(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  VALUE.lastIndex = 0;
  while (VALUE.lastIndex < text.length) {
    const at = VALUE.lastIndex;
    const found = VALUE.exec(text);
    if (!found) throw new Error(`This is no CSV: ${text.slice(at, at + 40)}`);
    const [, quoted, plain = '', end] = found;
    line.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    lines.push(line);
    line = [];
  }
  if (line.length > 0) lines.push(line);
  return lines;
}
