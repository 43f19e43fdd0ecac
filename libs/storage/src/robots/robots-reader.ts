import { statement } from '../database/statement.js';
import { coverColumns, dayBounds } from '../reports/cover-values.js';
import { ReportLookups } from '../reports/report-lookups.js';
import type { BotFilter, DayRange } from '../reports/report-questions.js';

/** A bot that came on some days, and the bot as which a period reports it. */
export interface VisitingBot {
  id: number;
  name: string;
  visits: number;
  reported: { id: number; name: string; provider: string; category: string; declared: boolean };
}

/** Bots, and what sets of rules say about pages that not all of them allow. */
export interface RestrictedPages {
  /** Bots, and for each the index of its set of rules. */
  bots: number[];
  sets: number[];
  /** The indexes of sets that allow nothing. */
  closed: number[];
  /** Pages, and for each its class; 0 means that it was not judged. */
  pages: number[];
  pageClasses: number[];
  /** What sets say about the pages of a class: rows of class, index of the set, and verdict. */
  classes: number[];
  classSets: number[];
  classVerdicts: ('disallowed' | 'not_judged')[];
  /** Pages with a greater id were not judged. */
  lastJudged: number | null;
}

/** Visits of a bot, as the rules for it say about their pages. */
export interface RestrictedVisits {
  bot: number;
  paged_visits: number;
  disallowed_visits: number;
  disallowed_verified_visits: number;
  disallowed_spoofed_visits: number;
  disallowed_unverifiable_visits: number;
  not_judged_visits: number;
  /** Of those not judged, visits to pages of the class 0, and beyond the last page that was judged. */
  beyond_limit_visits: number;
  samples: { page: number; path: string; visits: number }[];
}

const BOTS = statement('robots/bots_on_days');
const PAGES = statement('robots/pages_on_days');
const VISITS = statement('robots/visits_to_pages');

/** How many pages are named for each bot. */
const SAMPLES = 5;

/** Reads the visits that a robots.txt is about, only from roll-ups. */
export class RobotsReader extends ReportLookups {
  /** Returns what reads the visits of a website in a period, of all bots or of some. */
  async visitsOf(websiteId: number, period: DayRange, filter: BotFilter = {}) {
    const chosen = await this.botIds(websiteId, period, filter);
    return {
      bots: (days: DayRange) => {
        const values = [websiteId, ...dayBounds(days), ...dayBounds(period), chosen];
        return this.readOf<VisitingBot>('robots_bots', BOTS, values);
      },
      pages: async (days: DayRange, { limit, octets }: { limit: number; octets: number }) => {
        const values = [
          websiteId,
          ...coverColumns(await this.cover(websiteId, days)),
          limit,
          octets,
        ];
        return this.readOf<{ id: number; path: string | null }>('robots_pages', PAGES, values);
      },
      visits: async (days: DayRange, wanted: RestrictedPages) => {
        const { bots, sets, closed, pages, pageClasses, classes, classSets } = wanted;
        const disallowed = wanted.classVerdicts.map((verdict) => verdict === 'disallowed');
        return this.readOf<RestrictedVisits>('robots_visits', VISITS, [
          ...[websiteId, ...coverColumns(await this.cover(websiteId, days)), bots, sets, closed],
          ...[pages, pageClasses, classes, classSets, disallowed].map(arrayText),
          ...[wanted.lastJudged, SAMPLES],
        ]);
      },
    };
  }
}

/**
 * Writes an array as PostgreSQL does. The driver quotes each of its elements, which takes a tenth
 * of a second for as many pages as a website may have.
 */
const arrayText = (values: readonly (number | boolean)[]): string => `{${values.join()}}`;
