import { get, type GetRules } from '@app/guarded-http';
import type { Logger, WorkerMetrics } from '@app/observability';
import { MOST_ROBOTS_BYTES } from '@app/contracts';
import { RobotsTexts, WebsiteFetches, type Pool } from '@app/storage';
import { fetchRobots } from './fetch-robots.js';
import { type MakeFetch, WebsiteFetchLoop } from './website-fetch-loop.js';

export interface WebsiteFetchParts {
  pool: Pool;
  rules: GetRules;
  metrics: Pick<WorkerMetrics, 'websiteFetches'>;
  logger: Logger;
  lookMs?: number | undefined;
}

/** For each of the two addresses that a robots.txt may have. */
const ROBOTS_MS = 30_000;
/** Twice that, and some moments for the database. */
const ROBOTS_LEASE_SECONDS = 120;

/** Creates what fetches files of websites. */
export function createWebsiteFetches(parts: WebsiteFetchParts): WebsiteFetchLoop[] {
  const { pool, metrics, logger, lookMs } = parts;
  const shared = { fetches: new WebsiteFetches(pool), metrics, logger, ...(lookMs && { lookMs }) };
  return [
    new WebsiteFetchLoop({
      ...shared,
      kind: 'robots',
      make: makeRobots(parts),
      atTheSameTime: 4,
      leaseSeconds: ROBOTS_LEASE_SECONDS,
    }),
  ];
}

function makeRobots({ pool, rules }: WebsiteFetchParts): MakeFetch {
  const texts = new RobotsTexts(pool);
  return async (claimed, signal) => {
    const bounds = { mostBytes: MOST_ROBOTS_BYTES, timeoutMs: ROBOTS_MS, signal };
    const ask = (url: string) => get({ url, accept: 'text/plain, */*;q=0.5', ...bounds }, rules);
    const { text, ...result } = await fetchRobots(claimed, ask);
    if (text === undefined) return result;
    const keep = () =>
      texts.keep(claimed.website_id, { content: text, source: 'fetched', now: new Date() });
    return { ...result, keep };
  };
}
