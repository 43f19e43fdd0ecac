import { statement } from '../src/database/statement.js';

const DAY = 86_400_000;
const NOW = Date.now();
const midnight = (daysAgo: number) => new Date(NOW - (NOW % DAY) - daysAgo * DAY).toISOString();

const FROM = midnight(80);
const TO = midnight(-1);
/** Days that no digest covers. */
const DAYS = [midnight(80), midnight(40), midnight(2)];
const RECENT = [midnight(1), midnight(-1)];
/** Grains and buckets of digests, other days, and recent days. */
const COVER = [['month', 'day'], [midnight(50), midnight(3)], DAYS, ...RECENT];
/** Whole UTC days between the edges of a period of hours. */
const EDGES = [FROM, midnight(79), midnight(0), TO];
const NO_FILTER = [null, null, null, null, null];
/** An order of pages, the place after which they are read, and the only page. */
const PLACE = ['ai_bot_visits', -1, [0, 2, 1], '/x', 7];
const BOTS = [1, 2, 7];
const STATIC_FILES = ['css', 'js'];
/** The first place, the last one, and the filter of chosen visits; and how many are left out. */
const CHOSEN = [...[FROM, '0', TO, '0'], ...[BOTS, 1, 200, 299, 7, '/'], 0];

/**
 * Every statement about one website, with the values of its parameters. On several nodes, each must
 * be one task of the node that has the website: then it is as exact and nearly as fast as on one.
 */
export const ABOUT_ONE_WEBSITE: Record<string, (website: number) => unknown[]> = {
  'alerts/had_visits': (website) => [website, FROM],
  'raw/find_end': (website) => [website, ...CHOSEN, 1_000],
  'raw/find_names': (website) => [website, FROM, TO],
  'raw/read_visits': (website) => [website, ...CHOSEN, 1_000],
  'raw/visits_of_days': (website) => [website, FROM, TO],
  'reports/bots': (website) => [website, FROM, TO, ...COVER, BOTS, 10],
  'reports/bots_before': (website) => [website, FROM],
  'reports/bots_of_hours': (website) => [website, ...EDGES, BOTS, 10, 'spoofed', FROM, TO],
  'reports/bots_of_path': (website) => [website, ...COVER, '/', BOTS, 10, FROM, 7],
  'reports/bots_of_verification': (website) => [
    ...[website, FROM, TO, ...COVER, BOTS, 10],
    ...['spoofed', '/', 7],
  ],
  'reports/clients': (website) => [website, FROM, TO],
  'reports/coverage': (website) => [
    ...[website, ...COVER, BOTS, 'visited', 50_000, '/', STATIC_FILES],
    ...['never_read', 10, 5, '/x'],
  ],
  'reports/days_of_bots': (website) => [website, FROM, TO, 200],
  'reports/days_of_verification': (website) => [website, FROM, TO, BOTS, 'verified', 'week'],
  'reports/find_bots': (website) => [
    website,
    FROM,
    TO,
    'GPTBot',
    'OpenAI',
    'ai_training',
    'ai_bots',
  ],
  'reports/find_page': (website) => [website, '/x'],
  'reports/find_page_digests': (website) => [website, FROM, TO],
  'reports/groups_day': (website) => [website, FROM, TO, BOTS, 'spoofed', DAYS, 'bot', 10],
  'reports/groups_hour': (website) => [website, FROM, TO, BOTS, 'spoofed', DAYS, 'bot', 10],
  'reports/groups_of_statuses_day': (website) => [website, FROM, TO, BOTS, DAYS, 10],
  'reports/groups_of_statuses_hour': (website) => [website, FROM, TO, BOTS, DAYS, 10],
  'reports/hours_of_verification': (website) => [website, FROM, TO, BOTS, 'verified'],
  'reports/last_read': (website) => [website, ...COVER, BOTS, [1, 7]],
  'reports/pages': (website) => [website, ...COVER, 10, '/', ...PLACE, 'none'],
  'reports/pages_of_bots': (website) => [website, ...COVER, 10, '/', ...PLACE, BOTS],
  'reports/pages_of_verification': (website) => [
    ...[website, ...COVER, 10, '/', ...PLACE],
    ...[BOTS, 'not_checked'],
  ],
  'reports/referrals': (website) => [website, FROM, TO],
  'reports/referrals_of_hours': (website) => [website, ...EDGES],
  'reports/series_day': (website) => [website, FROM, TO, BOTS],
  'reports/series_hour': (website) => [website, FROM, TO, BOTS],
  'reports/series_month': (website) => [website, FROM, midnight(60), midnight(20), TO, BOTS],
  'reports/series_of_hours': (website) => [website, FROM, TO, BOTS, 'spoofed', DAYS],
  'reports/series_of_page': (website) => [
    ...[website, [midnight(50)], DAYS, ...RECENT],
    ...[7, BOTS, 'spoofed', 'week'],
  ],
  'reports/series_week': (website) => [website, FROM, midnight(70), midnight(7), TO, BOTS],
  'reports/spoofed': (website) => [website, FROM, TO, BOTS, 10],
  'reports/statuses': (website) => [website, FROM, TO],
  'reports/statuses_of_hours': (website) => [website, ...EDGES],
  'reports/summary': (website) => [website, FROM, TO],
  'robots/bots_on_days': (website) => [website, midnight(9), midnight(2), FROM, TO, BOTS],
  'robots/pages_on_days': (website) => [website, ...COVER, 10, 10_000],
  'robots/visits_to_pages': (website) => [
    ...[website, ...COVER, BOTS, [0, 0, 1], [1]],
    ...[[1, 2], [1, 2], [1, 2], [0, 0], [true, false], 9, 3],
  ],
  'sitemaps/find_sitemap': (website) => [website],
  'sitemaps/remove_sitemap': (website) => [website],
  'upkeep/verify_roll_ups': (website) => [FROM, website],
};

