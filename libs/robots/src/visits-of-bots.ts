import type { JudgedPages, VisitedPage } from './judge-pages.js';

/** Whole days of UTC. Both ends are midnights: `from` is inclusive, `to` exclusive. */
export interface Days {
  from: Date;
  to: Date;
}

/** A bot that came on some days. A bot that names itself may be reported as another one. */
export interface BotOnDays {
  id: number;
  name: string;
  visits: number;
  reported: ReportedBot;
}

export interface ReportedBot {
  id: number;
  name: string;
  provider: string;
  category: string;
  declared: boolean;
}

/** Which visits are asked for: those to pages that rules do not allow, and to those not judged. */
export interface PagesQuestion extends Omit<JudgedPages, 'classRules'> {
  /** Bots, and for each the index of its set of rules. */
  bots: number[];
  sets: number[];
  /** The indexes of sets that allow nothing. */
  closed: number[];
  /** Pages with a greater id were not judged. Null when all were. */
  lastJudged: number | null;
}

export interface VisitsToPages {
  bot: number;
  /** Visits whose page is known. */
  paged_visits: number;
  disallowed_visits: number;
  disallowed_verified_visits: number;
  disallowed_spoofed_visits: number;
  disallowed_unverifiable_visits: number;
  not_judged_visits: number;
  /** Of those not judged, visits to pages that were not judged because a limit was reached. */
  beyond_limit_visits: number;
  /** The disallowed pages with the most visits. */
  samples: { page: number; path: string; visits: number }[];
}

export interface PagesBound {
  /** How many pages are wanted: those with the smallest ids. */
  limit: number;
  /** Octets of all paths together. The longest paths beyond them are null. */
  octets: number;
}

/** What must be read. Whoever asks lends it. */
export interface VisitsOfBots {
  /** Returns the bots that came on these days. */
  bots(days: Days): Promise<BotOnDays[]>;
  /** Returns pages that bots visited on these days: those with the shortest paths first. */
  pages(days: Days, bound: PagesBound): Promise<VisitedPage[]>;
  visits(days: Days, question: PagesQuestion): Promise<VisitsToPages[]>;
}
