import type { FetchOutcome } from '@app/contracts';
import type { Got, ReadPieces } from '@app/guarded-http';
import {
  MOST_FILE_BYTES,
  type PagesOfSitemap,
  type ReadSitemap,
  readSitemap,
  type Rest,
  type SitemapFaultReason,
  SitemapPages,
} from '@app/sitemaps';
import { askWebsite, type FetchResult, resultOf } from './fetch-result.js';

export interface SitemapOrder {
  domain: string;
  /** Where the sitemap is, or null when it must be found. */
  url: string | null;
  /** The addresses that the robots.txt of the website names. */
  named: readonly string[];
  /** Domains that are websites of their own. */
  elsewhere: readonly string[];
}

/** Asks for a file, and reads it as it comes. */
export type AskForSitemap = (
  url: string,
  read: ReadPieces<ReadSitemap>,
) => Promise<Got<ReadSitemap>>;

/** Without pages, those of the last sitemap stay. */
export interface FetchedSitemap extends FetchResult {
  pages?: PagesOfSitemap & { files: number };
}

/** Of one website, with the index. Large shops have a few hundred. */
const MOST_FILES = 500;
/** Of all files together, decompressed. */
const MOST_BYTES = 4 * MOST_FILE_BYTES;
/** All files together have more. */
class TooMuch extends Error {}

/** What says that the website does not have a file. Everything else may be over tomorrow. */
const ABSENT: readonly FetchOutcome[] = ['unavailable', 'too_many_redirects', 'no_sitemap'];
const OUTCOMES: Record<SitemapFaultReason, FetchOutcome> = {
  empty: 'no_sitemap',
  no_sitemap: 'no_sitemap',
  too_large: 'too_long',
  broken_gzip: 'unreadable',
  broken_xml: 'unreadable',
  broken_text: 'unreadable',
};

/**
 * Fetches the sitemap of a website, with the files that an index names, one after the other. Of a
 * file, only the paths of its pages are kept. A file
 * that the website does not have is left out. When another one fails, the whole sitemap does:
 * otherwise pages would come and go.
 */
export async function fetchSitemap(
  order: SitemapOrder,
  ask: AskForSitemap,
  rest?: Rest,
): Promise<FetchedSitemap> {
  const { domain, url } = order;
  const fetching = new SitemapFetch(order, ask, rest);
  const addresses = url === null ? [...new Set(order.named)] : [url];
  const first: AskFile = (read) => askWebsite(domain, '/sitemap.xml', (one) => ask(one, read));
  const tops: AskFile[] = addresses.map((one) => (read) => ask(one, read));
  for (const top of tops.length === 0 ? [first] : tops) {
    const failure = await fetching.take(top, 'top');
    if (failure) return failure;
  }
  return fetching.result();
}

type AskFile = (read: ReadPieces<ReadSitemap>) => Promise<Got<ReadSitemap>>;

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
    private readonly ask: AskForSitemap,
    private readonly rest?: Rest,
  ) {
    this.pages = new SitemapPages(domain, elsewhere);
  }

  /** Takes a file, and those that it names if it is an index. Returns why everything fails. */
  async take(askFile: AskFile, level: 'top' | 'below'): Promise<FetchResult | undefined> {
    if (this.asked >= MOST_FILES || this.pages.full) {
      this.pages.leaveFiles(1);
      return undefined;
    }
    this.asked += 1;
    const got = await this.reading(askFile);
    if (got === 'too_much') return { outcome: 'too_long', status: null };
    const result = resultOf(got);
    if (got.kind !== 'answered' || result.outcome !== 'fetched') return this.leaveOut(result, got);
    if (got.isCut) return { ...result, outcome: 'too_long' };
    const read = got.body;
    if (read.kind === 'fault') return this.leaveOut({ ...result, outcome: OUTCOMES[read.reason] });
    // An index below an index is no sitemap: it could lead in circles.
    if (read.kind === 'index' && level === 'below')
      return this.leaveOut({ ...result, outcome: 'no_sitemap' });
    if (read.kind === 'index') return this.takeAll(read);
    this.there ??= result;
    this.files += 1;
    this.pages.countBeyond(read.beyond);
    return undefined;
  }

  result(): FetchedSitemap {
    const { there, absent, files, pages } = this;
    if (there) return { ...there, pages: { ...pages.result(), files } };
    return absent ?? { outcome: 'no_sitemap', status: null };
  }

  private async reading(askFile: AskFile): Promise<Got<ReadSitemap> | 'too_much'> {
    const take = (address: string) => this.pages.take(address);
    const count = (bytes: number) => this.count(bytes);
    const reading = { take, count, ...(this.rest && { rest: this.rest }) };
    try {
      return await askFile((pieces) => readSitemap(pieces, reading));
    } catch (error) {
      if (error instanceof TooMuch) return 'too_much';
      throw error;
    }
  }

  /** @throws TooMuch */
  private count(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes > MOST_BYTES) throw new TooMuch('The files have too many bytes');
  }

  private async takeAll({
    addresses,
    beyond,
  }: {
    addresses: readonly string[];
    beyond: number;
  }): Promise<FetchResult | undefined> {
    this.pages.leaveFiles(beyond);
    for (const url of new Set(addresses)) {
      const failure = await this.take((read) => this.ask(url, read), 'below');
      if (failure) return failure;
    }
    return undefined;
  }

  /** Returns the result when it is a failure, and not only a file that is not there. */
  private leaveOut(result: FetchResult, got?: Got<unknown>): FetchResult | undefined {
    // What an index names may be no address.
    if (!ABSENT.includes(result.outcome) && got?.kind !== 'bad_url') return result;
    this.absent ??= result;
    return undefined;
  }
}
