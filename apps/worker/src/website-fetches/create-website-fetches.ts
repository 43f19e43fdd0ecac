import { MOST_ROBOTS_BYTES } from '@app/contracts';
import { get, getPieces, type GetRules } from '@app/guarded-http';
import type { Logger, WorkerMetrics } from '@app/observability';
import { readRobots } from '@app/robots';
import { MOST_FILE_BYTES } from '@app/sitemaps';
import { type Pool, RobotsTexts, Sitemaps, WebsiteFetches } from '@app/storage';
import { fetchRobots } from './fetch-robots.js';
import { type AskForSitemap, fetchSitemap } from './fetch-sitemap.js';
import { ReadingTurns } from './reading-turns.js';
import { type MakeFetch, WebsiteFetchLoop } from './website-fetch-loop.js';

export interface WebsiteFetchParts {
  pool: Pool;
  rules: GetRules;
  metrics: Pick<WorkerMetrics, 'websiteFetches'>;
  logger: Logger;
}

/** For each of the two addresses that a robots.txt may have. */
const ROBOTS_MS = 30_000;
/** For all files of a website, with their reading. */
const SITEMAP_MS = 120_000;
/** Of both kinds together, and in all workers: two slow websites must not keep an account waiting. */
const OF_AN_ACCOUNT = 2;

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
      ofAnAccount: OF_AN_ACCOUNT,
      mostSeconds: (2 * ROBOTS_MS) / 1_000,
    }),
    new WebsiteFetchLoop({
      ...shared,
      kind: 'sitemap',
      make: makeSitemap(parts),
      // Each of them may keep 8 MiB of paths.
      atTheSameTime: 6,
      ofAnAccount: OF_AN_ACCOUNT,
      mostSeconds: SITEMAP_MS / 1_000,
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
  const { rest } = new ReadingTurns();
  return async ({ website_id: id, account_id: accountId, domain, url }, signal) => {
    const [robots, elsewhere] = await Promise.all([
      texts.find(id),
      sitemaps.domainsBelow(accountId, domain),
    ]);
    const named = readRobots(robots?.content ?? '').sitemaps;
    const end = performance.now() + SITEMAP_MS;
    const ask: AskForSitemap = (address, read) => {
      const timeoutMs = Math.max(0, end - performance.now());
      const bounds = { mostBytes: MOST_FILE_BYTES, timeoutMs, signal };
      return getPieces({ url: address, accept: SITEMAP_TYPES, ...bounds }, rules, read);
    };
    const { pages, ...result } = await fetchSitemap({ domain, url, named, elsewhere }, ask, rest);
    if (!pages) return result;
    const keep = () => sitemaps.keep(id, { source: 'fetched', now: new Date(), ...pages });
    return { ...result, keep };
  };
}
