import type { FetchOutcome } from '@app/contracts';
import type { Got } from '@app/guarded-http';
import {
  MOST_FILE_BYTES,
  type PagesOfSitemap,
  readSitemap,
  type SitemapFaultReason,
  SitemapPages,
} from '@app/sitemaps';
import { type Ask, askWebsite, type FetchResult, resultOf } from './fetch-result.js';

export interface SitemapOrder {
  domain: string;
  /** Where the sitemap is, or null when it must be found. */
  url: string | null;
  /** The addresses that the robots.txt of the website names. */
  named: readonly string[];
  /** Domains that are websites of their own. */
  elsewhere: readonly string[];
}

/** Without pages, those of the last sitemap stay. */
export interface FetchedSitemap extends FetchResult {
  pages?: PagesOfSitemap & { files: number };
}

/** Of one website, with the index. Large shops have a few hundred. */
const MOST_FILES = 500;
/** Of all files together, before gzip is decompressed. */
const MOST_BYTES = 4 * MOST_FILE_BYTES;

/** What says that the website does not have a file. Everything else may be over tomorrow. */
const ABSENT: readonly FetchOutcome[] = ['unavailable', 'too_many_redirects', 'no_sitemap'];
const OUTCOMES: Record<SitemapFaultReason, FetchOutcome> = {
  empty: 'no_sitemap',
  no_sitemap: 'no_sitemap',
  too_large: 'too_long',
  broken_gzip: 'unreadable',
  broken_xml: 'unreadable',
};

/**
 * Fetches the sitemap of a website, with the files that an index names, one after the other. A file
 * that the website does not have is left out. When another one fails, the whole sitemap does:
 * otherwise pages would come and go.
 */
export async function fetchSitemap(order: SitemapOrder, ask: Ask): Promise<FetchedSitemap> {
  const { domain, url } = order;
  const fetching = new SitemapFetch(order, ask);
  const addresses = url === null ? [...new Set(order.named)] : [url];
  const first = () => askWebsite(domain, '/sitemap.xml', ask);
  const tops = addresses.length === 0 ? [first] : addresses.map((one) => () => ask(one));
  for (const top of tops) {
    const failure = await fetching.take(top, 'top');
    if (failure) return failure;
  }
  return fetching.result();
}

class SitemapFetch {
  private readonly pages: SitemapPages;
  private asked = 0;
  private bytes = 0;
  private files = 0;
  /** What came of the first file that was there, and of the first one that was not. */
  private there: FetchResult | undefined;
  private absent: FetchResult | undefined;

  constructor(
    { domain, elsewhere }: SitemapOrder,
    private readonly ask: Ask,
  ) {
    this.pages = new SitemapPages(domain, elsewhere);
  }

  /** Takes a file, and those that it names if it is an index. Returns why everything fails. */
  async take(
    askFile: () => Promise<Got>,
    level: 'top' | 'below',
  ): Promise<FetchResult | undefined> {
    if (this.asked >= MOST_FILES || this.pages.full) return undefined;
    this.asked += 1;
    const got = await askFile();
    const result = resultOf(got);
    if (got.kind !== 'answered' || result.outcome !== 'fetched') return this.leaveOut(result, got);
    this.bytes += got.body.length;
    if (got.isCut || this.bytes > MOST_BYTES) return { ...result, outcome: 'too_long' };
    const read = await readSitemap(got.body);
    if (read.kind === 'fault') return this.leaveOut({ ...result, outcome: OUTCOMES[read.reason] });
    // An index below an index is no sitemap: it could lead in circles.
    if (read.kind === 'index' && level === 'below')
      return this.leaveOut({ ...result, outcome: 'no_sitemap' });
    if (read.kind === 'index') return this.takeAll(read.addresses);
    this.there ??= result;
    this.files += 1;
    this.pages.add(read);
    return undefined;
  }

  result(): FetchedSitemap {
    const { there, absent, files, pages } = this;
    if (there) return { ...there, pages: { ...pages.result(), files } };
    return absent ?? { outcome: 'no_sitemap', status: null };
  }

  private async takeAll(addresses: readonly string[]): Promise<FetchResult | undefined> {
    for (const url of new Set(addresses)) {
      const failure = await this.take(() => this.ask(url), 'below');
      if (failure) return failure;
    }
    return undefined;
  }

  /** Returns the result when it is a failure, and not only a file that is not there. */
  private leaveOut(result: FetchResult, got?: Got): FetchResult | undefined {
    // What an index names may be no address.
    if (!ABSENT.includes(result.outcome) && got?.kind !== 'bad_url') return result;
    this.absent ??= result;
    return undefined;
  }
}
