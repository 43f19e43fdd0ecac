import {
  type Clients,
  type Interval,
  type PageEntry,
  type ReferralEntry,
  type SpoofedEntry,
  type StatusEntry,
  type TrafficTotals,
  type Verification,
} from '@app/contracts';
import { statement } from '../database/statement.js';
import { BotLists, type CountedBot } from './bot-lists.js';
import { countsWith } from './counts-with.js';
import { dayBounds } from './cover-values.js';
import {
  type GroupedSeries,
  groupedSeries,
  type GroupsQuestion,
  type GroupsRow,
  groupsStatement,
} from './grouped-series.js';
import type { ListOrder, ListPart, PageColumn } from './list-order.js';
import type { BotFilter, BucketCounts, DayRange, ListFilter } from './report-questions.js';

/** A page with the numbers of its place in the order. */
type PlacedPage = PageEntry & { place: number[] };

const MOST_BOT_VISITS = { column: 'bot_visits', reversed: false } as const;

/** What a series of visits with one verification reads. */
type CountsOfBots = Pick<BucketCounts, 'bucket' | 'bot_visits' | 'ai_bot_visits'>;

interface SeriesQuestion {
  websiteId: number;
  range: DayRange;
  interval: Interval;
  filter: BotFilter;
}

interface ClientRow {
  kind: 'browser' | 'os' | 'device';
  name: string;
  visits: number;
}

const SUMMARY = statement('reports/summary');
const SUMMARIES = statement('reports/summaries');
const STATUSES = statement('reports/statuses');
const WEBSITES_OF_ACCOUNT = statement('reports/websites_of_account');
const ACCOUNT_VISITS = statement('reports/account_visits');
const BOTS = statement('reports/bots');
const BOTS_OF_PATH = statement('reports/bots_of_path');
const PAGES = statement('reports/pages');
const BOTS_OF_VERIFICATION = statement('reports/bots_of_verification');
const PAGES_OF_BOTS = statement('reports/pages_of_bots');
const PAGES_OF_VERIFICATION = statement('reports/pages_of_verification');
const HOURS_OF_VERIFICATION = statement('reports/hours_of_verification');
const DAYS_OF_VERIFICATION = statement('reports/days_of_verification');
const SPOOFED = statement('reports/spoofed');
const REFERRALS = statement('reports/referrals');
const LOGGED_REFERERS = statement('reports/logged_referers');
const CLIENTS = statement('reports/clients');
const SERIES_OF_PAGE = statement('reports/series_of_page');
const SERIES: Record<Interval, string> = {
  hour: statement('reports/series_hour'),
  day: statement('reports/series_day'),
  week: statement('reports/series_week'),
  month: statement('reports/series_month'),
};

/** Reads the reports of a website, only from roll-ups. */
export class TrafficReader extends BotLists {
  /** Returns the visits of all websites of an account. */
  async visitsOfAccount(accountId: number, range: DayRange): Promise<number> {
    const of = [accountId];
    const websites = await this.read<{ id: number }>('websites', WEBSITES_OF_ACCOUNT, of);
    const values = [websites.map(({ id }) => id), ...dayBounds(range)];
    const rows = await this.read<{ visits: number }>('account', ACCOUNT_VISITS, values);
    return rows[0]?.visits ?? 0;
  }

  async totals(websiteId: number, range: DayRange): Promise<TrafficTotals> {
    const values = [websiteId, ...dayBounds(range)];
    const [totals] = await this.readOf<TrafficTotals>('summary', SUMMARY, values);
    return totals as TrafficTotals;
  }

  /** Returns the totals of some websites, by their ids. */
  async totalsOf(
    websiteIds: readonly number[],
    range: DayRange,
  ): Promise<Map<number, TrafficTotals>> {
    const rows = await this.readEach<TrafficTotals & { website_id: number }>(
      'summaries',
      SUMMARIES,
      websiteIds,
      dayBounds(range),
    );
    return new Map(rows.map(({ website_id, ...totals }) => [website_id, totals]));
  }

