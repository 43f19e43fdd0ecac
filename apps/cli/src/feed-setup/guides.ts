import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The pages about feeds. The build puts them beside the compiled files, at the same distance. */
const PAGES = join(import.meta.dirname, '../../../../docs/feeds');

/** How a sender is set up. */
export interface Guide {
  /** Name of the sender, as an operator types it. */
  sender: string;
  /** File in `docs/feeds`. */
  page: string;
  /** Markdown. */
  text: string;
}

/** What the pages have in place of an operator's own values. */
const EXAMPLE_URL = 'https://logs.example.com';
const EXAMPLE_HOST = 'logs.example.com';
const EXAMPLE_KEY = '$BOT_KEY';

const PART = /^<!-- setup: ([a-z0-9 -]+?) -->\n([^]*?)^<!-- end of setup -->$/gm;
const FENCE = /^\s*```/;
const LINK = /\[([^\]]+)\]\([^)]*\)/g;

/** Reads the guides of all pages, in the order of their senders. */
export function readGuides(): Guide[] {
  return readdirSync(PAGES)
    .filter((page) => page.endsWith('.md'))
    .flatMap((page) => guidesIn(page, readFileSync(join(PAGES, page), 'utf8')))
    .sort((one, other) => one.sender.localeCompare(other.sender));
}

/**
 * Returns the guides of one page. A guide has the parts of the page that stand between two comments
 * of which the first names its sender, or several senders.
 */
export function guidesIn(page: string, markdown: string): Guide[] {
  const texts = new Map<string, string[]>();
  for (const [, senders = '', text = ''] of markdown.matchAll(PART)) {
    for (const sender of senders.split(' '))
      texts.set(sender, [...(texts.get(sender) ?? []), text.trim()]);
  }
  return Array.from(texts, ([sender, parts]) => ({ sender, page, text: parts.join('\n\n') }));
}

export interface OwnValues {
  /** Public address of the service, without a slash at its end. */
  url: string;
  key: string;
}

/** Returns a guide as text for a terminal, with the operator's own address and key. */
export function fillIn({ text }: Guide, { url, key }: OwnValues): string {
  let inBlock = false;
  const lines = text.split('\n').map((line) => {
    if (FENCE.test(line)) {
      inBlock = !inBlock;
      return undefined;
    }
    return inBlock ? line : line.replace(LINK, '$1').replaceAll('**', '').replaceAll('`', '');
  });
  return lines
    .filter((line) => line !== undefined)
    .join('\n')
    .replaceAll(EXAMPLE_URL, url)
    .replaceAll(EXAMPLE_HOST, new URL(url).hostname)
    .replaceAll(EXAMPLE_KEY, key);
}
