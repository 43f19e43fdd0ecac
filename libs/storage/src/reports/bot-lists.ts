import { type BotEntry, type Verification, verificationWord } from '@app/contracts';
import { statement } from '../database/statement.js';
import { countsWith } from './counts-with.js';
import { timestamp } from './cover-values.js';
import {
  type BotColumn,
  type BotWithId,
  type ListOrder,
  type ListPart,
  partOfBots,
} from './list-order.js';
import { ReportLookups } from './report-lookups.js';
import type { DayRange, ListFilter } from './report-questions.js';

/** A bot as it is counted, without its word. */
export type CountedBot = Omit<BotWithId, 'verification'>;

const BOTS_BEFORE = statement('reports/bots_before');

/** The bots of a website, in the orders and parts of a list. How they are counted is left open. */
export abstract class BotLists extends ReportLookups {
  /** Returns the bots that came, most visits first. */
  async bots(websiteId: number, range: DayRange, filter: ListFilter = {}): Promise<BotEntry[]> {
    return withoutIds(await this.botsWithIds(websiteId, range, filter));
  }

  /** Returns a part of the bots that came, in an order. */
  async botsInOrder(
    websiteId: number,
    range: DayRange,
    { limit, ...filter }: ListFilter,
    order: ListOrder<BotColumn>,
  ): Promise<ListPart<BotEntry>> {
    const bots = await this.botsWithIds(websiteId, range, filter);
    const { rows, next } = partOfBots(bots, order, limit);
    return { rows: withoutIds(rows), next };
  }

  /** Counts the bots that came, most visits first. */
  protected abstract countBots(
    websiteId: number,
    range: DayRange,
    filter: ListFilter,
  ): Promise<CountedBot[]>;

  private async botsWithIds(
    websiteId: number,
    range: DayRange,
    { limit, onlyNew, ...filter }: ListFilter,
  ): Promise<BotWithId[]> {
    const { verification } = filter;
    const most = onlyNew ? undefined : limit;
    const counted = await this.countBots(websiteId, range, { ...filter, limit: most });
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

function withoutIds(bots: BotWithId[]): BotEntry[] {
  return bots.map(({ id: _id, ...bot }) => bot);
}