/** The same without filters, or with other ones, where the statement is planned in another way then. */
export const WITH_OTHER_FILTERS: Record<string, (website: number) => unknown[]> = {
  'raw/find_end': (website) => [website, FROM, '0', TO, '0', ...NO_FILTER, null, 0, 1_000],
  'raw/read_visits': (website) => [website, FROM, '0', TO, '0', ...NO_FILTER, null, 0, 1_000],
  'reports/bots': (website) => [website, FROM, TO, ...COVER, null, null],
  'reports/bots_of_hours': (website) => [website, ...EDGES, null, null, null, FROM, TO],
  'reports/bots_of_path': (website) => [website, ...COVER, null, null, null, FROM, null],
  'reports/bots_of_verification': (website) => [
    ...[website, FROM, TO, ...COVER, BOTS, null],
    ...['not_checked', null, null],
  ],
  'reports/coverage': (website) => [
    ...[website, ...COVER, null, 'sitemap', 50_000, null, STATIC_FILES],
    ...['all', 10, null, null],
  ],
  'reports/find_bots': (website) => [website, FROM, TO, null, null, null, null],
  'reports/groups_day': (website) => [website, FROM, TO, null, null, DAYS, 'category', 10],
  'reports/last_read': (website) => [website, ...COVER, null, []],
  'reports/pages': (website) => [
    ...[website, ...COVER, null, null, 'path', 1, null, null, null],
    null,
  ],
  'reports/pages_of_verification': (website) => [
    ...[website, ...COVER, null, null, 'path', 1, null, null, null],
    ...[BOTS, 'spoofed'],
  ],
  'reports/series_of_page': (website) => [website, [], [], ...RECENT, 7, null, null, 'day'],
  'robots/visits_to_pages': (website) => [
    ...[website, ...COVER, BOTS, [0, 0, 1], [], [], [], [], [], [], null, 3],
  ],
};

/** How the answer about several websites follows from those about each of them. */
type Composition = 'all rows' | 'sum';

/**
 * Every statement that reads rows of several websites, with the values of its parameters, or null
 * when it is about all websites there are. They join nothing of one website with anything of
 * another, so they say of several websites what they say of each of them.
 */
export const ABOUT_SEVERAL_WEBSITES: Record<
  string,
  { composition: Composition; values: (websites: number[]) => unknown[] }
