import type { Grouping, Interval, SeriesGroup, SeriesPoint } from '@app/contracts';
import type { BotFilter, CountedGroups, DayRange, GroupCounts, TrafficReader } from '@app/storage';
import { ApiError } from '../http/api-error.js';
import { type Buckets, fillSeries, utcBuckets } from './series.js';

/** The parameters of a request that break its series down. */
export interface AskedGroups extends BotFilter {
  group_by?: Grouping | undefined;
  groups?: number | undefined;
}

/** How a series is broken down. */
export interface Breakdown {
  by: Grouping;
  /** How many groups have a name. */
  most: number;
}

export interface GroupedSeries {
  series: SeriesPoint[];
  groups: SeriesGroup[];
}

const DEFAULT_GROUPS = 10;

/**
 * Returns how a request breaks its series down, or undefined when it does not.
 *
 * @throws ApiError VALIDATION_ERROR
 */
export function requestedGroups(asked: AskedGroups): Breakdown | undefined {
  const { group_by: by, groups, verification } = asked;
  if (by === undefined) {
    if (groups !== undefined) throw invalid('groups needs a group_by');
    return undefined;
  }
  if (by === 'status' && verification !== undefined) {
    throw invalid(
      'group_by status takes no verification, because status codes are not counted by it; leave one of them out',
    );
  }
  return { by, most: groups ?? DEFAULT_GROUPS };
}

/** Reads a series and its groups, with a number for every bucket in each of them. */
export async function readGroupedSeries(
  reader: TrafficReader,
  websiteId: number,
  asked: { range: DayRange; interval: Interval; filter: BotFilter; breakdown: Breakdown },
): Promise<GroupedSeries> {
  const { range, interval, filter, breakdown } = asked;
  const buckets = utcBuckets(range, interval);
  const from = interval === 'hour' ? 'hour' : 'day';
  const question = { range, from, buckets: buckets.starts, filter, ...breakdown } as const;
  return fillGroups(await reader.groups(websiteId, question), buckets, filter);
}

/** Returns a number for every bucket in the series and in each of its groups. */
export function fillGroups(
  { points, groups }: CountedGroups,
  buckets: Buckets,
  filter: BotFilter,
): GroupedSeries {
  return {
    series: fillSeries(points, buckets, filter),
    groups: groups.map((group) => fillGroup(group, buckets.starts.length)),
  };
}

/** Puts zeros where a group has no visits. */
function fillGroup({ name, visits, places, counts }: GroupCounts, buckets: number): SeriesGroup {
  const series = new Array<number>(buckets).fill(0);
  for (const [at, place] of places.entries()) series[place - 1] = counts[at] ?? 0;
  return { name, visits, series };
}

/** Returns a row for each bucket of each group: as CSV, a broken down series is one long list. */
export function groupRows({ series, groups }: GroupedSeries): object[] {
  return groups.flatMap(({ name, series: visits }) =>
    series.map(({ date }, at) => ({ date, group: name, visits: visits[at] })),
  );
}

function invalid(message: string): ApiError {
  return new ApiError('VALIDATION_ERROR', message);
}
