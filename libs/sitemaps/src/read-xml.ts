import { SaxesParser } from 'saxes';
import {
  faultOf,
  IndexAddresses,
  LONGEST_TEXT,
  PageAddresses,
  type ReadSitemap,
  type SitemapFault,
  type TakePage,
} from './sitemap-file.js';
import type { Slices } from './slices.js';

/** The element of a sitemap around each address, by its root element. */
const ROOTS = new Map([
  ['urlset', { kind: 'pages', entry: 'url' }],
  ['sitemapindex', { kind: 'index', entry: 'sitemap' }],
] as const);
type Root = NonNullable<ReturnType<typeof ROOTS.get>>;

/** Sitemaps with images, videos and languages have four levels and a handful of attributes. */
const MOST_LEVELS = 32;
const MOST_ATTRIBUTES = 100;
/** So much is given to the parser at once. It goes on behind an error to the end of that. */
const PART_CHARACTERS = 4_096;

/** How most pages in HTML begin. In lower case it is no XML. */
const HTML = /^\s*<!doctype\s+html\b/i;

/** Where the text of an address stands: in <loc> of an entry of the root. */
const LEVEL_OF_ADDRESS = 3;

/**
 * Reads a sitemap or an index of sitemaps. Entities are those of XML itself, and no others.
 * Prefixes may be anything, but `loc` counts only with the prefix of the root: `image:loc` is no
 * page.
 */
export async function readXml(
  pieces: AsyncIterable<string>,
  { take, slices }: { take: TakePage; slices: Slices },
): Promise<ReadSitemap> {
  const reading = new Reading(take);
  for await (const piece of pieces) {
    if (!reading.root && HTML.test(piece)) return faultOf('no_sitemap', noSitemap('html'));
    for (let start = 0; start < piece.length; start += PART_CHARACTERS) {
      slices.do(() => reading.write(piece.slice(start, start + PART_CHARACTERS)));
      if (reading.fault) return reading.fault;
      if (slices.isOver) await slices.rest();
    }
  }
  return reading.end();
}

class Reading {
  root: Root | undefined;
  fault: SitemapFault | undefined;
  private readonly parser = new SaxesParser();
  private addresses: PageAddresses | IndexAddresses;
  private prefix = '';
  /** The names of the elements that are open, the root first. */
  private readonly open: string[] = [];
  private attributes = 0;
  /** The characters of the attributes of this element. The parser keeps them until it ends. */
  private attributeCharacters = 0;
  private text = '';
  /** How much the parser has read since it last told something, and so may keep. */
  private silent = 0;

  constructor(take: TakePage) {
    this.addresses = new PageAddresses(take);
    const { parser } = this;
    const told = () => (this.silent = 0);
    parser.on('error', ({ message }) => (this.fault ??= brokenXml(message)));
    parser.on('opentagstart', ({ name }) => (told(), this.begin(name)));
    parser.on('attribute', ({ name, value }) => (told(), this.countAttribute(name, value)));
    parser.on('opentag', told);
    parser.on('closetag', () => (told(), this.finish()));
    parser.on('text', (text) => (told(), this.take(text)));
    parser.on('cdata', (text) => (told(), this.take(text)));
    for (const event of ['comment', 'doctype', 'processinginstruction', 'xmldecl'] as const)
      parser.on(event, told);
  }

  write(part: string): void {
    this.silent += part.length;
    this.parser.write(part);
    if (this.silent > LONGEST_TEXT) this.fault ??= tooLong('a text, a tag or a comment has');
  }

  end(): ReadSitemap {
    this.parser.close();
    return this.fault ?? this.addresses.file();
  }

  private begin(name: string): void {
    if (this.open.length === 0) this.beginRoot(name);
    this.open.push(name);
    this.attributes = 0;
    this.attributeCharacters = 0;
    this.text = '';
    if (this.open.length > MOST_LEVELS)
      this.fault ??= brokenXml(`more than ${MOST_LEVELS} elements stand in each other`);
  }

  private beginRoot(name: string): void {
    const colon = name.indexOf(':');
    this.prefix = name.slice(0, colon + 1);
    this.root = ROOTS.get(name.slice(colon + 1) as 'urlset');
    if (!this.root) this.fault ??= faultOf('no_sitemap', noSitemap(name));
    if (this.root?.kind === 'index') this.addresses = new IndexAddresses();
  }

  private countAttribute(name: string, value: string): void {
    this.attributes += 1;
    this.attributeCharacters += name.length + value.length;
    if (this.attributeCharacters > LONGEST_TEXT)
      this.fault ??= tooLong('the attributes of an element have');
    if (this.attributes > MOST_ATTRIBUTES)
      this.fault ??= brokenXml(`an element has more than ${MOST_ATTRIBUTES} attributes`);
  }

  private take(text: string): void {
    if (!this.isAddress()) return;
    this.text += text;
    if (this.text.length > LONGEST_TEXT) this.fault ??= tooLong('an address has');
  }

  private finish(): void {
    if (this.isAddress() && !this.fault) {
      const address = this.text.trim();
      if (address !== '') this.addresses.add(address);
    }
    this.text = '';
    this.open.pop();
  }

  private isAddress(): boolean {
    const [, entry, loc] = this.open;
    return (
      this.open.length === LEVEL_OF_ADDRESS &&
      loc === `${this.prefix}loc` &&
      entry === `${this.prefix}${this.root?.entry}`
    );
  }
}

/** The parser begins its messages with line and column. */
function brokenXml(message: string): SitemapFault {
  const place = /^(\d+):(\d+): (.*?)\.?$/s.exec(message);
  const what = place ? ` at line ${place[1]}, column ${place[2]}: ${place[3]}` : `: ${message}`;
  // The parser looks for the end of an entity, if need be to the end of the file.
  const hint = /entity|unclosed tag: \S*loc\b/.test(message)
    ? ' In XML, a & in an address is written as &amp;.'
    : '';
  return faultOf('broken_xml', `The XML of the sitemap is broken${what}.${hint}`);
}

function tooLong(what: string): SitemapFault {
  return brokenXml(`${what} more than ${LONGEST_TEXT / 1024} KiB`);
}

function noSitemap(root: string): string {
  const html = root.toLowerCase() === 'html';
  const what = html ? 'a page in HTML' : `XML with the root element <${root.slice(0, 64)}>`;
  return `The file is no sitemap, but ${what}. A sitemap has <urlset> or <sitemapindex>.`;
}
