import { type Visit } from '@app/testing';
// Visits that look like those of four websites, the same in every run, because they are drawn from
// hashes of their number.
import { createKey, newPublicId } from '@app/access';
import { BOT_REGISTRY, classify, REGISTRY_VERSION } from '@app/classification';
import { createLogger } from '@app/observability';
import { Accounts, createPool, Keys, type Pool, upsertBots, type WebsiteRow } from '@app/storage';
import { query } from '../support/servers/postgres.js';
import { BOTS, BROWSERS, REFERERS } from './drawn/shapes.js';

/** An account whose websites have millions of visits. */
export interface TrafficWorld {
  accountId: number;
  websites: WebsiteRow[];
  apiKey: string;
}

/** A path of a website in the dictionary. */
export interface Page {
  id: number;
  path: string;
}

export const DAY_MS = 86_400_000;
export const PATHS = 5_000;

/** The kinds of bots that visit most, in this order. */
const FREQUENT = [
  'search_engine',
  'ai_training',
  'seo',
  'ai_search',
  'unidentified',
  'ai_assistant',
  'monitoring',
  'disguised',
  'social_preview',
  'http_client',
  'ai_data_provider',
  'ai_agent',
  'feed_fetcher',
  'security_scanner',
  'advertising',
];

/** Returns bots by rank: one of each frequent kind in turn. */
export function rankedBots(): { id: number; provider: string; userAgent: string }[] {
  const kinds = FREQUENT.map((kind) => BOT_REGISTRY.filter((bot) => bot.category === kind));
  const ranked: (typeof BOT_REGISTRY)[number][] = [];
  for (let turn = 0; ranked.length < BOTS; turn++) {
    for (const kind of kinds) ranked.push(...kind.slice(turn, turn + 1));
  }
  return ranked.slice(0, BOTS).map(({ id, provider, examples }) => ({
    id,
    provider,
    userAgent: examples[0] ?? '',
  }));
}

export const pathOf = (rank: number) => `/section-${rank % 37}/article-about-topic-${rank}`;

/**
 * Creates an account with four websites, a key for its reports, the registry and the dictionary of
 * pages.
 */
export async function createWorld(url: string, paths = PATHS): Promise<TrafficWorld> {
  const logger = createLogger('bench', 'warn');
  const pool = createPool({ url, max: 2, name: 'bench', statementTimeoutMs: 60_000, logger });
  try {
    await upsertBots(pool, BOT_REGISTRY, REGISTRY_VERSION);
    const accounts = new Accounts(pool);
    const account = await accounts.createAccount({
      publicId: newPublicId('account'),
      name: 'bench',
      plan: 'enterprise',
      apiRequestsPerMinute: 1_000_000,
    });
    const websites: WebsiteRow[] = [];
    for (const domain of ['one.example', 'two.example', 'three.example', 'four.example']) {
      const ids = { publicId: newPublicId('website'), trackingId: newPublicId('tracking') };
      const website = await accounts.createWebsite({ accountId: account.id, ...ids, domain });
      if (website) websites.push(website);
    }
    const order = { accountId: account.id, websiteId: null, kind: 'api', name: 'bench' } as const;
    const key = await createKey(new Keys(pool), order);
    await fillDictionaries(pool, paths);
    return { accountId: account.id, websites, apiKey: key.value };
  } finally {
    await pool.end();
  }
}

