import type { ReferralEntry, StatusEntry, TrafficTotals } from '@app/contracts';
import { statement } from '../database/statement.js';
import { BotLists, type CountedBot } from './bot-lists.js';
import {
  type GroupedSeries,
  groupedSeries,
  type GroupsQuestion,
  type GroupsRow,
  groupsStatement,
} from './grouped-series.js';
import type { BotFilter, BucketCounts, DayRange, ListFilter } from './report-questions.js';

/** Whole UTC hours: `from` is inclusive, `to` exclusive. */
export type HourRange = DayRange;

/** A series of buckets that are made of whole hours. */
export type HoursQuestion = Pick<GroupsQuestion, 'buckets' | 'filter'> & { range: HourRange };

const SUMMARIES = statement('reports/summaries_of_hours');
const BOTS = statement('reports/bots_of_hours');
const STATUSES = statement('reports/statuses_of_hours');
const REFERRALS = statement('reports/referrals_of_hours');
const SERIES = statement('reports/series_of_hours');
const FIND_KNOWN = statement('reports/find_hours_known');
const DAY_MS = 86_400_000;

/**
 * Reads the reports of periods that are no whole UTC days, because their days are those of a time
 * zone. What lies between the edges is read from roll-ups of days where that gives the same result.
 */
export class HoursReader extends BotLists {
  private known: Promise<number | null> | undefined;

  /** Returns the totals of some websites, by their ids. */
  async totalsOf(
    websiteIds: readonly number[],
    range: HourRange,
  ): Promise<Map<number, TrafficTotals>> {
    const rows = await this.readEach<TrafficTotals & { website_id: number }>(
      'summaries_of_hours',
      SUMMARIES,
      websiteIds,
      edges(range),
    );
    return new Map(rows.map(({ website_id, ...totals }) => [website_id, totals]));
  }

  /** Returns visits by status code, ascending. */
  statuses(websiteId: number, range: HourRange): Promise<StatusEntry[]> {
    return this.readOf('statuses_of_hours', STATUSES, [websiteId, ...edges(range)]);
  }

  /** Returns people sent by AI assistants, most visits first. */
  referrals(websiteId: number, range: HourRange): Promise<ReferralEntry[]> {
    return this.readOf('referrals_of_hours', REFERRALS, [websiteId, ...edges(range)]);
  }

  /** Returns the counts of each bucket. */
  async series(websiteId: number, question: HoursQuestion): Promise<BucketCounts[]> {
    const { range, buckets, filter } = question;
    const bots = await this.botsOf(websiteId, range, filter);
    // For any values the planner expects few hours, and sorts them to put them together.
    const points = await this.readAnew<GroupsRow['points'][number]>('series_of_hours', SERIES, [
      ...[websiteId, ...bounds(range), bots, filter.verification ?? null],
      buckets.map((bucket) => bucket.toISOString()),
    ]);
    return groupedSeries({ points, groups: [] }, buckets, filter.verification).points;
  }

  /** Returns the counts of each bucket, with the largest groups that its visits are of. */
  async groups(
    websiteId: number,
    question: HoursQuestion & Pick<GroupsQuestion, 'by' | 'most'>,
  ): Promise<GroupedSeries> {
    const bots = await this.botsOf(websiteId, question.range, question.filter);
    const asked = { ...question, from: 'hour' } as const;
    const { name, text, values } = groupsStatement(websiteId, bots, asked);
    const [row] = await this.readOf<GroupsRow>(name, text, values);
    return groupedSeries(row as GroupsRow, question.buckets, question.filter.verification);
  }

  /**
   * Returns the UTC day from which on status codes and referrals are known by hour, in epoch
   * milliseconds, or null when they always are. Migrations write it once.
   */
  async knownSince(): Promise<number | null> {
    this.known ??= this.read<{ since: number | null }>('hours_known', FIND_KNOWN, []).then(
      ([row]) => row?.since ?? null,
    );
    try {
      return await this.known;
    } catch (error) {
      this.known = undefined;
      throw error;
    }
  }

  /** The filter has no pages, because they are not counted by hour. */
  protected async countBots(
    websiteId: number,
    range: HourRange,
    filter: ListFilter,
  ): Promise<CountedBot[]> {
    const { limit = null, verification = null } = filter;
    const bots = await this.botsOf(websiteId, range, filter);
    const values = [websiteId, ...edges(range), bots, limit, verification];
    return this.readOf('bots_of_hours', BOTS, [...values, ...bounds(touchedDays(range))]);
  }

  private botsOf(websiteId: number, range: HourRange, filter: BotFilter): Promise<number[] | null> {
    return this.botIds(websiteId, touchedDays(range), filter);
  }
}

/** Returns the UTC days that decide whether a bot has enough visits to have its name. */
function touchedDays({ from, to }: HourRange): DayRange {
  return {
    from: new Date(Math.floor(from.getTime() / DAY_MS) * DAY_MS),
    to: new Date(Math.ceil(to.getTime() / DAY_MS) * DAY_MS),
  };
}

/**
 * Returns the range and the UTC days that are completely in it, in the order in which statements
 * take them. Without such a day, all of the range is the first edge.
 */
export function edgesOf({ from, to }: HourRange): [Date, Date, Date, Date] {
  const first = Math.ceil(from.getTime() / DAY_MS) * DAY_MS;
  const last = Math.floor(to.getTime() / DAY_MS) * DAY_MS;
  return first <= last ? [from, new Date(first), new Date(last), to] : [from, to, to, to];
}

function edges(range: HourRange): string[] {
  return edgesOf(range).map((moment) => moment.toISOString());
}

function bounds({ from, to }: HourRange): [string, string] {
  return [from.toISOString(), to.toISOString()];
}
