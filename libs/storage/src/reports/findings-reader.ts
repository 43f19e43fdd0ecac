import { statement } from '../database/statement.js';
import { dayBounds } from './cover-values.js';
import { NO_BOTS, PackedLookups } from './packed-lookups.js';
import type { DayRange } from './report-questions.js';
import { sumSets } from './packed/page-sums.js';
import { valuesOfPages } from './statements/packed.js';
import { PAGES } from './statements/pages.js';

const DAYS_OF_BOTS = statement('reports/days_of_bots');

/** The most bots of which days are read, with people. */
const MOST_BOTS = 200;

/** The visits of a bot, or of people, by day. */
export interface DaysOfBot {
  /** Null means people. */
  name: string | null;
  /** Midnights UTC in epoch milliseconds, in any order. Days without visits are left out. */
  days: { day: number; visits: number; spoofed_visits: number }[];
}

/** A page as AI bots got it. */
export interface PageOfAi {
  path: string;
  ai_bot_visits: number;
  /** Those that were answered with a status of 400 or more. */
  error_visits: number | null;
}

/** Reads what tells whether something is wrong with a website, only from roll-ups. */
export class FindingsReader extends PackedLookups {
  /** Returns the days of people and of the bots that came most. */
  daysOfBots(websiteId: number, range: DayRange): Promise<DaysOfBot[]> {
    const values = [websiteId, ...dayBounds(range), MOST_BOTS];
    return this.readOf('days_of_bots', DAYS_OF_BOTS, values);
  }

  /** Returns the pages with the most errors for AI bots. */
  async failingPages(websiteId: number, range: DayRange, limit: number): Promise<PageOfAi[]> {
    const bots = await this.aiBots();
    const kinds = { chosen: bots, ai: bots, scanners: NO_BOTS };
    const { cover, digests } = await this.packedCover(websiteId, range, ['sets']);
    return this.readFrom(PAGES.all.ofBots, {
      ...{ website: websiteId, ...cover, ...valuesOfPages(sumSets(digests.sets, kinds)) },
      ...{ bots: [...bots], limit },
      ...{ path: null, page: null },
      ...{ column: 'error_visits', direction: 1, after: null, afterText: null },
    });
  }
}
