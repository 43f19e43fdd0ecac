import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withAddress } from './address.js';

/** The pages about feeds. The build puts them beside the compiled files, at the same distance. */
const PAGES = join(import.meta.dirname, '../../../docs/feeds');

/** How a sender is set up. */
export interface Guide {
  /** Name of the sender, as an operator types it. */
  sender: string;
  /** Name of the sender, as its makers write it. */
  title: string;
  /** File in `docs/feeds`. */
  page: string;
  /** Last part of the address to which it sends, as the report of feeds names it. */
  feed: string;
  /** Markdown. */
  text: string;
}

/** Stands where the key belongs. */
export const KEY_PLACE = '$BOT_KEY';

const PART = /^<!-- setup: ([a-z0-9 -]+?) -->\n([^]*?)^<!-- end of setup -->$/gm;
const TITLE = /^# (.*)$/m;
const HEADING = /^#{1,3} (.*)$/gm;
const FENCE = /^\s*```/;
const LINK = /\[([^[\]]+)\]\([^)]*\)/g;
/** Only OpenTelemetry has an address that does not end with the name of its feed. */
const ADDRESS = /\/api\/v1\/logs\/([a-z]+)/;
const FEED_WITHOUT_NAME = 'otlp';

/** Reads the guides of all pages, in the order of their senders. */
export function readGuides(): Guide[] {
  return readdirSync(PAGES)
    .filter((page) => page.endsWith('.md'))
    .flatMap((page) => guidesIn(page, readFileSync(join(PAGES, page), 'utf8')))
    .sort((one, other) => one.sender.localeCompare(other.sender));
}

/**
 * Returns the guides of one page. A guide has the parts of the page that stand between two comments
 * of which the first names its sender, or several senders. Its title is that of the page or, where a
 * page has several senders, the heading above its last part.
 */
export function guidesIn(page: string, markdown: string): Guide[] {
  const found = new Map<string, { title: string; parts: string[] }>();
  for (const { 1: senders = '', 2: text = '', index } of markdown.matchAll(PART)) {
    const title = [...markdown.slice(0, index).matchAll(HEADING)].at(-1)?.[1] ?? '';
    for (const sender of senders.split(' '))
      found.set(sender, { title, parts: [...(found.get(sender)?.parts ?? []), text.trim()] });
  }
  const titleOfPage = found.size === 1 ? TITLE.exec(markdown)?.[1] : undefined;
  return Array.from(found, ([sender, { title, parts }]) => {
    const text = parts.join('\n\n');
    const feed = ADDRESS.exec(text)?.[1] ?? FEED_WITHOUT_NAME;
    return { sender, title: titleOfPage ?? title, page, feed, text };
  });
}

export interface OwnValues {
  /** Address of the service, without a slash at its end. */
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
    return inBlock ? line : withoutLinks(line).replaceAll('**', '').replaceAll('`', '');
  });
  const whole = lines.filter((line) => line !== undefined).join('\n');
  return withAddress(whole, url).replaceAll(KEY_PLACE, key);
}

/** Returns Markdown with the words of its links only: their addresses are files of the repository. */
export const withoutLinks = (markdown: string): string => markdown.replace(LINK, '$1');
