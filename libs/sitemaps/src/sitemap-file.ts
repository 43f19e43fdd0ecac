/** The most addresses of a file. The protocol's bound, which holds for every kind of file. */
export const MOST_ADDRESSES = 50_000;
/** The most characters of an address, of a line, and of whatever stands between two signs of XML. */
export const LONGEST_TEXT = 64 * 1024;
/** The most characters of the addresses of an index that are kept. */
const MOST_INDEX_CHARACTERS = 1024 * 1024;

/** A file that could be read. */
export type SitemapFile =
  | {
      kind: 'pages';
      /** How many addresses of pages it gave: the first 50,000. */
      addresses: number;
      /** How many addresses more the file has. */
      beyond: number;
    }
  | {
      kind: 'index';
      /** The addresses of further sitemaps, without white space around them, as far as they are kept. */
      addresses: string[];
      beyond: number;
    };

/**
 * Why a file is no sitemap. `empty`: it has nothing but white space. `too_large`: it has more than
 * 50 MiB. `broken_gzip`, `broken_xml`, `broken_text`: it cannot be read to its end. `no_sitemap`: it
 * is something else, most often a page in HTML; none of its addresses has been given then.
 */
export type SitemapFaultReason =
  'empty' | 'too_large' | 'broken_gzip' | 'broken_xml' | 'broken_text' | 'no_sitemap';

export interface SitemapFault {
  kind: 'fault';
  reason: SitemapFaultReason;
  /** A sentence for whoever gave the file. */
  message: string;
}

export type ReadSitemap = SitemapFile | SitemapFault;

/** Gets the address of each page as it is read, without white space around it. */
export type TakePage = (address: string) => void;

/** Waits until more may be computed. */
export type Rest = () => Promise<void>;

export function faultOf(reason: SitemapFaultReason, message: string): SitemapFault {
  return { kind: 'fault', reason, message };
}

/** Gives the first addresses of pages of a file, and counts the others. */
export class PageAddresses {
  given = 0;
  beyond = 0;

  constructor(private readonly take: TakePage) {}

  add(address: string): void {
    if (this.given >= MOST_ADDRESSES) this.beyond += 1;
    else {
      this.given += 1;
      this.take(address);
    }
  }

  file(): SitemapFile {
    return { kind: 'pages', addresses: this.given, beyond: this.beyond };
  }
}

/** Keeps the first addresses of an index, and counts the others. */
export class IndexAddresses {
  private readonly kept: string[] = [];
  private characters = 0;
  private beyond = 0;

  add(address: string): void {
    this.characters += address.length;
    const hasRoom = this.kept.length < MOST_ADDRESSES && this.characters <= MOST_INDEX_CHARACTERS;
    if (hasRoom) this.kept.push(textAlone(address));
    else this.beyond += 1;
  }

  file(): SitemapFile {
    return { kind: 'index', addresses: this.kept, beyond: this.beyond };
  }
}

/**
 * Returns the same text in memory of its own. A part of a text refers to the whole one in V8, so a
 * short text that is kept would keep everything that was read together with it.
 */
export function textAlone(text: string): string {
  return Buffer.from(text).toString();
}
