import { HOUR_MS, hourOf, type Hours, MINUTE_MS } from './hours.js';
import type { Usual } from './usual.js';

/** So many whole hours are looked at beside the running one. Logs that come later open nothing. */
export const RECENT_HOURS = 3;

/** What a bot did in an hour, or all others together. */
export interface HourOfBot {
  /** Start of the hour, epoch milliseconds. */
  hour: number;
  /** Null means people, and bots that no rule asks for. */
  bot: string | null;
  category: string | null;
  visits: number;
  /** Those that were answered with a status of 400 or more. */
  errors: number;
  spoofed: number;
}

/** The visits of a bot with one status in an hour. */
export interface HourOfStatus {
  hour: number;
  bot: string;
  category: string;
  status: number;
  visits: number;
}

/** The hours of some bots, with what is usual for them. */
export interface Series {
  hours: Hours;
  /** Undefined while too little is known of the past. */
  usual: Usual | undefined;
}

/** When a bot came to the website for the first time. */
export interface FirstVisit {
  bot: string;
  provider: string;
  category: string;
  /** Epoch milliseconds. */
  at: number;
}

/** When a feed brought something, and what became of it. */
export interface FeedFacts {
  feed: string;
  /** Epoch milliseconds; null means never. */
  firstDelivery: number | null;
  lastDelivery: number | null;
  /** Hours of the last four weeks with a delivery, ascending. Empty means that none are known. */
  hours: readonly number[];
  /** What came in the recent hours. */
  deliveries: number;
  entries: number;
  /** Records that were rejected, and deliveries that were refused. */
  rejected: number;
  refused: number;
  /** The most frequent reason of them. */
  reason: string | null;
}

/** Visits, and those of them that were answered with a status of 400 or more. */
export interface Counts {
  visits: number;
  errors: number;
}

/** What the bots that are asked for got of a page, by UTC day: pages are not counted by hour. */
export interface PageFacts {
  today: Counts;
  yesterday: Counts;
}

/** Visits of a bot, on a UTC day, to pages that robots.txt did not allow to it on that day. */
export interface DayOfDisobedience {
  /** `YYYY-MM-DD`. */
  day: string;
  /** Without those that others made in the name of the bot. */
  visits: number;
  /** Visits that were not judged, because a limit was reached: some may be more of these. */
  unjudged: number;
  /** The page with most of them, and the rule that forbids it. */
  most?: { path: string; rule: string } | undefined;
}

/** How a bot disobeyed on the last two days. */
export interface DisobedienceOfBot {
  bot: string;
  category: string;
  today: DayOfDisobedience;
  yesterday: DayOfDisobedience;
}

/** How many of the pages that should be read the bots of a rule read in the last 30 days. */
export interface CoverageFacts {
  /** Those of the sitemap, or without one those that people visited. */
  of: 'sitemap' | 'visited';
  /** The first day, `YYYY-MM-DD`. */
  from: string;
  pages: number;
  read: number;
}

/** So many whole hours are looked at for the share of automation. */
const AUTOMATION_HOURS = 24;
/** Verdicts on visitors whose last request is younger may still change. */
const VERDICTS_AFTER_MS = 10 * MINUTE_MS;

/** How many visits of browsers are judged, and those of them that are of automation. */
export interface AutomationFacts {
  /** The first whole hour and the end of the last one, epoch milliseconds. */
  from: number;
  to: number;
  judged: number;
  visits: number;
}

/** Returns the whole hours of which the share of automation is told at a moment. */
export function automationSpan(now: number): { from: number; to: number } {
  const to = hourOf(now - VERDICTS_AFTER_MS);
  return { from: to - AUTOMATION_HOURS * HOUR_MS, to };
}

/** Undeclared automation of a UTC day that was judged alike: of one agent, or for one page. */
export interface AutomationGroup {
  kind: 'fleet' | 'brute_force';
  /** The agent of a fleet, or the page. */
  of: string;
  /** The same in few words. */
  name: string;
  visits: number;
  /** Those that were answered with a status of 400 or more. */
  errors: number;
  /** Different pairs of address and agent. */
  visitors: number;
  networks: number;
  /** The status codes with the most visits, the first one with most of them. */
  statuses: readonly number[];
  /** The first request, epoch milliseconds. */
  firstSeen: number;
  /** False for one of several small groups that are kept as one: it is there, and no more is known. */
  isAlone: boolean;
}

/** The groups of two UTC days; undefined for a day of which nothing is judged. */
export interface GroupsOfDays {
  today: readonly AutomationGroup[] | undefined;
  yesterday: readonly AutomationGroup[] | undefined;
}

/** What is known of a website at a moment. */
export interface Facts {
  /** The running hour and the hours before it. */
  recent: readonly HourOfBot[];
  /** The same hours by status, where a rule asks for statuses. */
  statuses: readonly HourOfStatus[];
  /** The newest visit of anybody, epoch milliseconds. */
  newestVisit: number | null;
  /** When the website had its first visit. Null when it had none. */
  since: number | null;
  /** Bots of the recent hours, and when each came for the first time. */
  firstVisits: readonly FirstVisit[];
  /** The hours of all visits, and of those that the rule asks for. */
  everyone: Series | undefined;
  asked: Series | undefined;
  /** The page that the rule asks for. */
  page: PageFacts | undefined;
  feeds: readonly FeedFacts[];
  /** Entries that could not be stored, of the last 24 hours. */
  deadEntries: number;
  /** Bots that disobeyed robots.txt. Undefined when it was not looked at yet. */
  disobedience: readonly DisobedienceOfBot[] | undefined;
  /** Undefined when it was not looked at yet, or when the logs are younger than 30 days. */
  coverage: CoverageFacts | undefined;
  /** Undefined when no visitor of these hours is judged. */
  automation: AutomationFacts | undefined;
  groups: GroupsOfDays;
}

/** Nothing is known. */
export const NO_FACTS: Facts = {
  recent: [],
  statuses: [],
  newestVisit: null,
  since: null,
  firstVisits: [],
  everyone: undefined,
  asked: undefined,
  page: undefined,
  feeds: [],
  deadEntries: 0,
  disobedience: undefined,
  coverage: undefined,
  automation: undefined,
  groups: { today: undefined, yesterday: undefined },
};
