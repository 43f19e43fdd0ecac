import {
  type ClientEntry,
  type Clients,
  type CountedReferral,
  type GroupKind,
  type Interval,
  type SpoofedEntry,
  type StatusEntry,
  type TrafficTotals,
  type VisitorGroupEntry,
  type VisitorsOfDay,
} from '@app/contracts';
import { statement } from '../database/statement.js';
import type { CountedBot } from './bot-lists.js';
import { PageLists } from './page-lists.js';
import { sumBots } from './packed/bot-sums.js';
import { countsWith } from './counts-with.js';
import { groupEntry, type StoredGroup } from '../people/stored-groups.js';
import { bounds, type CoverValues, dayBounds } from './cover-values.js';
import type { GroupedSeries, GroupsQuestion } from './grouped-series.js';
import {
  type BotFilter,
  type BucketCounts,
  type DayRange,
  type DimensionFilter,
  isLimited,
  type ListFilter,
} from './report-questions.js';
import { BOTS_OF_PATH, BOTS_OF_VERIFICATION, BOTS_REPORT } from './statements/bots.js';
import { CLIENTS, REFERRALS, SPOOFED, STATUSES } from './statements/lists.js';
import { valuesOfBots } from './statements/packed.js';
import { CHOSEN_SERIES, SERIES } from './statements/series.js';
import { SUMMARIES } from './statements/summaries.js';
import { VISITORS } from './statements/visitors.js';

/** Which groups of visitors are read. */
interface GroupsFilter {
  kinds: readonly GroupKind[];
  limit: number;
}

interface SeriesQuestion {
  websiteId: number;
  range: DayRange;
  interval: Interval;
  filter: BotFilter;
}

/** The visitors of the UTC day that begins at this moment, in seconds since 1970. */
export type VisitorsRow = Omit<VisitorsOfDay, 'date' | 'no_evidence_visits'> & { bucket: number };

type ClientRow = ClientEntry & { kind: 'browser' | 'os' | 'device' };

const WEBSITES_OF_ACCOUNT = statement('reports/websites_of_account');
const VISITOR_GROUPS = statement('reports/visitor_groups');
const LOGGED_REFERERS = statement('reports/logged_referers');

/** Reads the reports of a website, only from roll-ups. */
export class TrafficReader extends PageLists {
  /** Returns the visits of all websites of an account. */
  async visitsOfAccount(accountId: number, range: DayRange): Promise<number> {
    const of = [accountId];
    const websites = await this.read<{ id: number }>('websites', WEBSITES_OF_ACCOUNT, of);
    const ids = websites.map(({ id }) => id);
    const totals = await this.totalsOf(ids, range);
    return [...totals.values()].reduce((sum, { total_visits }) => sum + total_visits, 0);
  }

  async totals(websiteId: number, range: DayRange): Promise<TrafficTotals> {
    return (await this.totalsOf([websiteId], range)).get(websiteId) as TrafficTotals;
  }

  /** Returns the totals of some websites, by their ids. */
  async totalsOf(
    websiteIds: readonly number[],
    range: DayRange,
  ): Promise<Map<number, TrafficTotals>> {
    type Row = TrafficTotals & { website_id: number };
    const rows: Row[] = await this.readEach(SUMMARIES, websiteIds, bounds(range));
    return new Map(rows.map(({ website_id, ...totals }) => [website_id, totals]));
  }

  /** Returns visits by status code, ascending. */
  async statuses(
    websiteId: number,
    range: DayRange,
    filter: DimensionFilter = {},
  ): Promise<StatusEntry[]> {
    if (isLimited(filter)) return this.statusesOfHours(websiteId, range, filter);
    return this.readFrom(STATUSES, { website: websiteId, ...bounds(range) });
  }

  protected async countBots(
    websiteId: number,
    range: DayRange,
    filter: ListFilter,
    known?: CoverValues,
  ): Promise<CountedBot[]> {
    const { path, limit = null, verification } = filter;
    if (isLimited(filter)) return this.botsOfHours(websiteId, range, filter);
    const page = await this.pageId(websiteId, filter.exact_path);
    if (page === 'unknown') return [];
    const bots = await this.botIds(websiteId, range, filter);
    const values = { website: websiteId, ...bounds(range), bots, limit };
    if (verification === undefined && path === undefined && page === null)
      return this.readFrom(BOTS_REPORT, {
        ...values,
        ...(known ?? (await this.cover(websiteId, range))),
      });
    const { cover, digests } = await this.packedCover(websiteId, range, ['sets']);
    const positions = await this.positionsOf(websiteId, path, page);
    const sums = sumBots(digests.sets, bots && new Set(bots), positions, verification);
    const pages = { ...cover, path: path ?? null, page, ...valuesOfBots(sums) };
    return verification === undefined
      ? this.readFrom(BOTS_OF_PATH, { ...values, ...pages })
      : this.readFrom(BOTS_OF_VERIFICATION, { ...values, ...pages, verification });
  }

