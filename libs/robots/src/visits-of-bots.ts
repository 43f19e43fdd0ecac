import type { VisitedPage } from './judge-pages.js';

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

/** Which visits are asked for: those to pages that rules disallow, and to those not judged. */
export interface PagesQuestion {
  /** Bots, and for each the place of its rules. */
  bots: number[];
  sets: number[];
  /** The places of rules that allow nothing. */
  closed: number[];
  /** Pages that are not allowed; for each the place of the rules, and what they say. */
  pages: number[];
  pageSets: number[];
  pageVerdicts: ('disallowed' | 'not_judged')[];
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
  /** The disallowed pages with the most visits. */
  samples: { path: string; visits: number }[];
}

/** What must be read. Whoever asks lends it. */
export interface VisitsOfBots {
  /** Returns the bots that came on these days. */
  bots(days: Days): Promise<BotOnDays[]>;
  /** Returns pages that bots visited on these days, in the order of their ids. */
  pages(days: Days, limit: number): Promise<VisitedPage[]>;
  visits(days: Days, question: PagesQuestion): Promise<VisitsToPages[]>;
}
