import { automationGroups, type GroupFacts } from './automation-groups.js';
import type { BotFacts } from './bot-facts.js';
import { failingPages, type PageFacts } from './failing-pages.js';
import { type ListsFacts, oldestOf } from './old-lists.js';
import { type FeedFacts, silenceOf } from './silent-feeds.js';
import { spoofedBots } from './spoofed-bots.js';
import { stoppedBots } from './stopped-bots.js';

/**
 * `silent_feed`: a feed brings nothing any more. `failing_page`: a page answers errors to AI bots.
 * `stopped_bot`: a bot that came regularly comes no more. `spoofed_bot`: others come in the name of a
 * bot. `automation`: programs with the agents of browsers made a large part of the visits of a day.
 * `old_lists`: the lists of bots' addresses are too old to tell them apart.
 */
export const FINDING_KINDS = [
  'silent_feed',
  'failing_page',
  'stopped_bot',
  'spoofed_bot',
  'automation',
  'old_lists',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/**
 * What is worth a look, with the figures that led to it.
 *
 * @template Figures what tells who a group is
 */
export interface Finding<Figures = unknown> {
  kind: FindingKind;
  bot: string | null;
  page: string | null;
  feed: string | null;
  /** Who came with the agents of browsers and was judged alike, as the begin of a sentence. */
  group: string | null;
  of_group: Figures | null;
  /**
   * Since when it is so, ISO 8601; of automation, the day. Null when it was so for all days that
   * were looked at.
   */
  since: string | null;
  /** The visits that led to it: errors, spoofed ones, those of a group, or 0 of a bot that stopped. */
  visits: number | null;
  /** Of how many, or how many were to be expected. */
  of_visits: number | null;
}

/** What is known of a website. */
export interface Facts<Figures = unknown> {
  /** Days of the last weeks, also those of people. */
  bots: readonly BotFacts[];
  /** The pages with the most errors for AI bots in the last seven days. */
  pages: readonly PageFacts[];
  feeds: readonly FeedFacts[];
  /** The groups of automation with the most visits in the last seven days. */
  groups: readonly GroupFacts<Figures>[];
  lists: Pick<ListsFacts, 'old_lists'>;
}

/** So many weeks of days are needed: four to compare with, and the longest silence before today. */
export const FINDING_WEEKS = 7;
/** More of a kind than this would hide the other kinds. */
export const MOST_FINDINGS_OF_A_KIND = 3;

const NOTHING = {
  ...{ bot: null, page: null, feed: null, group: null, of_group: null },
  ...{ since: null, visits: null, of_visits: null },
};

/** Returns what is worth a look, what makes the other figures incomplete first. */
export function findingsOf<Figures>(
  { bots, pages, feeds, groups, lists }: Facts<Figures>,
  now: number,
): Finding<Figures>[] {
  const first = <One>(some: readonly One[]) => some.slice(0, MOST_FINDINGS_OF_A_KIND);
  const oldest = oldestOf(lists);
  const silent = feeds.filter((feed) => silenceOf(feed, now) !== undefined);
  return [
    ...first(silent).map(({ feed, last_delivery }) => ({
      ...{ ...NOTHING, kind: 'silent_feed' as const, feed, since: last_delivery },
    })),
    ...first(failingPages(pages)).map(({ path, ai_bot_visits, error_visits }) => ({
      ...{ ...NOTHING, kind: 'failing_page' as const, page: path },
      ...{ visits: error_visits, of_visits: ai_bot_visits },
    })),
    ...first(stoppedBots(bots, now)).map(({ bot, lastDay, expected }) => ({
      ...{ ...NOTHING, kind: 'stopped_bot' as const, bot },
      ...{ since: new Date(lastDay).toISOString(), visits: 0, of_visits: expected },
    })),
    ...first(spoofedBots(bots, now)).map(({ bot, spoofed, visits }) => ({
      ...{ ...NOTHING, kind: 'spoofed_bot' as const, bot, visits: spoofed, of_visits: visits },
    })),
    ...first(automationGroups(groups)).map(({ day, group, of_group, visits, browser_visits }) => ({
      ...{ ...NOTHING, kind: 'automation' as const, since: new Date(day).toISOString() },
      ...{ group, of_group, visits, of_visits: browser_visits },
    })),
    ...(oldest === undefined ? [] : [{ ...NOTHING, kind: 'old_lists' as const, since: oldest }]),
  ];
}