> = {
  'alerts/first_visits': { composition: 'all rows', values: (websites) => [websites, BOTS] },
  'alerts/page_errors': {
    composition: 'all rows',
    values: (websites) => [...[websites, websites.map(() => '/x')], ...[FROM, BOTS]],
  },
  'alerts/past_hours': {
    composition: 'all rows',
    values: (websites) => [
      ...[websites, FROM, TO],
      ...[websites, websites.map(() => 1), websites.map(() => 2)],
    ],
  },
  'alerts/recent_hours': { composition: 'all rows', values: (websites) => [websites, FROM, BOTS] },
  'alerts/recent_statuses': {
    composition: 'all rows',
    values: (websites) => [websites, FROM, BOTS],
  },
  'reports/account_visits': { composition: 'sum', values: (websites) => [websites, FROM, TO] },
  'reports/logged_referers': { composition: 'all rows', values: (websites) => [websites] },
  'reports/summaries': { composition: 'all rows', values: (websites) => [websites, FROM, TO] },
  'reports/summaries_of_hours': {
    composition: 'all rows',
    values: (websites) => [websites, ...EDGES],
  },
};

/**
 * Why the other statements with rows of distributed relations are right on several nodes: those about
 * all websites there are, and those that change something.
 */
export const ON_SEVERAL_NODES: Record<string, string> = {
  'backup/find_content': 'asks whether there is any visit',
  'backup/forget_page_digests': 'deletes each row by itself',
  'backup/forget_page_sets': 'joins by website, so each node deletes its own',
  'backup/find_facts': 'looks for the earliest visit on every node',
  'backup/join_parts': 'is never carried out where relations are distributed',
  'backup/make_ledger_parts': 'is never carried out where relations are distributed',
  'backup/make_visit_partitions.citus': 'makes a partition on every node',
  'backup/pages_daily': 'has a row for each row of a node, which has all of a website',
  'backup/settle_requests.citus': 'finds batches under no website, which are in one shard',
  'backup/traffic_daily': 'has a row for each row of a node, which has all of a website',
  'backup/traffic_hourly': 'has a row for each row of a node, which has all of a website',
  'backup/visits': 'has a row for each row of a node',
  'reports/lock_page_digests': 'locks the table on every node',
  'reports/outdate_page_digests': 'changes each row by itself',
  'sitemaps/append_pages': 'reads as one task, and then changes one row',
  'sitemaps/keep_sitemap': 'reads as one task, and then writes one row',
  'upkeep/count_visits': 'adds up the counts of the nodes',
  'upkeep/drop_other_visits.citus': 'finds the oldest time first, and then deletes on every node',
  'upkeep/drop_visit_partitions.citus': 'drops a partition on every node',
  'upkeep/expire_batches': 'finds a portion first, and then deletes it on every node',
  'upkeep/find_stale_digests': 'groups and joins by website, so each node looks at its own',
  'upkeep/find_websites_with_rows': 'puts the ids of websites together',
  'upkeep/make_page_digest': 'is carried out in parts, in a transaction with one snapshot',
  'upkeep/make_visit_partitions.citus': 'makes a partition on every node',
  'upkeep/note_kept_since.citus': 'asks whether there is any visit that is so old',
  'upkeep/outdate_digests_of_bots': 'joins by website, so each node changes its own',
};

/** Relations whose rows are distributed by website, and views of them. */
export const DISTRIBUTED = [
  ...['visits', 'visit_entries', 'visits_other', 'log_batches'],
  ...['late_traffic_hourly', 'late_traffic_daily', 'late_pages_daily'],
  ...['traffic_hourly', 'traffic_daily', 'traffic_weekly', 'traffic_monthly'],
  ...['pages_daily', 'pages_recent', 'statuses_hourly', 'statuses_daily'],
  ...['referrals_hourly', 'referrals_daily', 'clients_daily', 'skipped_daily', 'spoofed_daily'],
  ...['pages', 'page_quotas', 'clients', 'referers', 'dictionary_numbers', 'dictionary_quotas'],
  ...['page_digests', 'page_positions', 'bot_page_sets', 'sitemaps'],
];

/** The text of a statement as it is sent. Those that read raw visits follow the one that chooses. */
export function textOf(name: string): string {
  if (name !== 'raw/find_end' && name !== 'raw/read_visits') return statement(name);
  return `WITH chosen AS (\n${statement('raw/chosen_visits')})\n${statement(name)}`;
}
