import {
  type BotCategory,
  type CoveredPage,
  type CoverageOf,
  type CoverageShown,
  NO_CONTENT,
  NO_CONTENT_EXTENSIONS,
} from '@app/contracts';
import { statement } from '../database/statement.js';
import { coverColumns } from './cover-values.js';
import { type ListPart, partOf, type Place } from './list-order.js';
import { ReportLookups } from './report-lookups.js';
import type { BotFilter, DayRange } from './report-questions.js';

const COVERAGE = statement('reports/coverage');
const LAST_READ = statement('reports/last_read');

/** Of the pages that people read, at most so many: those that they read most. */
export const MOST_COVERED_PAGES = 50_000;

export interface CoverageQuestion {
  of: CoverageOf;
  show: CoverageShown;
  /** Only these of all AI bots. */
  filter: Pick<BotFilter, 'bot' | 'provider' | 'category'>;
  /** The start of the paths. */
  path?: string | undefined;
  limit: number;
  after?: Place | undefined;
}

export interface CoverageTotals {
  pages: number;
  /** Those that a bot read, asked for without reading it, or got an error of. */
  read: number;
  asked_not_read: number;
  with_errors: number;
}

export interface Coverage {
  totals: CoverageTotals;
  /** Without those of which no bot read anything. */
  categories: { category: BotCategory; pages: number }[];
  bots: { name: string; provider: string; category: BotCategory; pages: number }[];
  list: ListPart<CoveredPage>;
}

type ListedPage = Omit<CoveredPage, 'last_read'> & { id: number | null };
type CoverageRow = Omit<Coverage, 'list'> & { pages: ListedPage[] };

/** Reads which pages of a website AI bots have read, only from roll-ups. */
export class CoverageReader extends ReportLookups {
  async coverage(
    websiteId: number,
    range: DayRange,
    { of, show, filter, path, limit, after }: CoverageQuestion,
  ): Promise<Coverage> {
    const bots = await this.botIds(websiteId, range, filter);
    const cover = await this.cover(websiteId, range);
    const which = [bots, of, MOST_COVERED_PAGES, path ?? null, NO_CONTENT];
    // One page more than requested tells whether there are more.
    const part = [show, limit + 1, after?.numbers[0] ?? null, after?.texts[0] ?? null];
    const files = [NO_CONTENT_EXTENSIONS];
    const values = [websiteId, ...coverColumns(cover), ...which, ...part, ...files];
    const [row] = await this.readOf<CoverageRow>('coverage', COVERAGE, values);
    const { pages, ...counts } = row as CoverageRow;
    const { rows, next } = partOf(pages, limit, ({ human_visits: visits, path }) => ({
      numbers: [visits],
      texts: [path],
    }));
    return { ...counts, list: { rows: await this.withDays(websiteId, range, bots, rows), next } };
  }

  private async withDays(
    websiteId: number,
    range: DayRange,
    bots: number[] | null,
    pages: readonly ListedPage[],
  ): Promise<CoveredPage[]> {
    const suits = (digest: { grain: string }) => digest.grain === 'day';
    const ids = pages.filter((page) => page.read_by > 0).map(({ id }) => id);
    const values = [
      websiteId,
      ...coverColumns(await this.cover(websiteId, range, suits)),
      bots,
      ids,
    ];
    const rows = await this.readOf<{ page_id: number; last_read: string }>(
      'last_read',
      LAST_READ,
      values,
    );
    const days = new Map(rows.map(({ page_id, last_read }) => [page_id, last_read]));
    return pages.map(({ id, ...page }) => ({
      ...page,
      last_read: (id === null ? undefined : days.get(id)) ?? null,
    }));
  }
}
