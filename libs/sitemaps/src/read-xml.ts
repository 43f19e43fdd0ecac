import { SaxesParser } from 'saxes';
import { Addresses, faultOf, type ReadSitemap, type SitemapFault } from './sitemap-file.js';

/** The element of a sitemap around each address, by its root element. */
const ROOTS = new Map([
  ['urlset', { kind: 'pages', entry: 'url' }],
  ['sitemapindex', { kind: 'index', entry: 'sitemap' }],
] as const);
type Root = NonNullable<ReturnType<typeof ROOTS.get>>;

/** Sitemaps with images, videos and languages have four levels and a handful of attributes. */
const MOST_LEVELS = 32;
const MOST_ATTRIBUTES = 100;

/** How most pages in HTML begin. In lower case it is no XML. */
const HTML = /^\s*<!doctype\s+html\b/i;

/** Where the text of an address stands: in <loc> of an entry of the root. */
const LEVEL_OF_ADDRESS = 3;

/**
 * Reads a sitemap or an index of sitemaps. Entities are those of XML itself, and no others.
 * Prefixes may be anything, but `loc` counts only with the prefix of the root: `image:loc` is no
 * page.
 */
export async function readXml(pieces: AsyncIterable<string>): Promise<ReadSitemap> {
  const reading = new Reading();
  for await (const piece of pieces) {
    if (!reading.root && HTML.test(piece)) return faultOf('no_sitemap', noSitemap('html'));
    reading.write(piece);
    if (reading.fault) return reading.fault;
  }
  reading.end();
  if (reading.fault) return reading.fault;
  const { root, addresses } = reading;
  return { kind: (root as Root).kind, addresses: addresses.kept, beyond: addresses.beyond };
}

class Reading {
  readonly addresses = new Addresses();
  root: Root | undefined;
  fault: SitemapFault | undefined;
  private readonly parser = new SaxesParser();
  private prefix = '';
  /** The names of the elements that are open, the root first. */
  private readonly open: string[] = [];
  private attributes = 0;
  private text = '';

  constructor() {
    this.parser.on('error', ({ message }) => (this.fault ??= brokenXml(message)));
    this.parser.on('opentagstart', ({ name }) => this.begin(name));
    this.parser.on('attribute', () => this.countAttribute());
    this.parser.on('closetag', () => this.finish());
    this.parser.on('text', (text) => this.take(text));
    this.parser.on('cdata', (text) => this.take(text));
  }

  write(piece: string): void {
    // In small parts, because the parser goes on behind an error to the end of what it is given.
    for (let start = 0; start < piece.length && !this.fault; start += 4_096)
      this.parser.write(piece.slice(start, start + 4_096));
  }

  end(): void {
    this.parser.close();
  }

  private begin(name: string): void {
    if (this.open.length === 0) this.beginRoot(name);
    this.open.push(name);
    this.attributes = 0;
    this.text = '';
    if (this.open.length > MOST_LEVELS)
      this.fault ??= brokenXml(`more than ${MOST_LEVELS} elements stand in each other`);
  }

  private beginRoot(name: string): void {
    const colon = name.indexOf(':');
    this.prefix = name.slice(0, colon + 1);
    this.root = ROOTS.get(name.slice(colon + 1) as 'urlset');
    if (!this.root) this.fault ??= faultOf('no_sitemap', noSitemap(name));
  }

  private countAttribute(): void {
    this.attributes += 1;
    if (this.attributes > MOST_ATTRIBUTES)
      this.fault ??= brokenXml(`an element has more than ${MOST_ATTRIBUTES} attributes`);
  }

  private take(text: string): void {
    if (this.isAddress()) this.text += text;
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

function noSitemap(root: string): string {
  const html = root.toLowerCase() === 'html';
  const what = html ? 'a page in HTML' : `XML with the root element <${root.slice(0, 64)}>`;
  return `The file is no sitemap, but ${what}. A sitemap has <urlset> or <sitemapindex>.`;
}
