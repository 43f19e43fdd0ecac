import {
  type AutomationFacts,
  automationSpan,
  DAY_MS,
  type Facts,
  type FeedFacts,
  type GroupsOfDays,
  HOUR_MS,
  hourOf,
  isAsked,
  NO_FACTS,
  type PageFacts,
  RECENT_HOURS,
  type Rule,
} from '@app/alerts';
import type {
  AlertFacts,
  FeedOfWebsiteRow,
  PageErrorsRow,
  RecentGroupsRow,
  RecentHourRow,
  RecentStatusRow,
} from '@app/storage';
import type { AskedBots } from './asked-bots.js';
import { automationGroups } from './automation-groups.js';
import { groupRows } from './group-rows.js';
import type { KnownPast } from './known-past.js';
import type { SlowFacts } from './slow-facts.js';

/** An alert with its rule, and the website that it is about. */
export interface RuleOfWebsite {
  rule: Rule;
  websiteId: number;
}

export interface Gathering {
  facts: AlertFacts;
  past: KnownPast;
  slow: SlowFacts;
  bots: AskedBots;
  /** Entries of the last 24 hours that could not be stored, by website. */
  dead: ReadonlyMap<number, number>;
  now: number;
}

/** What was read of some websites, by website. */
interface Read {
  recent: Map<number, RecentHourRow[]>;
  statuses: Map<number, RecentStatusRow[]>;
  feeds: Map<number, FeedOfWebsiteRow[]>;
  pages: Map<number, PageErrorsRow[]>;
  automation: Map<number, AutomationFacts>;
  groups: Map<number, RecentGroupsRow[]>;
}

/**
 * Reads what the rules of some websites are judged by, each thing with one statement for all of them.
 * Returns a function that gives the facts of a rule.
 */
export async function gatherFacts(
  gathering: Gathering,
  rules: readonly RuleOfWebsite[],
): Promise<(rule: RuleOfWebsite) => Facts> {
  const read = await readAll(gathering, rules);
  const { facts, past, slow, bots, now } = gathering;
  // Also those on which nobody came: it is known that nobody did.
  for (const websiteId of websitesWith(rules, ({ kind }) => kind === 'unusual_visits'))
    past.follow(websiteId, read.recent.get(websiteId) ?? [], now);
  const withNewBots = websitesWith(rules, ({ kind }) => kind === 'new_bot');
  await past.learnFirstVisits(facts, withUnknownBots(withNewBots, read, gathering), bots);
  const silent = [...read.feeds]
    .filter(([, feeds]) => feeds.some((feed) => now - (feed.last_delivery ?? now) > HOUR_MS))
    .map(([websiteId]) => websiteId);
  await past.learnFeedHours(facts, silent, now);
  const shared = new Map<number, Facts>();
  return ({ rule, websiteId }) => {
    const common = shared.get(websiteId) ?? factsOf(websiteId, read, gathering);
    shared.set(websiteId, common);
    if (rule.kind === 'unusual_visits')
      return {
        ...common,
        asked: past.asked(websiteId, { bot: rule.bot, category: rule.category }),
      };
    if (rule.kind === 'coverage_below')
      return { ...common, coverage: slow.coverageOf(rule, websiteId, now) };
    return rule.kind === 'errors' && rule.path !== null
      ? { ...common, page: pageOf(rule, read.pages.get(websiteId) ?? [], gathering) }
      : common;
  };
}

async function readAll(
  { facts, bots, now }: Gathering,
  rules: readonly RuleOfWebsite[],
): Promise<Read> {
  const from = new Date(hourOf(now) - RECENT_HOURS * HOUR_MS);
  const yesterday = new Date(now - (now % DAY_MS) - DAY_MS);
  const visits = websitesWith(rules, ({ kind }) => VISITS.has(kind));
  const statuses = websitesWith(rules, (rule) => rule.kind === 'errors' && rule.statuses !== null);
  const feeds = websitesWith(rules, ({ kind }) => kind.startsWith('feed_'));
  const pages = rules.flatMap(({ rule, websiteId }) =>
    rule.kind === 'errors' && rule.path !== null ? [{ websiteId, path: rule.path }] : [],
  );
  const automation = websitesWith(rules, ({ kind }) => kind === 'automation_above');
  const groups = websitesWith(rules, ({ kind }) => GROUPS.has(kind));
  const ids = bots.ids;
  return {
    recent: byWebsite(visits.length ? await facts.recentHours(visits, from, ids) : []),
    statuses: byWebsite(statuses.length ? await facts.recentStatuses(statuses, from, ids) : []),
    feeds: byWebsite(feeds.length ? await facts.feeds(feeds, from) : []),
    pages: byWebsite(pages.length ? await facts.pageErrors(unique(pages), yesterday, ids) : []),
    automation: automation.length ? await readAutomation(facts, automation, now) : new Map(),
    groups: byWebsite(
      groups.length ? await facts.recentGroups(groups, yesterday, GROUP_KINDS) : [],
    ),
  };
}

