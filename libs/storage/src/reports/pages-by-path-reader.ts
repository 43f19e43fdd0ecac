import type { PageCounts } from '@app/contracts';
import { countsWith, NO_PEOPLE_COUNTS } from './counts-with.js';
import { ReportLookups } from './report-lookups.js';
import type { BotFilter, DayRange } from './report-questions.js';
import {
  PAGES_BY_PATH,
  PAGES_BY_PATH_OF_BOTS,
  PAGES_BY_PATH_OF_VERIFICATION,
} from './statements/pages-by-path.js';

type Row = PageCounts & { path: string };

/** What is not counted of the visits of some bots: nobody else came. */
const ONLY_BOTS = { human_visits: 0, people_visits: 0, undecided_visits: 0, not_judged_visits: 0 };

/** Reads the counts of some pages of a website, which a list has, on other days. */
export class PagesByPathReader extends ReportLookups {
  /** Returns the counts of pages by their paths. A page without visits has none. */
  async counts(
    websiteId: number,
    range: DayRange,
    filter: BotFilter,
    paths: readonly string[],
  ): Promise<Map<string, PageCounts>> {
    const rows = await this.rows(websiteId, range, filter, paths);
    return new Map(rows.map(({ path, ...counts }) => [path, counts]));
  }

  private async rows(
    websiteId: number,
    range: DayRange,
    filter: BotFilter,
    paths: readonly string[],
  ): Promise<Row[]> {
    const { verification } = filter;
    const bots = await this.botIds(websiteId, range, filter);
    const values = { website: websiteId, ...(await this.cover(websiteId, range)), paths };
    if (bots === null) return this.readFrom(PAGES_BY_PATH, values);
    const of = { ...values, bots };
    if (verification === undefined) {
      const rows: Row[] = await this.readFrom(PAGES_BY_PATH_OF_BOTS, of);
      return rows.map((row) => ({ ...row, ...ONLY_BOTS }));
    }
    const rows: Row[] = await this.readFrom(PAGES_BY_PATH_OF_VERIFICATION, { ...of, verification });
    return rows.map((row) => ({
      ...{ ...row, human_visits: 0, error_visits: null },
      ...{ ...NO_PEOPLE_COUNTS, ...countsWith(verification, row.bot_visits) },
    }));
  }
}
