import { texts } from '../texts/texts.js';
import { changeInWords, pointsInWords } from './changes.js';
import { bucketInFull } from './dates.js';
import { inFigure, partOf } from './numbers.js';

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

/** What all counts of a list are compared with, in words. */
export const COMPARED_WITH: Record<ComparedTime['unit'], string> = texts.words.comparedWith;

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
  if (before === 0) return { rest: texts.words.none[unit] };
  return {
    change: changeInWords(now, before),
    rest: texts.words.from[unit](inFigure(before)),
    ...(unit !== 'period' && {
      title: texts.words.counts({ now, until: bucketInFull(until, 'hour'), before }),
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
  if (before === undefined) return { rest: texts.words.none[time.unit] };
  return {
    change: pointsInWords(now - before),
    rest: texts.words.from[time.unit](partOf(before, 1)),
  };
}

const TOO_EARLY: ChangeWords = { rest: texts.words.tooEarly };
const isTooEarly = ({ until }: ComparedTime, start: string) => until.startsWith(`${start}T00`);
