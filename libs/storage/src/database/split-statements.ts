/** A text in quotes, a name in quotes, a text between dollars, a comment, or the end of a statement. */
const TOKEN = /'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|;/g;

/**
 * Returns the statements of a file, each by itself. Citus sends the text that it was given to its
 * nodes, so a statement for the nodes may not come together with others.
 */
export function splitStatements(sql: string): string[] {
  const ends = [...sql.matchAll(TOKEN)]
    .filter(([token]) => token === ';')
    .map(({ index }) => index);
  const starts = [0, ...ends.map((end) => end + 1)];
  return starts
    .map((start, place) => sql.slice(start, ends[place]).trim())
    .filter((statement) => statement.replaceAll(/^--.*$/gm, '').trim() !== '');
}