async function fillDictionaries(pool: Pool, count: number): Promise<void> {
  const bots = rankedBots();
  const paths = Array.from({ length: count }, (_, index) => pathOf(index + 1));
  await pool.query(
    'CREATE TABLE bench_agents (rank integer PRIMARY KEY, bot_id integer, user_agent text, browser text, os text, device text)',
  );
  const clients = BROWSERS.map((userAgent) => {
    const verdict = classify(userAgent);
    return verdict.kind === 'human' ? verdict.client : undefined;
  });
  await pool.query(
    `INSERT INTO bench_agents
     SELECT * FROM unnest($1::integer[], $2::integer[], $3::text[], $4::text[], $5::text[], $6::text[])`,
    [
      [...bots.map((_, index) => index + 1), ...BROWSERS.map((_, index) => -index - 1)],
      [...bots.map(({ id }) => id), ...BROWSERS.map(() => 0)],
      [...bots.map(({ userAgent }) => userAgent), ...BROWSERS],
      ...(['browser', 'os', 'device'] as const).map((name) => [
        ...bots.map(() => null),
        ...clients.map((client) => client?.[name]),
      ]),
    ],
  );
  await pool.query(
    `INSERT INTO pages (website_id, id, path)
     SELECT w.id, p.rank, p.path FROM websites w, unnest($1::text[]) WITH ORDINALITY AS p (path, rank)
     ORDER BY w.id, p.rank`,
    [paths],
  );
  await pool.query(
    `CREATE TABLE bench_pages AS
     SELECT p.website_id, u.rank::integer AS rank, p.id, p.path
     FROM unnest($1::text[]) WITH ORDINALITY AS u (path, rank) JOIN pages p USING (path)`.replace(
      '$1',
      `ARRAY[${paths.map((path) => `'${path}'`).join()}]`,
    ),
  );
  await pool.query(FILL_CLIENTS);
  await pool.query(FILL_REFERERS, [
    REFERERS.map(({ referer }) => referer),
    REFERERS.map(({ referralSource }) => referralSource),
  ]);
  await pool.query('ANALYZE bench_agents, bench_pages, pages, clients, referers, bench_clients');
}

/**
 * The numbers of clients by website and rank, and those that the dictionary gives next. Bots without
 * an example have the same user agent, so they are the same client.
 */
const FILL_CLIENTS = `
CREATE TABLE bench_clients AS
SELECT w.id AS website_id, a.rank,
  dense_rank() OVER (PARTITION BY w.id ORDER BY a.user_agent, a.browser, a.os, a.device)::integer AS id
FROM websites w, bench_agents a;
INSERT INTO clients (website_id, id, key, method, host, user_agent, browser, os, device)
SELECT DISTINCT website_id, c.id, text_key('GET', 'www.' || domain, user_agent, browser, os, device), 'GET', 'www.' || domain,
  user_agent, browser, os, device
FROM bench_clients c JOIN bench_agents a USING (rank) JOIN websites w ON w.id = website_id;
INSERT INTO hosts (website_id, id, host) SELECT id, 1, 'www.' || domain FROM websites;
INSERT INTO dictionary_numbers (website_id, last_client, last_referer, last_host)
SELECT website_id, max(id), ${REFERERS.length}, 1 FROM bench_clients GROUP BY 1`;

const FILL_REFERERS = `
INSERT INTO referers (website_id, id, key, referer, source)
SELECT w.id, r.id, text_key(r.referer, r.source), r.referer, r.source
FROM websites w, unnest($1::text[], $2::text[]) WITH ORDINALITY AS r (referer, source, id)`;

/** Upper bounds of the shares of the first three websites: 50, 30, 15 and 5 %. */
export const FOUR_WEBSITES = [0.5, 0.8, 0.95];
/** All visits are on the first website. */
export const ONE_WEBSITE = [2, 2, 2];

/** Returns the pages of each website by its id, in the order of their rank. */
export async function readPages(url: string): Promise<Map<number, Page[]>> {
  const rows = await query<{ website_id: number } & Page>(
    url,
    'SELECT website_id, id::float8 AS id, path FROM bench_pages ORDER BY website_id, rank',
  );
  const pages = new Map<number, Page[]>();
  for (const { website_id: website, ...page } of rows) {
    const own = pages.get(website) ?? [];
    pages.set(website, own);
    own.push(page);
  }
  return pages;
}

/** Returns a visit as the worker would write it, by a person unless a bot is named. */
export function aVisit(
  time: number,
  websiteId: number,
  page: Page,
  bot?: { id: number; userAgent: string },
): Visit {
  return {
    time,
    websiteId,
    botId: bot?.id ?? 0,
    statusCode: 200,
    pageId: page.id,
    method: 'GET',
    host: 'www.one.example',
    path: page.path,
    ip: '192.0.2.0',
    userAgent:
      bot?.userAgent ?? 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    browser: bot ? null : 'Firefox',
    os: bot ? null : 'Linux',
    device: bot ? null : 'desktop',
    referer: null,
    verification: 'not_checked',
    referralSource: null,
    country: null,
  };
}
