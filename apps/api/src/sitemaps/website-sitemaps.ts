import type { KeyHolder } from '@app/access';
import type { Sitemap, SitemapInput } from '@app/contracts';
import { type AddressRules, judgeFetchUrl } from '@app/guarded-http';
import { readSitemap, SitemapPages, takeAddresses, type TakePage } from '@app/sitemaps';
import { sitemapDocument, type Sitemaps, type WebsiteFetches } from '@app/storage';
import { ApiError } from '../http/api-error.js';
import type { OwnedWebsites } from '../websites/owned-websites.js';

export interface SitemapDependencies {
  sitemaps: Sitemaps;
  fetches: WebsiteFetches;
  websites: OwnedWebsites;
  /** Which addresses may be fetched. */
  rules: AddressRules;
}

/** The sitemaps of the websites of an account. */
export class WebsiteSitemaps {
  constructor(private readonly dependencies: SitemapDependencies) {}

  /** @throws ApiError NOT_FOUND */
  async show(caller: KeyHolder, publicId: string): Promise<Sitemap> {
    const { sitemaps, fetches, websites } = this.dependencies;
    const { id } = await websites.find(caller, publicId);
    // Pages are written before what came of the fetch: whoever reads `fetched` reads them, too.
    const fetch = await fetches.find(id, 'sitemap');
    return sitemapDocument(await sitemaps.find(id), fetch);
  }

  /** @throws ApiError NOT_FOUND, VALIDATION_ERROR */
  async set(caller: KeyHolder, publicId: string, input: SitemapInput, now: Date): Promise<void> {
    const { sitemaps, fetches, websites } = this.dependencies;
    const website = await websites.find(caller, publicId);
    if (input.fetch) {
      await fetches.switchOn(website.id, 'sitemap', await this.judged(input.url));
      return;
    }
    const below = await sitemaps.domainsBelow(website.account_id, website.domain);
    const pages = new SitemapPages(website.domain, below);
    const take = (address: string) => pages.take(address);
    if (input.addresses) await takeAddresses(input.addresses, { take });
    else pages.countBeyond(await readGiven(input.text ?? '', take));
    await fetches.switchOff(website.id, 'sitemap');
    await sitemaps.keep(website.id, { ...pages.result(), source: 'given', now, files: 1 });
  }

  /** @throws ApiError NOT_FOUND */
  async delete(caller: KeyHolder, publicId: string): Promise<void> {
    const { sitemaps, fetches, websites } = this.dependencies;
    const { id } = await websites.find(caller, publicId);
    await fetches.switchOff(id, 'sitemap');
    await sitemaps.remove(id);
  }

  private async judged(url: string | null | undefined): Promise<string | null> {
    if (url === undefined || url === null) return null;
    const judged = await judgeFetchUrl(url, this.dependencies.rules);
    if (judged.kind === 'accepted') return judged.url;
    throw new ApiError('VALIDATION_ERROR', `url ${judged.fault}`);
  }
}

/**
 * Gives the addresses of a text, and returns how many more it has.
 *
 * @throws ApiError VALIDATION_ERROR when the text is no sitemap, or an index of sitemaps
 */
async function readGiven(text: string, take: TakePage): Promise<number> {
  const file = await readSitemap(Buffer.from(text), { take });
  if (file.kind === 'pages') return file.beyond;
  throw new ApiError(
    'VALIDATION_ERROR',
    file.kind === 'fault'
      ? `text must be a sitemap. ${file.message}`
      : 'text must be a sitemap, and not an index of sitemaps: send the addresses of those that it lists, or let them be fetched with {"fetch": true}',
  );
}
