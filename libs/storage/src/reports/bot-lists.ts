import {
  type BotCounts,
  type BotEntry,
  type StatusEntry,
  type TrafficTotals,
  type Verification,
  verificationWord,
} from '@app/contracts';
import { statement } from '../database/statement.js';
import { countsWith } from './counts-with.js';
import { bounds, type CoverValues, timestamp } from './cover-values.js';
import {
  type GroupedSeries,
  groupedSeries,
  type GroupsQuestion,
  type GroupsRow,
} from './grouped-series.js';
import type { BotColumn, BotWithId, ListOrder, ListPart } from './list-order.js';
import { edges, type HourRange, touchedDays } from './hour-edges.js';
import { PackedLookups } from './packed-lookups.js';
import type { DayRange, DimensionFilter, ListFilter } from './report-questions.js';
import { partOfBots } from './rows-in-order.js';
import { BOTS_OF_HOURS } from './statements/bots.js';
import { GROUPS, GROUPS_OF_STATUSES } from './statements/groups.js';
import { STATUSES_OF_HOURS } from './statements/lists.js';
import { SUMMARIES_OF_HOURS } from './statements/summaries.js';

/** A bot as it is counted, without its word. */
export type CountedBot = Omit<BotWithId, 'verification'>;

const BOTS_BEFORE = statement('reports/bots_before');

/** The bots of a website, in the orders and parts of a list. How they are counted is left open. */
export abstract class BotLists extends PackedLookups {
  /**
   * Returns the bots that came, most visits first.
   *
   * @param cover what must be read, when another report of the same answer has found it out
   */
  async bots(
    websiteId: number,
    range: DayRange,
    filter: ListFilter = {},
    cover?: CoverValues,
  ): Promise<BotEntry[]> {
    return withoutIds(await this.botsWithIds(websiteId, range, filter, cover));
  }

  /** Returns a part of the bots that came, in an order. */
  async botsInOrder(
    websiteId: number,
    range: DayRange,
    { limit, ...filter }: ListFilter,
    order: ListOrder<BotColumn>,
  ): Promise<ListPart<BotWithId>> {
    return partOfBots(await this.botsWithIds(websiteId, range, filter), order, limit);
  }

  /**
   * Returns the counts of all bots that came in whole hours, by their ids. A filter by pages takes whole
   * days.
   */
  async countsOfBots(
    websiteId: number,
    range: HourRange,
    { limit: _limit, onlyNew: _onlyNew, ...filter }: ListFilter,
  ): Promise<Map<number, BotCounts>> {
    const { path, exact_path: page, verification } = filter;
    const isOfPages = path !== undefined || page !== undefined;
    const bots = isOfPages
      ? await this.countBots(websiteId, range, filter)
      : await this.botsOfHours(websiteId, range, filter);
    return new Map(bots.map((bot) => [bot.id, countsOf(withWord(bot, verification))]));
  }

  /** Counts the bots that came, most visits first. */
  protected abstract countBots(
    websiteId: number,
    range: DayRange,
    filter: ListFilter,
    cover?: CoverValues,
  ): Promise<CountedBot[]>;

  /** Returns a series with the largest groups that its visits are of. */
  protected async readGroups(
    websiteId: number,
    bots: number[] | null,
    { range, from, buckets, by, most, filter }: GroupsQuestion,
  ): Promise<GroupedSeries> {
    const starts = buckets.map(timestamp);
    const { source, value } = await this.sourceOf(websiteId, filter);
    const values = { website: websiteId, ...bounds(range), bots, value, buckets: starts, most };
    const ofBots = { ...values, by, verification: filter.verification ?? null };
    const rows: GroupsRow[] =
      by === 'status'
        ? await this.readFrom(GROUPS_OF_STATUSES[source][from], values)
        : await this.readFrom(GROUPS[source][from], ofBots);
    return groupedSeries(rows[0] as GroupsRow, buckets, filter.verification);
  }

  /** Counts the bots that came in whole hours. Pages are not counted by hour and by dimension. */
  protected async botsOfHours(
    websiteId: number,
    range: HourRange,
    filter: ListFilter,
  ): Promise<CountedBot[]> {
    const { limit = null, verification = null } = filter;
    const days = touchedDays(range);
    const bots = await this.botIds(websiteId, days, filter);
    const { from: namedFrom, to: namedTo } = bounds(days);
    const { source, value } = await this.sourceOf(websiteId, filter);
    return this.readFrom(BOTS_OF_HOURS[source], {
      ...{ website: websiteId, ...edges(range), bots, value, limit, verification },
      ...{ namedFrom, namedTo },
    });
  }

  /** Returns the totals of the visits with one value of a dimension. */
  async totalsWithin(
    websiteId: number,
    range: HourRange,
    filter: DimensionFilter,
  ): Promise<TrafficTotals> {
    const { source, value } = await this.sourceOf(websiteId, filter);
    type Row = TrafficTotals & { website_id: number };
    const values = { ...edges(range), value };
    const rows: Row[] = await this.readEach(SUMMARIES_OF_HOURS[source], [websiteId], values);
    return withoutWebsite(rows[0] as Row);
  }

  /** Returns visits in whole hours by status code, ascending. */
  protected async statusesOfHours(
    websiteId: number,
    range: HourRange,
    filter: DimensionFilter,
  ): Promise<StatusEntry[]> {
    const { source, value } = await this.sourceOf(websiteId, filter);
    const values = { website: websiteId, ...edges(range), value };
    return this.readFrom(STATUSES_OF_HOURS[source], values);
  }

  /** Returns the bots that came, most visits first, with their ids. */
  async botsWithIds(
    websiteId: number,
    range: DayRange,
    { limit, onlyNew, ...filter }: ListFilter,
    cover?: CoverValues,
  ): Promise<BotWithId[]> {
    const { verification } = filter;
    const most = onlyNew ? undefined : limit;
    const counted = await this.countBots(websiteId, range, { ...filter, limit: most }, cover);
    const bots = counted.map((bot) => withWord(bot, verification));
    if (!onlyNew) return bots;
    const values = [websiteId, timestamp(range.from)];
    const before = await this.readOf<{ id: number }>('bots_before', BOTS_BEFORE, values);
    const known = new Set(before.map(({ id }) => id));
    return bots.filter(({ id }) => !known.has(id)).slice(0, limit);
  }
}

/** Visits with one verification say nothing about the others, so the bot has no word. */
function withWord(bot: CountedBot, verification: Verification | undefined): BotWithId {
  return verification === undefined
    ? { ...bot, verification: verificationWord(bot) }
    : { ...bot, ...countsWith(verification, bot.visits), verification: null };
}

function countsOf(bot: BotEntry): BotCounts {
  const { visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits } = bot;
  return { visits, error_visits, verified_visits, spoofed_visits, unverifiable_visits };
}

function withoutWebsite<Row extends { website_id: number }>({ website_id: _id, ...row }: Row) {
  return row;
}

function withoutIds(bots: BotWithId[]): BotEntry[] {
  return bots.map(({ id: _id, ...bot }) => bot);
}
