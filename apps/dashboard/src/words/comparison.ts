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

/** What all counts of a list are compared with, in words. */
export const COMPARED_WITH: Record<ComparedTime['unit'], string> = {
  period: 'the days before',
  hours: 'the same hours before',
  days: 'the days before, today left out',
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
  if (isTooEarly(time, start)) return TOO_EARLY;
  if (before === 0) return { rest: noneBefore(time) };
  return {
    change: changeInWords(now, before),
    rest: `from ${inFigure(before)} ${BEFORE[unit]}`,
    ...(unit !== 'period' && {
      title: `${inFull(now)} until ${bucketInFull(until, 'hour')}, ${inFull(before)} before`,
    }),
  };
}

/** A part of a stretch of time, from 0 to 1, of now and before. */
export interface ComparedShares {
  time: ComparedTime;
  now: number;
  /** Undefined when nobody came. */
  before: number | undefined;
}

/**
 * Says how a part has changed: in points, because a percentage of a percentage is taken for one.
 *
 * @param start the first day of the period
 */
export function sharesInWords({ time, now, before }: ComparedShares, start: string): ChangeWords {
  if (isTooEarly(time, start)) return TOO_EARLY;
  if (before === undefined) return { rest: noneBefore(time) };
  return {
    change: pointsInWords(now - before),
    rest: `from ${partOf(before, 1)} ${BEFORE[time.unit]}`,
  };
}

const TOO_EARLY: ChangeWords = { rest: 'too early to compare' };
const noneBefore = ({ unit }: ComparedTime) =>
  `none ${unit === 'hours' ? BEFORE.hours : 'in the days before'}`;
const isTooEarly = ({ until }: ComparedTime, start: string) => until.startsWith(`${start}T00`);
