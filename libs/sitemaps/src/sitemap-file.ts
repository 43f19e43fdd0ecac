/** The most addresses of a file. The protocol's bound, which holds for every kind of file. */
export const MOST_ADDRESSES = 50_000;

/** A file that could be read. */
export interface SitemapFile {
  /** `index`: its addresses are those of further sitemaps. */
  kind: 'pages' | 'index';
  /** As they are written in the file, without white space around them: the first 50,000. */
  addresses: string[];
  /** How many addresses more the file has. */
  beyond: number;
}

/**
 * Why a file is no sitemap. `empty`: it has nothing but white space. `too_large`: it has more than
 * 50 MiB. `broken_gzip`, `broken_xml`: it cannot be read to its end. `no_sitemap`: it is something
 * else, most often a page in HTML.
 */
export type SitemapFaultReason =
  'empty' | 'too_large' | 'broken_gzip' | 'broken_xml' | 'no_sitemap';

export interface SitemapFault {
  kind: 'fault';
  reason: SitemapFaultReason;
  /** A sentence for whoever gave the file. */
  message: string;
}

export type ReadSitemap = SitemapFile | SitemapFault;

export function faultOf(reason: SitemapFaultReason, message: string): SitemapFault {
  return { kind: 'fault', reason, message };
}

/** Keeps the first addresses of a file and counts the others. */
export class Addresses {
  readonly kept: string[] = [];
  beyond = 0;

  add(address: string): void {
    if (this.kept.length < MOST_ADDRESSES) this.kept.push(address);
    else this.beyond += 1;
  }
}
