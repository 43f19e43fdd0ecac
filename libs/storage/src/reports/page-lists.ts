import type { Interval, PageEntry } from '@app/contracts';
import { BotLists } from './bot-lists.js';
import { countsWith, NO_PEOPLE_COUNTS } from './counts-with.js';
import { type ListOrder, type ListPart, type PageColumn, partOf } from './list-order.js';
import { NO_BOTS } from './packed-lookups.js';
import { pointsBy, pointsOfPage, pointsOfPageByBots } from './packed/page-points.js';
import { sumPages, sumSets, sumVerified } from './packed/page-sums.js';
import type { BotFilter, BucketCounts, DayRange, ListFilter } from './report-questions.js';
import { valuesOfPages } from './statements/packed.js';
import { PAGES, SERIES_OF_PAGE, SERIES_OF_PAGE_OF_BOTS } from './statements/pages.js';

/** A page with the numbers of its place in the order. */
type PlacedPage = PageEntry & { place: number[] };

const MOST_BOT_VISITS = { column: 'bot_visits', reversed: false } as const;

/** The pages of a website over whole days, in the orders and parts of a list, and the series of one. */
export abstract class PageLists extends BotLists {
  /** Returns the first pages, most bot visits first. */
  async pages(websiteId: number, range: DayRange, filter: ListFilter): Promise<PageEntry[]> {
    return (await this.placedPages(websiteId, range, filter, MOST_BOT_VISITS)).map(withoutPlace);
  }

  /** Returns a part of the pages, in an order. */
  async pagesInOrder(
    websiteId: number,
    range: DayRange,
    { limit = Infinity, ...filter }: ListFilter,
    order: ListOrder<PageColumn>,
  ): Promise<ListPart<PageEntry>> {
    // One page more than requested tells whether there are more.
    const more = limit === Infinity ? undefined : limit + 1;
    const pages = await this.placedPages(websiteId, range, { ...filter, limit: more }, order);
    const { rows, next } = partOf(pages, limit, ({ place, path }) => ({
      numbers: place,
      texts: [path],
    }));
    return { rows: rows.map(withoutPlace), next };
  }

  private async placedPages(
    websiteId: number,
    range: DayRange,
    filter: ListFilter,
    { column, reversed, after }: ListOrder<PageColumn>,
  ): Promise<PlacedPage[]> {
    const { path = null, limit = null, verification, ai = null } = filter;
    const page = await this.pageId(websiteId, filter.exact_path);
    if (page === 'unknown') return [];
    const bots = await this.botIds(websiteId, range, filter);
    const lists = PAGES[filter.only ?? 'all'];
    const values = {
      ...{ website: websiteId, limit, path, page },
      ...{ column, direction: reversed ? -1 : 1 },
      ...{ after: after?.numbers ?? null, afterText: after?.texts[0] ?? null },
    };
    const scanners = filter.only ? await this.scanners() : NO_BOTS;
    if (bots === null) {
      const { cover, digests } = await this.packedCover(
        websiteId,
        range,
        filter.only ? ['pages', 'sets'] : ['pages'],
      );
      const sums = valuesOfPages(sumPages(digests.pages, digests.sets, scanners));
      // For any values the planner expects few pages, and sorts all rows of days to put them together.
      return this.readAnew(lists.ofAll, { ...values, ...cover, ...sums, ai });
    }
    const { cover, digests } = await this.packedCover(websiteId, range, ['sets']);
    const kinds = { chosen: new Set(bots), ai: await this.aiBots(), scanners };
    if (verification !== undefined) {
      const sums = valuesOfPages(sumVerified(digests.sets, kinds, verification));
      const of = { ...values, ...cover, ...sums, bots, verification };
      const rows: PlacedPage[] = await this.readFrom(lists.ofVerification, of);
      return rows.map((row) => ({
        ...row,
        ...countsWith(verification, row.bot_visits),
        ...NO_PEOPLE_COUNTS,
        error_visits: null,
      }));
    }
    const sums = valuesOfPages(sumSets(digests.sets, kinds));
    return this.readFrom(lists.ofBots, { ...values, ...cover, ...sums, bots });
  }

  /** Returns the counts of one page by day, week or month. */
  async pageSeries(
    websiteId: number,
    range: DayRange,
    interval: Exclude<Interval, 'hour'>,
    { exact_path: path, ...filter }: BotFilter & { exact_path: string },
  ): Promise<BucketCounts[]> {
    const page = await this.pageId(websiteId, path);
    if (page === 'unknown') return [];
    const bots = await this.botIds(websiteId, range, filter);
    const kind = bots ? 'sets' : 'pages';
    const isDay = ({ grain }: { grain: string }) => grain === 'day';
    const { cover, digests } = await this.packedCover(websiteId, range, [kind], isDay);
    const [position] = (await this.positionsOf(websiteId, undefined, page)) ?? [];
    const values = { website: websiteId, ...cover, page, interval };
    if (bots === null) {
      const others: BucketCounts[] = await this.readFrom(SERIES_OF_PAGE, values);
      const points = position === undefined ? [] : pointsOfPage(digests.pages, position);
      return pointsBy(interval, [...points, ...others]);
    }
    const { verification } = filter;
    const others: BucketCounts[] = await this.readFrom(SERIES_OF_PAGE_OF_BOTS, {
      ...{ ...values, bots, verification: verification ?? null },
    });
    const kinds = { bots: new Set(bots), ai: await this.aiBots() };
    const points =
      position === undefined ? [] : pointsOfPageByBots(digests.sets, position, kinds, verification);
    const rows = pointsBy(interval, [...points, ...others]);
    if (verification === undefined) return rows;
    return rows.map((row) => ({ ...row, ...countsWith(verification, row.bot_visits) }));
  }
}

function withoutPlace({ place: _place, ...page }: PlacedPage): PageEntry {
  return page;
}
