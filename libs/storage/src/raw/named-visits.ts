import type { VisitEntry } from '@app/contracts';
import { statement } from '../database/statement.js';
import { dayBounds } from '../reports/cover-values.js';
import { ReportLookups } from '../reports/report-lookups.js';
import type { DayRange } from '../reports/report-questions.js';

export type BotName = Pick<VisitEntry, 'bot' | 'provider' | 'category'>;

const FIND_NAMES = statement('raw/find_names');

const PEOPLE: BotName = { bot: null, provider: null, category: null };
/** What visits of a bot are reported as that came after names were looked up. */
const UNIDENTIFIED: BotName = {
  bot: 'Unidentified bot',
  provider: 'Unknown',
  category: 'unidentified',
};

/** Names the bots of visits as reports do. */
export abstract class NamedVisits extends ReportLookups {
  /**
   * Returns what visits are reported as that a bot made, by its id. Bots have the names that a report of
   * these days shows, because a bot that names itself has its name only where it has enough visits.
   */
  protected async names(websiteId: number, days: DayRange): Promise<Map<number, BotName>> {
    const rows = await this.readOf<{
      id: number;
      name: string;
      provider: string;
      category: string;
    }>('names_of_bots', FIND_NAMES, [websiteId, ...dayBounds(days)]);
    return new Map(
      rows.map(({ id, name, provider, category }) => [id, { bot: name, provider, category }]),
    );
  }
}

/** Returns what the visits of a bot are reported as, of 0 those of people. */
export function nameIn(names: ReadonlyMap<number, BotName>, bot: number): BotName {
  return bot === 0 ? PEOPLE : (names.get(bot) ?? UNIDENTIFIED);
}
