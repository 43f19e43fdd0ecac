import { withAddress } from './address.js';
import { type Guide, KEY_PLACE, TRACKING_PLACE, WEBSITE_PLACE } from './guide.js';
import { FENCE, HEADING, ROW, takeTable, withoutLinks } from './markdown.js';

/** What an operator has in the place of the examples of a guide. */
export interface OwnValues {
  /** Address of the service, without a slash at its end. */
  url: string;
  /** Left out for a sender that needs none. */
  key?: string;
  /** Id of the website. */
  website: string;
  /** Tracking id of the website. */
  tracking: string;
}

/** Returns a guide as text for a terminal, with the operator's own values in it. */
export function fillIn({ steps, outcome }: Guide, own: OwnValues): string {
  const text = withAddress(`${steps}\n\n## What it makes visible\n\n${outcome}`, own.url);
  return forTerminal(text)
    .replaceAll(KEY_PLACE, own.key ?? KEY_PLACE)
    .replaceAll(WEBSITE_PLACE, own.website)
    .replaceAll(TRACKING_PLACE, own.tracking);
}

/** Returns Markdown without its marks. Blocks of code stay as they are. */
function forTerminal(markdown: string): string {
  const lines = proseWithoutLinks(markdown).split('\n');
  const shown: string[] = [];
  let inBlock = false;
  while (lines.length > 0) {
    const [line = ''] = lines;
    if (!inBlock && ROW.test(line)) {
      shown.push(...tableOf(takeTable(lines), /^ */.exec(line)?.[0]));
      continue;
    }
    lines.shift();
    if (FENCE.test(line)) inBlock = !inBlock;
    else if (inBlock) shown.push(line);
    else shown.push(HEADING.exec(line)?.[1]?.toUpperCase() ?? plain(line));
  }
  return shown.join('\n');
}

/** A link may begin on one line and end on the next one. */
function proseWithoutLinks(markdown: string): string {
  return markdown
    .split(BLOCK)
    .map((piece, number) => (number % 2 === 0 ? withoutLinks(piece) : piece))
    .join('');
}

/** Matches a block of code. */
const BLOCK = /(^ *```[^]*?^ *```$)/m;

/** Returns the rows of a table with their cells below each other, indented as they were and by two. */
function tableOf(rows: string[][], indentation = ''): string[] {
  const cells = rows.map((row) => row.map(plain));
  const widths = (cells[0] ?? []).map((_, at) =>
    Math.max(...cells.map((row) => row[at]?.length ?? 0)),
  );
  return cells.map((row) =>
    `${indentation}  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd(),
  );
}

const plain = (text: string) => text.replaceAll('**', '').replaceAll('`', '');