  /** Returns visits by status code, ascending. */
  statuses(websiteId: number, range: DayRange): Promise<StatusEntry[]> {
    return this.readOf('statuses', STATUSES, [websiteId, ...dayBounds(range)]);
  }

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
    const rows = await this.placedPages(websiteId, range, { ...filter, limit: more }, order);
    const shown = rows.slice(0, limit);
    const last = rows.length > shown.length ? shown.at(-1) : undefined;
    const next = last ? { numbers: last.place, texts: [last.path] } : null;
    return { rows: shown.map(withoutPlace), next };
  }

  protected async countBots(
    websiteId: number,
    range: DayRange,
    filter: ListFilter,
  ): Promise<CountedBot[]> {
    const { path, limit = null, verification } = filter;
    const page = await this.pageId(websiteId, filter.exact_path);
    if (page === 'unknown') return [];
    const bots = await this.botIds(websiteId, range, filter);
    const cover = await this.cover(websiteId, range);
    const all = [websiteId, ...dayBounds(range), ...cover, bots, limit];
    if (verification !== undefined) {
      const values = [...all, verification, path ?? null, page];
      return this.readOf('bots_of_verification', BOTS_OF_VERIFICATION, values);
    }
    if (path === undefined && page === null) return this.readOf('bots', BOTS, all);
    const days = dayBounds(range);
    const values = [websiteId, ...cover, path ?? null, bots, limit, days[0], page];
    return this.readOf('bots_of_path', BOTS_OF_PATH, values);
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
    const cover = await this.cover(websiteId, range);
    const place = [after?.numbers ?? null, after?.texts[0] ?? null];
    const values = [websiteId, ...cover, limit, path, column, reversed ? -1 : 1, ...place, page];
    if (verification !== undefined) {
      const of = [...values, bots, verification];
      const rows = await this.readOf<PlacedPage>(
        'pages_of_verification',
        PAGES_OF_VERIFICATION,
        of,
      );
      return rows.map((row) => ({
        ...row,
        ...countsWith(verification, row.bot_visits),
        error_visits: null,
      }));
    }
    if (bots) return this.readOf('pages_of_bots', PAGES_OF_BOTS, [...values, bots]);
    // For any values the planner expects few pages, and sorts all rows of days to put them together.
    return this.readAnew('pages', PAGES, [...values, ai]);
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
    const [, ...days] = await this.cover(websiteId, range, ({ grain }) => grain === 'day');
    const { verification } = filter;
    const values = [websiteId, ...days, page, bots, verification ?? null, interval];
    const rows = await this.readOf<BucketCounts>('series_of_page', SERIES_OF_PAGE, values);
    if (verification === undefined) return rows;
    return rows.map((row) => ({ ...row, ...countsWith(verification, row.bot_visits) }));
  }

  /** Returns counts by hour or day. */
  async series(
    websiteId: number,
    range: DayRange,
    interval: 'hour' | 'day',
    filter: BotFilter = {},
  ): Promise<BucketCounts[]> {
    if (filter.verification !== undefined) {
      return this.seriesWith(filter.verification, { websiteId, range, interval, filter });
    }
    const bots = await this.botIds(websiteId, range, filter);
    const values = [websiteId, ...dayBounds(range), bots];
    return this.readOf(`series_${interval}`, SERIES[interval], values);
  }

  /**
   * Returns counts by week or month. `whole` buckets come from their roll-up, the rest of `range`
   * from days.
   */
  async clippedSeries(
    websiteId: number,
    { range, whole }: { range: DayRange; whole: DayRange },
    interval: 'week' | 'month',
    filter: BotFilter = {},
  ): Promise<BucketCounts[]> {
    if (filter.verification !== undefined) {
      return this.seriesWith(filter.verification, { websiteId, range, interval, filter });
    }
    const [from, to] = dayBounds(range);
    const bots = await this.botIds(websiteId, range, filter);
    const values = [websiteId, from, ...dayBounds(whole), to, bots];
    return this.readOf(`series_${interval}`, SERIES[interval], values);
  }

  /** Returns a series with the largest groups that its visits are of. */
  async groups(websiteId: number, question: GroupsQuestion): Promise<GroupedSeries> {
    const bots = await this.botIds(websiteId, question.range, question.filter);
    const { name, text, values } = groupsStatement(websiteId, bots, question);
    const [row] = await this.readOf<GroupsRow>(name, text, values);
    return groupedSeries(row as GroupsRow, question.buckets, question.filter.verification);
  }

  /** Returns spoofed visits by claimed bot and network, most visits first. */
  async spoofed(websiteId: number, range: DayRange, filter: ListFilter): Promise<SpoofedEntry[]> {
    const bots = await this.botIds(websiteId, range, filter);
    const values = [websiteId, ...dayBounds(range), bots, filter.limit ?? null];
    return this.readOf('spoofed', SPOOFED, values);
  }

  /** Returns people sent by AI assistants, most visits first. */
  referrals(websiteId: number, range: DayRange): Promise<ReferralEntry[]> {
    return this.readOf('referrals', REFERRALS, [websiteId, ...dayBounds(range)]);
  }

  /** Returns those of some websites whose logs have had a referer, at any time. */
  async loggedReferers(websiteIds: readonly number[]): Promise<Set<number>> {
    const rows = await this.readEach<{ website_id: number; is_logged: boolean }>(
      'logged_referers',
      LOGGED_REFERERS,
      websiteIds,
      [],
    );
    return new Set(rows.filter(({ is_logged }) => is_logged).map(({ website_id }) => website_id));
  }

  /** Returns people by browser, operating system and device, each with most visits first. */
  async clients(websiteId: number, range: DayRange): Promise<Clients> {
    const values = [websiteId, ...dayBounds(range)];
    const rows = await this.readOf<ClientRow>('clients', CLIENTS, values);
    const of = (kind: ClientRow['kind']) =>
      rows.filter((row) => row.kind === kind).map(({ name, visits }) => ({ name, visits }));
    return { browsers: of('browser'), operating_systems: of('os'), devices: of('device') };
  }

  /** Returns the counts of visits with one verification. They are of bots only. */
  private async seriesWith(
    verification: Verification,
    { websiteId, range, interval, filter }: SeriesQuestion,
  ): Promise<BucketCounts[]> {
    const bots = await this.botIds(websiteId, range, filter);
    const values = [websiteId, ...dayBounds(range), bots, verification];
    const rows =
      interval === 'hour'
        ? await this.readOf<CountsOfBots>('hours_of_verification', HOURS_OF_VERIFICATION, values)
        : await this.readOf<CountsOfBots>('days_of_verification', DAYS_OF_VERIFICATION, [
            ...values,
            interval,
          ]);
    return rows.map((row) => ({
      ...row,
      total_visits: row.bot_visits,
      human_visits: 0,
      ...countsWith(verification, row.bot_visits),
    }));
  }
}

function withoutPlace({ place: _place, ...page }: PlacedPage): PageEntry {
  return page;
}