  /** Returns counts by hour or day. */
  async series(
    websiteId: number,
    range: DayRange,
    interval: 'hour' | 'day',
    filter: BotFilter = {},
  ): Promise<BucketCounts[]> {
    if (filter.verification !== undefined || isLimited(filter))
      return this.chosenSeries({ websiteId, range, interval, filter });
    const bots = await this.botIds(websiteId, range, filter);
    return this.readFrom(SERIES[interval], { website: websiteId, ...bounds(range), bots });
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
    if (filter.verification !== undefined || isLimited(filter))
      return this.chosenSeries({ websiteId, range, interval, filter });
    const bots = await this.botIds(websiteId, range, filter);
    const { from: wholeFrom, to: wholeTo } = bounds(whole);
    const values = { website: websiteId, ...bounds(range), wholeFrom, wholeTo, bots };
    return this.readFrom(SERIES[interval], values);
  }

  /** Returns a series with the largest groups that its visits are of. */
  async groups(websiteId: number, question: GroupsQuestion): Promise<GroupedSeries> {
    const bots = await this.botIds(websiteId, question.range, question.filter);
    return this.readGroups(websiteId, bots, question);
  }

  /** Returns spoofed visits by claimed bot and network, most visits first. */
  async spoofed(websiteId: number, range: DayRange, filter: ListFilter): Promise<SpoofedEntry[]> {
    const bots = await this.botIds(websiteId, range, filter);
    const { limit = null } = filter;
    return this.readFrom(SPOOFED, { website: websiteId, ...bounds(range), bots, limit });
  }

  /** Returns people sent by AI assistants, most visits first. */
  referrals(websiteId: number, range: DayRange): Promise<CountedReferral[]> {
    return this.readFrom(REFERRALS, { website: websiteId, ...bounds(range) });
  }

  /** Returns those of some websites whose logs have had a referer, at any time. */
  async loggedReferers(websiteIds: readonly number[]): Promise<Set<number>> {
    type Row = { website_id: number; is_logged: boolean };
    const rows = await this.readOfEach<Row>('logged_referers', LOGGED_REFERERS, websiteIds);
    return new Set(rows.filter(({ is_logged }) => is_logged).map(({ website_id }) => website_id));
  }

  /** Returns people by browser, operating system and device, each with most visits first. */
  async clients(websiteId: number, range: DayRange): Promise<Clients> {
    const values = { website: websiteId, ...bounds(range) };
    const rows: ClientRow[] = await this.readFrom(CLIENTS, values);
    const of = (kind: ClientRow['kind']) =>
      rows.filter((row) => row.kind === kind).map(({ kind: _, ...row }) => row);
    return { browsers: of('browser'), operating_systems: of('os'), devices: of('device') };
  }

  /** Returns the visitors of each UTC day that has visits of browsers, ascending. */
  visitors(websiteId: number, range: DayRange): Promise<VisitorsRow[]> {
    return this.readFrom(VISITORS, { website: websiteId, ...bounds(range) });
  }

  /** Returns why visits were judged as they were: groups of visitors, those with the most visits first. */
  async visitorGroups(
    websiteId: number,
    range: DayRange,
    { kinds, limit }: GroupsFilter,
  ): Promise<VisitorGroupEntry[]> {
    const values = [websiteId, ...dayBounds(range), kinds, limit];
    type Row = { day: number; group: StoredGroup };
    const rows = await this.readOf<Row>('visitor_groups', VISITOR_GROUPS, values);
    return rows.map(({ day, group }) => groupEntry(day, group));
  }

  /** Returns the counts of visits with one verification, or with one value of a dimension. */
  private async chosenSeries({
    websiteId,
    range,
    interval,
    filter,
  }: SeriesQuestion): Promise<BucketCounts[]> {
    const { verification } = filter;
    const bots = await this.botIds(websiteId, range, filter);
    const { source, value } = await this.sourceOf(websiteId, filter);
    const { hour, day } = CHOSEN_SERIES[source];
    const values = {
      ...{ website: websiteId, ...bounds(range), bots, value },
      verification: verification ?? null,
    };
    const rows: BucketCounts[] =
      interval === 'hour'
        ? await this.readFrom(hour, values)
        : await this.readFrom(day, { ...values, interval });
    if (verification === undefined) return rows;
    // Visits with a verification are of bots only.
    return rows.map((row) => ({ ...row, ...countsWith(verification, row.bot_visits) }));
  }
}
