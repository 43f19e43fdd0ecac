import { bucketInFull } from './dates.js';
import { changeInWords, inFigure, inFull, partOf, pointsInWords } from './numbers.js';

/** What of a period is compared, as the API tells it. */
export interface ComparedTime {
  unit: 'period' | 'hours' | 'days';
  until: string;
}

/** Two counts of the same stretch of time, of now and before. */
export interface ComparedCounts {
  time: ComparedTime;
  now: number;
  before: number;
}

/** A change in words: what changed, and from what. */
export interface ChangeWords {
  /** `+25%`; left out where nothing can be compared. */
  change?: string;
  rest: string;
  /** Both counts in full, and until when they are counted. */
  title?: string;
}

/** What a count is compared with, in words. */
const BEFORE: Record<ComparedTime['unit'], string> = {
  period: 'before',
  hours: 'in the same hours before',
  days: 'before, today left out',
};

/**
 * Says how a count has changed.
 *
 * @param start the first day of the period
 */
export function comparisonInWords(
  { time, now, before }: ComparedCounts,
  start: string,
): ChangeWords {
  const { unit, until } = time;
  if (until.startsWith(`${start}T00`)) return { rest: 'too early to compare' };
  if (before === 0)
    return { rest: `none ${unit === 'hours' ? BEFORE.hours : 'in the days before'}` };
  return {
    change: changeInWords(now, before),
    rest: `from ${inFigure(before)} ${BEFORE[unit]}`,
    ...(unit !== 'period' && {
      title: `${inFull(now)} until ${bucketInFull(until, 'hour')}, ${inFull(before)} before`,
    }),
  };
}

/**
 * Says how a part of all visits, from 0 to 1, has changed from the days before: in points, because a
 * percentage of a percentage is taken for one. How much of a period is over does not change a part.
 *
 * @param before undefined when nobody came
 */
export function sharesInWords(now: number, before: number | undefined): ChangeWords {
  if (before === undefined) return { rest: 'none in the days before' };
  return {
    change: pointsInWords(now - before),
    rest: `from ${partOf(before, 1)} in the days before`,
  };
}