async function readAutomation(
  facts: AlertFacts,
  websites: readonly number[],
  now: number,
): Promise<Map<number, AutomationFacts>> {
  const span = automationSpan(now);
  const rows = await facts.recentAutomation(websites, span);
  return new Map(
    rows.map(({ website_id: id, judged, visits }) => [id, { ...span, judged, visits }]),
  );
}

/** The kinds that are judged by visits. */
const VISITS: ReadonlySet<Rule['kind']> = new Set([
  'new_bot',
  'unusual_visits',
  'errors',
  'spoofed',
]);

/** The kinds that are judged by groups of visitors, and the kinds of these groups. */
const GROUPS: ReadonlySet<Rule['kind']> = new Set(['fleet_begun', 'brute_force']);
const GROUP_KINDS = ['fleet', 'brute_force'] as const;

const websitesWith = (
  rules: readonly RuleOfWebsite[],
  isWanted: (rule: Rule) => boolean,
): number[] => [
  ...new Set(rules.filter(({ rule }) => isWanted(rule)).map(({ websiteId }) => websiteId)),
];

function unique(pages: readonly { websiteId: number; path: string }[]) {
  return [...new Map(pages.map((page) => [JSON.stringify(page), page])).values()];
}

const byWebsite = <Row extends { website_id: number }>(rows: readonly Row[]): Map<number, Row[]> =>
  groupRows(rows, ({ website_id }) => website_id);

/** Websites on which a bot came that was not there when its first visits were looked up. */
function withUnknownBots(
  websites: readonly number[],
  { recent }: Read,
  { past, bots }: Gathering,
): number[] {
  return websites.filter((websiteId) => {
    const known = past.firstVisits(websiteId);
    return (recent.get(websiteId) ?? []).some(({ bot_id, visits, spoofed }) => {
      const bot = bots.find(bot_id);
      return bot !== undefined && visits > spoofed && known?.byBot.has(bot.name) !== true;
    });
  });
}

function factsOf(websiteId: number, read: Read, { past, slow, bots, dead, now }: Gathering): Facts {
  const recent = read.recent.get(websiteId) ?? [];
  const first = past.firstVisits(websiteId);
  const came = new Set(
    recent.flatMap(({ bot_id, visits, spoofed }) =>
      visits > spoofed ? [bots.find(bot_id)?.name] : [],
    ),
  );
  return {
    ...NO_FACTS,
    recent: recent.map(({ hour, bot_id, visits, errors, spoofed }) => {
      const { name = null, category = null } = bots.nameOf(bot_id) ?? {};
      return { hour, bot: name, category, visits, errors, spoofed };
    }),
    statuses: (read.statuses.get(websiteId) ?? []).flatMap(({ bot_id, hour, status, visits }) => {
      const bot = bots.find(bot_id);
      return bot ? [{ hour, bot: bot.name, category: bot.category, status, visits }] : [];
    }),
    newestVisit: recent.reduce<number | null>(
      (newest, row) => Math.max(newest ?? 0, row.newest),
      null,
    ),
    since: first?.since ?? null,
    firstVisits: [...(first?.byBot.values() ?? [])].filter(({ bot }) => came.has(bot)),
    everyone: past.everyone(websiteId),
    feeds: (read.feeds.get(websiteId) ?? []).map((row) => feedOf(row, past)),
    deadEntries: dead.get(websiteId) ?? 0,
    disobedience: slow.disobedienceOf(websiteId, now),
    automation: read.automation.get(websiteId),
    groups: groupsOf(read.groups.get(websiteId) ?? [], now),
  };
}

function groupsOf(rows: readonly RecentGroupsRow[], now: number): GroupsOfDays {
  const today = now - (now % DAY_MS);
  const of = (day: number) => {
    const row = rows.find((one) => one.day === day);
    return row && automationGroups(row);
  };
  return { today: of(today), yesterday: of(today - DAY_MS) };
}

function feedOf(row: FeedOfWebsiteRow, past: KnownPast): FeedFacts {
  const { website_id, first_delivery, last_delivery, ...counts } = row;
  return {
    ...counts,
    ...{ firstDelivery: first_delivery, lastDelivery: last_delivery },
    hours: past.hoursOfFeed(website_id, row.feed),
  };
}

function pageOf(
  rule: Extract<Rule, { kind: 'errors' }>,
  rows: readonly PageErrorsRow[],
  { bots, now }: Gathering,
): PageFacts {
  const today = now - (now % DAY_MS);
  const page = { today: { visits: 0, errors: 0 }, yesterday: { visits: 0, errors: 0 } };
  for (const { path, day, bot_id, visits, errors } of rows) {
    const bot = bots.find(bot_id);
    if (path !== rule.path || !bot || !isAsked(rule, { bot: bot.name, category: bot.category }))
      continue;
    const counts = day >= today ? page.today : page.yesterday;
    counts.visits += visits;
    counts.errors += errors;
  }
  return page;
}
