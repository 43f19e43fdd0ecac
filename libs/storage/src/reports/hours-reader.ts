import type { CountedReferral, StatusEntry, TrafficTotals } from '@app/contracts';
import { statement } from '../database/statement.js';
import { BotLists, type CountedBot } from './bot-lists.js';
import {
  type GroupedSeries,
  groupedSeries,
  type GroupsQuestion,
  type GroupsRow,
} from './grouped-series.js';
import { bounds, timestamp } from './cover-values.js';
import { edges, type HourRange, touchedDays } from './hour-edges.js';
import { mergePoints, sumHours } from './packed/hour-sums.js';
import { DAY_MS, partsBeside } from './page-cover.js';
import type { BotFilter, BucketCounts, DimensionFilter, ListFilter } from './report-questions.js';
import { REFERRALS_OF_HOURS } from './statements/lists.js';
import { SERIES_OF_HOURS } from './statements/series.js';
import { ALL_VISITS } from './statements/sources.js';
import { SUMMARIES_OF_HOURS } from './statements/summaries.js';

/** A series of buckets that are made of whole hours. */
export type HoursQuestion = Pick<GroupsQuestion, 'buckets' | 'filter'> & { range: HourRange };

/** Of fewer days, hours are read faster than what tells whether digests are right. */
const LEAST_DAYS = 45;
/** Each part that digests leave is a statement. */
const MOST_PARTS = 4;

const FIND_KNOWN = statement('reports/find_hours_known');

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
    type Row = TrafficTotals & { website_id: number };
    const { source, value } = ALL_VISITS;
    const values = { ...edges(range), value };
    const rows: Row[] = await this.readEach(SUMMARIES_OF_HOURS[source], websiteIds, values);
    return new Map(rows.map(({ website_id, ...totals }) => [website_id, totals]));
  }

  /** Returns visits by status code, ascending. */
  statuses(
    websiteId: number,
    range: HourRange,
    filter: DimensionFilter = {},
  ): Promise<StatusEntry[]> {
    return this.statusesOfHours(websiteId, range, filter);
  }

  /** Returns people sent by AI assistants, most visits first. */
  referrals(websiteId: number, range: HourRange): Promise<CountedReferral[]> {
    return this.readFrom(REFERRALS_OF_HOURS, { website: websiteId, ...edges(range) });
  }

  /** Returns the counts of each bucket. */
  async series(websiteId: number, question: HoursQuestion): Promise<BucketCounts[]> {
    const { range, buckets, filter } = question;
    const bots = await this.botsOf(websiteId, range, filter);
    const { source, value } = await this.sourceOf(websiteId, filter);
    const { parts, points: before } =
      source === 'all' && filter.verification === undefined
        ? await this.pointsBefore(websiteId, question, bots)
        : { parts: [range], points: [] };
    const values = {
      ...{ website: websiteId, bots, value, buckets: buckets.map(timestamp) },
      verification: filter.verification ?? null,
    };
    // For any values the planner expects few hours, and sorts them to put them together.
    const ask = (part: HourRange): Promise<GroupsRow['points']> =>
      this.readAnew(SERIES_OF_HOURS[source], { ...values, ...bounds(part) });
    const points = mergePoints([before, ...(await Promise.all(parts.map(ask)))]);
    return groupedSeries({ points, groups: [] }, buckets, filter.verification).points;
  }

  /** Returns the counts of each bucket, with the largest groups that its visits are of. */
  async groups(
    websiteId: number,
    question: HoursQuestion & Pick<GroupsQuestion, 'by' | 'most'>,
  ): Promise<GroupedSeries> {
    const bots = await this.botsOf(websiteId, question.range, question.filter);
    return this.readGroups(websiteId, bots, { ...question, from: 'hour' });
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
    return this.botsOfHours(websiteId, range, filter);
  }

  /** Adds up digests as far as they go. The parts of the range that are left are read by statements. */
  private async pointsBefore(
    websiteId: number,
    { range, buckets }: HoursQuestion,
    bots: number[] | null,
  ): Promise<{ points: GroupsRow['points']; parts: HourRange[] }> {
    const whole = { points: [], parts: [range] };
    if (range.to.getTime() - range.from.getTime() < LEAST_DAYS * DAY_MS) return whole;
    const { digests, packed } = await this.packedCover(websiteId, range, ['hours']);
    const parts = partsBeside({ from: range.from.getTime(), to: range.to.getTime() }, packed);
    if (parts.length > MOST_PARTS) return whole;
    const starts = buckets.map((start) => start.getTime());
    const kinds = { bots: bots && new Set(bots), ai: await this.aiBots() };
    return {
      points: sumHours(digests.hours, starts, kinds),
      parts: parts.map(({ from, to }) => ({ from: new Date(from), to: new Date(to) })),
    };
  }

  private botsOf(websiteId: number, range: HourRange, filter: BotFilter): Promise<number[] | null> {
    return this.botIds(websiteId, touchedDays(range), filter);
  }
}
