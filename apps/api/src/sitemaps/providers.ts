import type { Provider } from '@nestjs/common';
import type { Config } from '@app/config';
import { fetchRulesOf } from '@app/guarded-http';
import { CoverageReader, type Pool, Sitemaps, WebsiteFetches } from '@app/storage';
import type { OwnedWebsites } from '../websites/owned-websites.js';
import { WebsiteSitemaps } from './website-sitemaps.js';

/** What keeps sitemaps, and reads which of their pages bots have read. */
export function sitemapProviders(
  { config, pools: { reports } }: { config: Config; pools: { reports: Pool } },
  websites: OwnedWebsites,
): Provider[] {
  const sitemaps = new Sitemaps(reports);
  const fetches = new WebsiteFetches(reports);
  const rules = fetchRulesOf(config);
  const own = new WebsiteSitemaps({ sitemaps, fetches, websites, rules });
  return [
    { provide: Sitemaps, useValue: sitemaps },
    { provide: WebsiteFetches, useValue: fetches },
    { provide: CoverageReader, useValue: new CoverageReader(reports) },
    { provide: WebsiteSitemaps, useValue: own },
  ];
}
