// The tenants of the benchmark, and a website with very many paths.
import type pg from 'pg';
import type { Service } from '../../support/service.js';

export interface Tenant {
  website: string;
  domain: string;
  apiKey: string;
  botKey: string;
}

/** Creates an account with one website and its keys, as an operator does. */
export async function createTenant(
  service: Service,
  name: string,
  ...limits: string[]
): Promise<Tenant> {
  const make = (...args: string[]) => service.cli<{ id: string; key: string }>(...args);
  const domain = `${name}.example`;
  const account = await make('accounts', 'create', '--name', name, ...limits);
  const website = await make('websites', 'create', '--account', account.id, '--domain', domain);
  const api = await make('keys', 'create', '--kind', 'api', '--account', account.id);
  const bot = await make('keys', 'create', '--kind', 'bot', '--website', website.id);
  return { website: website.id, domain, apiKey: api.key, botKey: bot.key };
}

/** Past days over which the paths are spread. */
const DAYS = 30;

/** Gives a website so many paths that were visited once each, as after weeks of a scanner. */
export async function fillWithPaths(client: pg.Client, tenant: Tenant, paths: number) {
  const { rows } = await client.query<{ id: number }>('SELECT id FROM websites WHERE domain = $1', [
    tenant.domain,
  ]);
  const website = rows[0]?.id;
  await client.query(
    `INSERT INTO pages (website_id, id, path) SELECT $1::integer, n, '/scan/' || md5(n::text) FROM generate_series(1, $2::integer) n`,
    [website, paths],
  );
  await client.query(
    `INSERT INTO late_pages_daily (website_id, bot_id, bucket, page_id, visits, error_visits)
     SELECT $1, (SELECT max(id) FROM bots), date_trunc('day', now(), 'UTC') - make_interval(days => 2 + (id % $2)::integer), id, 1, 0
     FROM pages WHERE website_id = $1`,
    [website, DAYS],
  );
  await client.query(
    `INSERT INTO late_traffic_daily (website_id, bot_id, bucket, visits, error_visits, first_seen, last_seen)
     SELECT website_id, bot_id, bucket, count(*), 0, bucket, bucket
     FROM late_pages_daily WHERE website_id = $1 GROUP BY website_id, bot_id, bucket`,
    [website],
  );
  await client.query('VACUUM ANALYZE');
}
