import { AUTOMATION_BOT_ID, NO_CONTENT, NO_CONTENT_EXTENSIONS } from '@app/contracts';
import { type Composed, valuesOf } from '../src/compose/compose.js';
import { statement } from '../src/database/statement.js';
import { REPORTS_OF_WEBSITE, REPORTS_OF_WEBSITES } from '../src/reports/statements/statements.js';
import { LANDING_COUNTS } from '../src/reports/statements/landings.js';
import { POSITION_OF_PAGE, POSITIONS_BELOW } from '../src/reports/statements/packed.js';
import { SERIES_OF_PAGE } from '../src/reports/statements/pages.js';
import { PACKED_OF_PAGE, PACKED_OF_SET } from '../src/roll-ups/make-page-digest.js';
import { RECOUNT, SPOOFED_HOURS } from '../src/roll-ups/recount.js';
import { VERDICT_STATEMENTS } from '../src/people/verdict-statements.js';
import { VERDICT_TABLES } from '../src/roll-ups/judged-roll-ups.js';
import {
  PEOPLE_TABLES,
  ROLL_UP_TABLES,
  UNMERGED_TABLES,
  VIEWS_OF_ROLL_UPS,
} from '../src/roll-ups/roll-ups.js';
import { VERIFY_ROLL_UPS } from '../src/roll-ups/verify-roll-ups.js';

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
const NO_FILTER = [null, null, null, null, null];
const BOTS = [1, 2, 7];
/** The first place, the last one, and the filter of chosen visits; and how many are left out. */
const CHOSEN = [...[FROM, '0', TO, '0'], ...[BOTS, 1, 200, 299, 7, '/'], 0];

/** A value for each parameter of composed statements, so that every condition of them counts. */
const SAMPLES: Record<string, unknown> = {
  ...{ from: FROM, to: TO, wholeFrom: midnight(70), wholeTo: midnight(7) },
  ...{ since: FROM, until: TO, oldest: FROM, namedFrom: FROM, namedTo: TO },
  ...{ grains: ['month', 'day'], starts: [midnight(50), midnight(3)], days: DAYS },
  ...{ recentFrom: midnight(1), recentTo: midnight(-1) },
  ...{ bots: BOTS, verification: 'spoofed', path: '/', page: 7, limit: 10 },
  ...{ buckets: DAYS, interval: 'week', by: 'bot', most: 10 },
  ...{ domains: ['b.example'], hosts: [1, 2], countries: ['DE', ''], paths: ['/', '/x'] },
  ...{ provider: 'P', sources: ['ChatGPT'] },
  ...{ afterVisits: 1_000_000, afterHost: 'a', afterWebsite: 1 },
  ...{ column: 'ai_bot_visits', direction: -1, after: [0, 2, 1], afterText: '/x', ai: 'none' },
  ...{ positions: [0, 1], countedBots: BOTS, landed: DAYS },
  ...{ partBots: [1], partNumbers: [0], partPages: [`x${'f0'.repeat(1_024)}`] },
  ...Object.fromEntries(
    [
      ...[...PACKED_OF_PAGE, ...PACKED_OF_SET, ...LANDING_COUNTS],
      ...['ai_visits', 'scanner_visits'],
    ].map((count) => [`summed.${count}`, [3, 2, 1]]),
  ),
};

/** The same without any filter. */
const WITHOUT_FILTERS: Record<string, unknown> = {
  ...SAMPLES,
  ...{
    domains: null,
    provider: null,
    sources: null,
    bots: null,
    verification: null,
    path: null,
    page: null,
    limit: null,
    starts: [],
    grains: [],
  },
  ...{ by: 'category', column: 'path', direction: 1, after: null, afterText: null, ai: null },
};

/** The value of the dimension that a statement is limited by, which visits of the filled database have. */
function ofSource({ name }: Composed): { value: unknown } {
  if (name.endsWith('_of_status')) return { value: '[400,499]' };
  return { value: name.endsWith('_of_country') ? 'DE' : 1 };
}

function withValues(statements: readonly Composed[], values: Record<string, unknown>) {
  return Object.fromEntries(
    statements.map((statement) => [
      statement.name,
      (website: number) => valuesOf(statement, { ...values, ...ofSource(statement), website }),
    ]),
  );
}

/**
 * Every statement about one website, with the values of its parameters. On several nodes, each must
 * be one task of the node that has the website: then it is as exact and nearly as fast as on one.
 */
