import type { Grouping, Verification } from '@app/contracts';
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
