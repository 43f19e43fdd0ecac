import { MOST_ROBOTS_BYTES } from '@app/contracts';
import { get, type GetRules } from '@app/guarded-http';
import type { Logger, WorkerMetrics } from '@app/observability';
import { readRobots } from '@app/robots';
import { MOST_FILE_BYTES } from '@app/sitemaps';
import { type Pool, RobotsTexts, Sitemaps, WebsiteFetches } from '@app/storage';
import { fetchRobots } from './fetch-robots.js';
import { fetchSitemap } from './fetch-sitemap.js';
import { type MakeFetch, WebsiteFetchLoop } from './website-fetch-loop.js';

export interface WebsiteFetchParts {
  pool: Pool;
  rules: GetRules;
  metrics: Pick<WorkerMetrics, 'websiteFetches'>;
  logger: Logger;
}

/** For each of the two addresses that a robots.txt may have. */
const ROBOTS_MS = 30_000;
/** Twice that, and some moments for the database. */
const ROBOTS_LEASE_SECONDS = 120;
/** For all files of a website. */
const SITEMAP_MS = 120_000;
const SITEMAP_LEASE_SECONDS = 300;

const ROBOTS_TYPES = 'text/plain, */*;q=0.5';
const SITEMAP_TYPES = 'application/xml, text/xml, text/plain, */*;q=0.5';

/** Creates what fetches files of websites. */
export function createWebsiteFetches(parts: WebsiteFetchParts): WebsiteFetchLoop[] {
  const { pool, metrics, logger } = parts;
  const shared = { fetches: new WebsiteFetches(pool), metrics, logger };
  return [
    new WebsiteFetchLoop({
      ...shared,
      kind: 'robots',
      make: makeRobots(parts),
      atTheSameTime: 4,
      leaseSeconds: ROBOTS_LEASE_SECONDS,
    }),
    new WebsiteFetchLoop({
      ...shared,
      kind: 'sitemap',
      make: makeSitemap(parts),
      // A file may have 50 MiB.
      atTheSameTime: 1,
      leaseSeconds: SITEMAP_LEASE_SECONDS,
    }),
  ];
}

function makeRobots({ pool, rules }: WebsiteFetchParts): MakeFetch {
  const texts = new RobotsTexts(pool);
  return async (claimed, signal) => {
    const bounds = { mostBytes: MOST_ROBOTS_BYTES, timeoutMs: ROBOTS_MS, signal };
    const ask = (url: string) => get({ url, accept: ROBOTS_TYPES, ...bounds }, rules);
    const { text, ...result } = await fetchRobots(claimed, ask);
    if (text === undefined) return result;
    const keep = () =>
      texts.keep(claimed.website_id, { content: text, source: 'fetched', now: new Date() });
    return { ...result, keep };
  };
}

function makeSitemap({ pool, rules }: WebsiteFetchParts): MakeFetch {
  const texts = new RobotsTexts(pool);
  const sitemaps = new Sitemaps(pool);
  return async ({ website_id: id, account_id: accountId, domain, url }, signal) => {
    const [robots, elsewhere] = await Promise.all([
      texts.find(id),
      sitemaps.domainsBelow(accountId, domain),
    ]);
    const named = readRobots(robots?.content ?? '').sitemaps;
    const end = performance.now() + SITEMAP_MS;
    const ask = (address: string) => {
      const timeoutMs = Math.max(0, end - performance.now());
      const bounds = { mostBytes: MOST_FILE_BYTES, timeoutMs, signal };
      return get({ url: address, accept: SITEMAP_TYPES, ...bounds }, rules);
    };
    const { pages, ...result } = await fetchSitemap({ domain, url, named, elsewhere }, ask);
    if (!pages) return result;
    const keep = () => sitemaps.keep(id, { source: 'fetched', now: new Date(), ...pages });
    return { ...result, keep };
  };
}
