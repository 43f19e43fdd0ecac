import type { Grouping, Verification } from '@app/contracts';
import { statement } from '../database/statement.js';
import { countsWith } from './counts-with.js';
import type { BotFilter, BucketCounts, DayRange } from './report-questions.js';

/** Which series is broken down, and by what. */
export interface GroupsQuestion {
  range: DayRange;
  /** The roll-up to read. Hours are read only when the buckets are not made of whole UTC days. */
  from: 'hour' | 'day';
  /** The starts of all buckets, ascending. The first one may be before the range. */
  buckets: readonly Date[];
  by: Grouping;
  /** How many groups have a name. What is left is one more group. */
  most: number;
  filter: BotFilter;
}

/** The visits of a group. Buckets without any are left out. */
export interface GroupCounts {
  /** Null for what is in no other group. It comes last. */
  name: string | null;
  visits: number;
  /** The places of its buckets in those of the question, from 1. In any order. */
  places: number[];
  /** Its visits in each of these. */
  counts: number[];
}

export interface GroupedSeries {
  points: BucketCounts[];
  groups: GroupCounts[];
}

/** What the statements return: one row. */
export interface GroupsRow {
  points: (Omit<BucketCounts, 'bucket'> & { place: number })[];
  groups: GroupCounts[];
}

const GROUPS = {
  hour: { name: 'groups_hour', text: statement('reports/groups_hour') },
  day: { name: 'groups_day', text: statement('reports/groups_day') },
} as const;
const GROUPS_OF_STATUSES = {
  hour: { name: 'groups_of_statuses_hour', text: statement('reports/groups_of_statuses_hour') },
  day: { name: 'groups_of_statuses_day', text: statement('reports/groups_of_statuses_day') },
} as const;

/** Returns the statement that answers a question, and its parameters. */
export function groupsStatement(
  websiteId: number,
  bots: number[] | null,
  { range, from, buckets, by, most, filter }: GroupsQuestion,
): { name: string; text: string; values: unknown[] } {
  const starts = buckets.map((bucket) => bucket.toISOString());
  const values = [websiteId, range.from.toISOString(), range.to.toISOString(), bots];
  return by === 'status'
    ? { ...GROUPS_OF_STATUSES[from], values: [...values, starts, most] }
    : { ...GROUPS[from], values: [...values, filter.verification ?? null, starts, by, most] };
}

/** Returns the series that was read, with a time for each place. */
export function groupedSeries(
  { points, groups }: GroupsRow,
  buckets: readonly Date[],
  verification: Verification | undefined,
): GroupedSeries {
  return {
    points: points.map(({ place, ...counts }) => ({
      ...counts,
      ...(verification === undefined ? {} : countsWith(verification, counts.bot_visits)),
      bucket: (buckets[place - 1]?.getTime() ?? NaN) / 1_000,
    })),
    groups,
  };
}
