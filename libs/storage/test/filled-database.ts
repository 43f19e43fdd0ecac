import { createLogger } from '@app/observability';
import { createEmptyDatabase, recount, runUpkeepRound, type TestDatabase } from '@app/testing';
import type { Flavour } from '../src/database/flavour.js';
import { createPool, type Pool } from '../src/database/pool.js';
import { pageDigestsTask } from '../src/upkeep/page-digests.js';
import { rollUpRefreshTask } from '../src/upkeep/roll-up-refresher.js';
import { migrateDaysAgo } from './migrate-days-ago.js';

/**
 * Visits of 60 days to two websites. Only those to the first website were checked, and a fifth of
 * them come late. One of their three hosts was beyond the bound on distinct hosts.
 */
const INSERT = `
INSERT INTO visits (time, website_id, bot_id, verification, status_code, page_id, method, host, path, ip, user_agent,
  browser, referral_source, country, late)
SELECT now() - i * interval '22 minutes', 1 + i % 2, bot_id, CASE WHEN bot_id > 0 AND i % 2 = 0 THEN i / 2 % 4 ELSE 0 END,
  (ARRAY[200, 301, 404, 500])[1 + i % 4], CASE WHEN i % 13 > 0 THEN 1 + i % 9 END, 'GET', (ARRAY['', 'a.example', 'new.example'])[1 + i % 3], '/',
  CASE WHEN i % 3 > 0 THEN format('198.51.%s.7', i % 5)::inet END, '',
  CASE WHEN i % 4 > 0 THEN 'Firefox' END, CASE WHEN i % 7 = 0 THEN 'ChatGPT' END,
  (ARRAY['DE', 'NZ'])[1 + i % 5], $1::boolean OR i % 5 = 0
FROM generate_series($2::integer, 3900, 3) i, LATERAL (SELECT i / 3 % 4 AS bot_id) AS who`;

const REFERRED = `
INSERT INTO accounts (public_id, name, plan) VALUES ('acc_1', 'A', 'free');
INSERT INTO websites (account_id, public_id, tracking_id, domain)
SELECT 1, 'ws_' || i, 't_' || i, i || '.example' FROM generate_series(1, 2) i;
INSERT INTO bots (id, slug, name, provider, category, registry_version)
SELECT i, 'b' || i, 'B' || i, 'P', 'ai_search', 1 FROM generate_series(1, 3) i`;

/** The hosts that have a number, and the keys that their visits came with, which no visit has. */
const HOSTS = [
  `INSERT INTO hosts (website_id, id, host)
SELECT 1 + i / 2, 1 + i % 2, (ARRAY['', 'a.example'])[1 + i % 2] FROM generate_series(0, 3) i`,
  `INSERT INTO dictionary_numbers (website_id, last_host) SELECT i, 2 FROM generate_series(1, 2) i`,
  `INSERT INTO host_keys_daily (website_id, bucket, host_id, key_id, visits)
SELECT 1 + i % 2, date_trunc('day', now(), 'UTC') - i / 2 * interval '1 day', i % 3, 1, 1 + i FROM generate_series(0, 7) i`,
];

/** Returns a database with these visits, their roll-ups and all digests. */
export async function filledDatabase(
  flavour: Flavour,
): Promise<{ database: TestDatabase; pool: Pool }> {
  const database = await createEmptyDatabase(flavour);
  const { url } = database;
  const logger = createLogger('test', 'silent');
  const pool = createPool({ url, max: 4, name: 'test', statementTimeoutMs: 20_000, logger });
  await migrateDaysAgo(pool, flavour, 70);
  await pool.query(REFERRED);
  for (const text of HOSTS) await pool.query(text);
  for (const first of [1, 2, 3]) await pool.query(INSERT, [flavour !== 'timescale', first]);
  await recount(pool);
  if (flavour === 'timescale') await runUpkeepRound(pool, rollUpRefreshTask());
  await makeDigests(pool);
  return { database, pool };
}

/** Makes every digest. The first round only looks which buckets have settled. */
export async function makeDigests(pool: Pool): Promise<void> {
  const digests = pageDigestsTask({ leastVisits: 1 });
  for (let round = 0; round < 2; round++) await runUpkeepRound(pool, digests);
}