export const ABOUT_ONE_WEBSITE: Record<string, (website: number) => unknown[]> = {
  ...withValues([...REPORTS_OF_WEBSITE, VERIFY_ROLL_UPS, SPOOFED_HOURS, ...RECOUNT], SAMPLES),
  'alerts/had_visits': (website) => [website, FROM],
  'people/close_days': (website) => [website],
  ...Object.fromEntries(
    [...VERDICT_STATEMENTS, ...VERDICT_TABLES].map(({ forget }) => [
      forget.name,
      (website: number) => [website, FROM],
    ]),
  ),
  'people/find_browsers': (website) => [website, [1]],
  'people/find_paths': (website) => [website, [1]],
  'people/forget_groups': (website) => [website, FROM],
  'reports/visitor_groups': (website) => [website, FROM, TO, ['fleet'], 10],
  'people/forget_visitors': (website) => [website],
  'people/verify_people': (website) => [FROM, website],
  'raw/find_end': (website) => [website, ...CHOSEN, 1_000],
  'raw/find_names': (website) => [website, FROM, TO],
  'raw/live_visits': (website) => [website, FROM, TO, 1_000, 50],
  'raw/read_visits': (website) => [website, ...CHOSEN, 1_000],
  'raw/visits_of_days': (website) => [website, FROM, TO],
  'reports/bots_before': (website) => [website, FROM],
  'reports/coverage': (website) => [
    ...[website, ...COVER, BOTS, 'visited', 50_000, '/', NO_CONTENT],
    ...['never_read', 10, 5, '/x', NO_CONTENT_EXTENSIONS],
  ],
  'reports/days_of_bots': (website) => [website, FROM, TO, 200],
  'reports/find_bots': (website) => [
    website,
    FROM,
    TO,
    'GPTBot',
    'OpenAI',
    'ai_training',
    'ai_bots',
  ],
  'reports/find_host': (website) => [website, 'example.com'],
  'reports/find_page': (website) => [website, '/x'],
  'reports/find_page_digests': (website) => [website, FROM, TO],
  'reports/last_read': (website) => [website, ...COVER, BOTS, [1, 7]],
  'robots/bots_on_days': (website) => [website, midnight(9), midnight(2), FROM, TO, BOTS],
  'robots/pages_on_days': (website) => [website, ...COVER, 10, 10_000],
  'robots/visits_to_pages': (website) => [
    ...[website, ...COVER, BOTS, [0, 0, 1], [1]],
    ...[[1, 2], [1, 2], [1, 2], [0, 0], [true, false], 9, 3],
  ],
  'sitemaps/find_sitemap': (website) => [website],
  'sitemaps/remove_sitemap': (website) => [website],
  'upkeep/forget_page_digests_of_day': (website) => [website, FROM],
  'upkeep/forget_page_sets_of_day': (website) => [website, FROM],
  'upkeep/has_visits': (website) => [website, FROM],
};

/** Statements about a page or a path, which read nothing without one. */
const NEED_PAGES: ReadonlySet<Composed> = new Set([
  POSITION_OF_PAGE,
  POSITIONS_BELOW,
  SERIES_OF_PAGE,
]);

