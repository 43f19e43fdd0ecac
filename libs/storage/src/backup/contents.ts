import { statement } from '../database/statement.js';
import { COUNTED_TABLES } from '../roll-ups/backup.js';
import { PEOPLE_TABLES } from '../roll-ups/roll-ups.js';

/** A table of a restored database, and the rows that a backup has for it. */
export interface Content {
  table: string;
  /** The statement whose rows are backed up. */
  rows: string;
}

const table = (name: string, rows = `SELECT * FROM ${name}`): Content => ({ table: name, rows });

/**
 * What a backup has, in an order that satisfies foreign keys. It is the same for all flavours:
 * every count becomes one that was made at commit, so each flavour can be restored into the others.
 */
export const CONTENTS: Content[] = [
  table('accounts'),
  table('websites'),
  table('former_domains'),
  table('api_keys'),
  table('signing_secrets'),
  table('shares'),
  table('robots_texts'),
  table('website_fetches'),
  table('sitemaps'),
  table('alerts'),
  table('alert_states'),
  table('events'),
  // Behind the events, so that nothing is told of them again.
  table('webhooks'),
  table('bots'),
  table('declared_bots'),
  table('declared_bot_quotas'),
  table('pages'),
  table('page_quotas'),
  table('hosts'),
  table('clients'),
  table('referers'),
  table('dictionary_numbers'),
  table('dictionary_quotas'),
  table('log_batches'),
  table('idempotency_keys', statement('backup/idempotency_keys')),
  table('dead_entries'),
  table('visits_kept'),
  table('visits', statement('backup/visits')),
  table('hours_known'),
  table('hosts_known'),
  table('landings_known'),
  ...COUNTED_TABLES.map((counted) => table(counted.table, counted.rows?.text)),
  table('skipped_daily'),
  table('visitor_days', statement('backup/visitor_days')),
  table('unjudged_daily'),
  ...PEOPLE_TABLES.map((name) => table(name)),
  table('judged_days'),
  table('visitor_groups'),
  table('page_digests'),
  table('page_positions'),
  table('bot_page_sets'),
  table('website_feeds'),
  table('feed_counts'),
  table('feed_reasons'),
  table('feed_samples'),
];
