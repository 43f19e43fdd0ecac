import { type Visit } from '@app/testing';
// Visits that look like those of four websites, the same in every run, because they are drawn from
// hashes of their number.
import { createKey, newPublicId } from '@app/access';
import { BOT_REGISTRY, classify, REGISTRY_VERSION } from '@app/classification';
import { createLogger } from '@app/observability';
import { Accounts, createPool, Keys, type Pool, upsertBots, type WebsiteRow } from '@app/storage';
import type pg from 'pg';
import { query } from '../support/servers/postgres.js';

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
const BOTS = 60;

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

export const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0',
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
  await pool.query(FILL_REFERERS);
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
INSERT INTO dictionary_numbers (website_id, last_client, last_referer)
SELECT website_id, max(id), 3 FROM bench_clients GROUP BY 1`;

const FILL_REFERERS = `
INSERT INTO referers (website_id, id, key, referer, source)
SELECT w.id, r.id, text_key(r.referer, r.source), r.referer, r.source
FROM websites w, (VALUES (1, 'https://www.google.com/', NULL), (2, 'https://chatgpt.com/', 'ChatGPT'),
  (3, 'https://www.perplexity.ai/', 'Perplexity')) AS r (id, referer, source)`;

// A hash gives three draws of 20 bits. Ranks follow Zipf's law: rank = n to the power of a uniform
// draw. 55 % of the visits are by people. About half of the others are verified, and 2 % spoofed. $5
// has the upper bounds of the websites' shares, $7 the number of paths.
const INSERT_VISITS = `
WITH hashes AS (
  SELECT i, hashint8extended(i, 1) AS a, hashint8extended(i, 2) AS b, hashint8extended(i, 3) AS c
  FROM generate_series($1::bigint, $2::bigint) i
), draws AS (
  SELECT i,
    (a & 1048575) / 1048576.0::float8 AS site, (a >> 20 & 1048575) / 1048576.0::float8 AS kind,
    (a >> 40 & 1048575) / 1048576.0::float8 AS agent,
    (b & 1048575) / 1048576.0::float8 AS page, (b >> 20 & 1048575) / 1048576.0::float8 AS status,
    (b >> 40 & 65535) AS network, (c & 7) AS referer
  FROM hashes
), ranked AS (
  SELECT i, width_bucket(site, $5::float8[]) + 1 AS website_id, status, network, referer,
    floor(power($7::float8, page))::integer AS page_rank,
    CASE WHEN kind < 0.55 THEN -1 - floor(agent * ${BROWSERS.length})::integer
      ELSE floor(power(${BOTS + 1}::float8, agent))::integer END AS agent_rank
  FROM draws
)
INSERT INTO visits (time, website_id, bot_id, verification, status_code, page_id, ip, client_id, referer_id, late)
SELECT to_timestamp($3::float8 + ($4::float8 - $3::float8) * (r.i - $1) / ($2 - $1 + 1)),
  r.website_id, a.bot_id,
  CASE WHEN a.bot_id = 0 THEN 0 WHEN network % 50 = 0 THEN 2 ELSE 1 + network % 2 * 2 END,
  CASE WHEN status < 0.93 THEN 200 WHEN status < 0.96 THEN 301 WHEN status < 0.995 THEN 404 ELSE 500 END,
  p.id, ('10.' || (network >> 8) || '.' || (network & 255) || '.0')::inet, c.id,
  CASE WHEN a.bot_id = 0 THEN (ARRAY[1, 1, 1, 2, 3])[referer + 1] END,
  $6::boolean OR (SELECT late_before() = 'infinity')
FROM ranked r
JOIN bench_agents a ON a.rank = r.agent_rank
JOIN bench_clients c ON c.website_id = r.website_id AND c.rank = r.agent_rank
JOIN bench_pages p ON p.website_id = r.website_id AND p.rank = r.page_rank
ORDER BY r.i`;

/** Upper bounds of the shares of the first three websites: 50, 30, 15 and 5 %. */
export const FOUR_WEBSITES = [0.5, 0.8, 0.95];
/** All visits are on the first website. */
export const ONE_WEBSITE = [2, 2, 2];

export interface Slice {
  /** The number of the first visit, and how many visits there are. */
  first: number;
  count: number;
  /** Epoch milliseconds. The visits are spread evenly between these times, in order. */
  from: number;
  to: number;
  /** Upper bounds of the shares of the first three websites. */
  shares: readonly number[];
  /** Writes the visits like an import of the past. In the plain flavour all visits are late. */
  late?: boolean;
  /** How many paths a website has. */
  paths?: number;
}

/** Inserts visits, and returns the number of the next one. */
export async function insertVisits(
  client: pg.Client,
  { first, count, from, to, shares, late = false, paths = PATHS }: Slice,
): Promise<number> {
  const last = first + count - 1;
  const values = [first, last, from / 1000, to / 1000, shares, late, paths];
  await client.query(INSERT_VISITS, values);
  return last + 1;
}

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