/** The same without filters, or with other ones, where the statement is planned in another way then. */
export const WITH_OTHER_FILTERS: Record<string, (website: number) => unknown[]> = {
  ...withValues(
    REPORTS_OF_WEBSITE.filter((statement) => !NEED_PAGES.has(statement)),
    WITHOUT_FILTERS,
  ),
  'raw/find_end': (website) => [website, FROM, '0', TO, '0', ...NO_FILTER, null, 0, 1_000],
  'raw/read_visits': (website) => [website, FROM, '0', TO, '0', ...NO_FILTER, null, 0, 1_000],
  'reports/coverage': (website) => [
    ...[website, ...COVER, null, 'sitemap', 50_000, null, NO_CONTENT],
    ...['all', 10, null, null, NO_CONTENT_EXTENSIONS],
  ],
  'reports/find_bots': (website) => [website, FROM, TO, null, null, null, null],
  'reports/last_read': (website) => [website, ...COVER, null, []],
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
  ...Object.fromEntries(
    REPORTS_OF_WEBSITES.map((statement) => [
      statement.name,
      {
        composition: 'all rows' as const,
        values: (websites: number[]) =>
          valuesOf(statement, { ...SAMPLES, ...ofSource(statement), websites }),
      },
    ]),
  ),
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
  'alerts/recent_automation': {
    composition: 'all rows',
    values: (websites) => [websites, FROM, TO, AUTOMATION_BOT_ID],
  },
  'alerts/recent_groups': {
    composition: 'all rows',
    values: (websites) => [websites, FROM, ['fleet', 'brute_force']],
  },
  'alerts/recent_hours': { composition: 'all rows', values: (websites) => [websites, FROM, BOTS] },
  'alerts/recent_statuses': {
    composition: 'all rows',
    values: (websites) => [websites, FROM, BOTS],
  },
  'reports/logged_referers': { composition: 'all rows', values: (websites) => [websites] },
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
  'backup/countries_daily': 'has a row for each row of a node, which has all of a website',
  'backup/countries_hourly': 'has a row for each row of a node, which has all of a website',
  'backup/hosts_daily': 'has a row for each row of a node, which has all of a website',
  'backup/hosts_hourly': 'has a row for each row of a node, which has all of a website',
  'backup/make_ledger_parts': 'is never carried out where relations are distributed',
  'backup/make_visit_partitions.citus': 'makes a partition on every node',
  'backup/pages_daily': 'has a row for each row of a node, which has all of a website',
  'backup/settle_requests.citus': 'finds batches under no website, which are in one shard',
  'backup/statuses_daily': 'has a row for each row of a node, which has all of a website',
  'backup/statuses_hourly': 'has a row for each row of a node, which has all of a website',
  'backup/traffic_daily': 'has a row for each row of a node, which has all of a website',
  'backup/traffic_hourly': 'has a row for each row of a node, which has all of a website',
  'backup/visits': 'has a row for each row of a node',
  'people/add_evidence': 'is sent to the node of the website',
  'people/add_unjudged': 'is sent to the node of the website',
  'people/append_joined': 'is sent to the node of the website',
  'people/count_evidence': 'has a row for each website and day, which is on one node',
  'people/find_days_to_judge': 'has a row for each website and day, which is on one node',
  'people/find_websites_with_evidence': 'has a row for each website',
  'people/note_judged': 'is sent to the node of the website',
  'people/read_evidence': 'is sent to the node of the website',
  'people/read_readers': 'is sent to the node of the website',
  'people/remove_evidence': 'is sent to the node of the website',
  ...Object.fromEntries(
    VERDICT_TABLES.map(({ replace }) => [replace.name, 'is sent to the node of the website']),
  ),
  'people/replace_days': 'is sent to the node of the website',
  'people/replace_groups': 'is sent to the node of the website',
  'people/replace_hours': 'is sent to the node of the website',
  'reports/lock_page_digests': 'locks the table on every node',
  'reports/outdate_page_digests': 'changes each row by itself',
  'sitemaps/append_pages': 'reads as one task, and then changes one row',
  'sitemaps/keep_sitemap': 'reads as one task, and then writes one row',
  'upkeep/begin_repair': 'locks the tables on every node',
  'upkeep/count_visits': 'adds up the counts of the nodes',
  'upkeep/drop_other_visits.citus': 'finds the oldest time first, and then deletes on every node',
  'upkeep/drop_visit_partitions.citus': 'drops a partition on every node',
  'upkeep/expire_batches': 'finds a portion first, and then deletes it on every node',
  'upkeep/find_stale_digests': 'groups and joins by website, so each node looks at its own',
  'upkeep/find_unmerged': 'puts the ids of websites together',
  'upkeep/find_websites_with_rows': 'puts the ids of websites together',
  'upkeep/make_page_digest': 'is carried out in parts, in a transaction with one snapshot',
  'upkeep/make_visit_partitions.citus': 'makes a partition on every node',
  'upkeep/merge_countries': 'is given one website at a time',
  'upkeep/merge_hosts': 'is given one website at a time',
  'upkeep/merge_pages': 'is given one website at a time',
  'upkeep/merge_traffic': 'is given one website at a time',
  'upkeep/note_kept_since.citus': 'asks whether there is any visit that is so old',
  'upkeep/outdate_digests_of_bots': 'joins by website, so each node changes its own',
};

/** Relations whose rows are distributed by website, and views of them. */
export const DISTRIBUTED = [
  ...['visits', 'visit_entries', 'visits_other', 'log_batches'],
  ...ROLL_UP_TABLES,
  ...UNMERGED_TABLES,
  ...VIEWS_OF_ROLL_UPS,
  ...['skipped_daily', 'visitor_evidence', 'unjudged_daily'],
  ...['visitor_evidence_0', 'visitor_evidence_1', 'visitor_evidence_2', 'visitor_evidence_3'],
  ...[...PEOPLE_TABLES, 'judged_days', 'visitor_groups'],
  ...['hosts', 'pages', 'page_quotas', 'clients', 'referers'],
  ...['dictionary_numbers', 'dictionary_quotas'],
  ...['page_digests', 'page_positions', 'bot_page_sets', 'sitemaps'],
];

/** The text of a statement as it is sent. Those that read raw visits follow the one that chooses. */
export function textOf(name: string): string {
  if (name !== 'raw/find_end' && name !== 'raw/read_visits') return statement(name);
  return `WITH chosen AS (\n${statement('raw/chosen_visits')})\n${statement(name)}`;
}
