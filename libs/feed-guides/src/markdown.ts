const LINK = /\[([^[\]]+)\]\([^)]*\)/g;

/** Matches where a block of code begins, with its language, or ends. */
export const FENCE = /^( *)```([a-z-]*)$/;
/** Matches a row of a table, with what stands between its outer bars. */
export const ROW = /^\s*\|(.*)\|\s*$/;
/** Matches the row between the heading of a table and its body. */
const RULE = /^[\s|:-]+$/;
export const HEADING = /^#{2,3} (.*)$/;

/** Returns Markdown with the words of its links only: their addresses are files of the repository. */
export const withoutLinks = (markdown: string): string => markdown.replace(LINK, '$1');

/** Takes the table with which the lines begin, and returns the cells of its rows, the heading first. */
export function takeTable(lines: string[]): string[][] {
  const end = lines.findIndex((line) => !ROW.test(line));
  return lines
    .splice(0, end < 0 ? lines.length : end)
    .filter((line) => !RULE.test(line))
    .map(cellsOf);
}

const cellsOf = (row: string): string[] =>
  (ROW.exec(row)?.[1] ?? '').split('|').map((cell) => withoutLinks(cell).trim());
