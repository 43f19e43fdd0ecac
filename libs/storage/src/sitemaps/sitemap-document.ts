import type { Sitemap } from '@app/contracts';
import { fetchDocument } from '../fetches/fetch-document.js';
import type { WebsiteFetchRow } from '../fetches/website-fetches.js';
import type { SitemapRow } from './sitemaps.js';

const NONE = { other_hosts: 0, no_addresses: 0, too_long: 0, beyond_bound: 0, files: 0 };

/** Returns what the API and commands tell of the sitemap of a website. */
export function sitemapDocument(
  row: SitemapRow | undefined,
  fetch: WebsiteFetchRow | undefined,
): Sitemap {
  const fetched = fetchDocument(fetch);
  return {
    source: row?.source ?? null,
    noted_at: row?.noted_at.toISOString() ?? null,
    pages: row?.pages ?? 0,
    files: row?.files ?? 0,
    addresses: row?.addresses ?? 0,
    left_out: { ...NONE, ...row?.left_out },
    fetch: fetched && { url: fetch?.url ?? null, ...fetched },
  };
}
