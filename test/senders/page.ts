import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCS = join(import.meta.dirname, '../../docs/feeds');
/** Matches a block, and how far it is indented. */
const BLOCK = /^( *)```(\S*)\n(.*?)^\1```$/gms;
const ROW = /^\| (.+?) +\| (.+?) +\|$/gm;

/** A fenced block of a page, without what indents it. */
export interface Block {
  language: string;
  text: string;
}

/** The page of a sender. */
export interface Page {
  text: string;
  /** The blocks of "Log it", in their order. */
  blocks: Block[];
  /** The table "What it makes visible": its cells by their labels. */
  visible: ReadonlyMap<string, string>;
}

/** Reads docs/feeds/<name>.md. */
export function readPage(name: string): Page {
  const text = readFileSync(join(DOCS, `${name}.md`), 'utf8');
  const blocks = blocksOf(text, 'Log it');
  const rows = [...section(text, 'What it makes visible').matchAll(ROW)];
  const visible = new Map(rows.map(([, label = '', cell = '']) => [label, cell]));
  return { text, blocks, visible };
}

/** Returns the text of a block: the one of this place among those of the language. */
export function block({ blocks }: Page, language: string, place = 0): string {
  const found = blocks.filter((one) => one.language === language)[place];
  if (!found) throw new Error(`The page has no block ${place + 1} of ${language || 'no language'}`);
  return found.text;
}

/** Returns a text with other texts in place of some, all of which must be there. */
export function replaced(text: string, others: Record<string, string>): string {
  return Object.entries(others).reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`${from} is not in: ${before}`);
    return before.replaceAll(from, () => to);
  }, text);
}

/** Returns the blocks below a heading of a page. */
export function blocksOf(page: string, title: string): Block[] {
  return [...section(page, title).matchAll(BLOCK)].map(
    ([, indent = '', language = '', lines = '']) => ({
      language,
      text: lines.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );
}

function section(text: string, title: string): string {
  const sections = text.split(/^#{2,3} /m);
  const found = sections.find((one) => one.startsWith(`${title}\n`));
  if (found === undefined) throw new Error(`The page has no section ${title}`);
  return found;
}
