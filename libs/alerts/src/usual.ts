import { median } from '@app/findings';
import { DAY_MS, HOUR_MS, type Hours, visitsOf, WEEK_MS } from './hours.js';

/** An hour is compared with the same hour of the week, and its neighbours, of so many weeks. */
const WEEKS = 4;
const NEIGHBOURS = [-HOUR_MS, 0, HOUR_MS];
export const PAST_MS = WEEKS * WEEK_MS;
/** With fewer weeks, nothing is known of an hour. */
const LEAST_WEEKS = 3;
const HOURS_OF_WEEK = WEEK_MS / HOUR_MS;
const DAYS = PAST_MS / DAY_MS;

/** So much of what is usual may always be more or less. */
const SPREAD_OF_MEDIAN = 0.25;
/** Makes the median of the distances comparable with a standard deviation. */
const OF_DISTANCES = 1.4826;
/** What happened on at most so many days of the four weeks is not usual yet. */
const ODD_DAYS = 2;
/** At least so many spreads above the median are unusual. */
const LEAST_WIDTH = 6;
/** What was the most until now is far exceeded before it is told: waves may come together. */
const OVER_THE_MOST = 2.5;
/** An hour with at most this part of the usual visits is a quiet one. */
export const QUIET_SHARE = 0.2;
/** When more of its hours are quiet, a bot is not missed in any of them. */
const MOST_QUIET_SHARE = 0.2;

/** What the last four weeks say about each hour of a week. */
export interface Usual {
  /** Median by hour of the week, counted from the epoch. NaN where too little is known. */
  expected: Float64Array;
  /** The larger one of it and of the median without the neighbours: a crawl may come on Mondays at 2. */
  most: Float64Array;
  spread: Float64Array;
  /** So many spreads above the median an hour must have to be unusual. */
  width: number;
  /** So many hours in a row are often quiet, although visits would be usual. May be infinite. */
  quietHours: number;
}

export const hourOfWeek = (hour: number): number => (hour / HOUR_MS) % HOURS_OF_WEEK;

/**
 * Learns what is usual from the four weeks before a moment. Hours in which nobody came at all are not
 * known: logs may be missing. Returns undefined when no hour is known well enough.
 *
 * Bots come in waves, and waves have no median. So it is looked up how far the hours of these weeks
 * were away from their own median, and what happened on more than two days is usual, too.
 */
export function usualOf(asked: Hours, everyone: Hours, until: number): Usual | undefined {
  const expected = new Float64Array(HOURS_OF_WEEK).fill(NaN);
  const most = new Float64Array(HOURS_OF_WEEK).fill(NaN);
  const spread = new Float64Array(HOURS_OF_WEEK).fill(NaN);
  for (let ago = 1; ago <= HOURS_OF_WEEK; ago += 1) {
    const hour = until - ago * HOUR_MS;
    const { samples, exact, weeks } = samplesOf(asked, everyone, hour, until);
    if (weeks < LEAST_WEEKS) continue;
    const middle = median(samples);
    const distances = samples.map((visits) => Math.abs(visits - middle));
    const place = hourOfWeek(hour);
    expected[place] = middle;
    most[place] = Math.max(middle, median(exact));
    spread[place] = Math.max(
      OF_DISTANCES * median(distances),
      Math.sqrt(Math.max(1, middle)),
      SPREAD_OF_MEDIAN * middle,
    );
  }
  if (expected.every(Number.isNaN)) return undefined;
  return {
    expected,
    most,
    spread,
    ...habitsOf(asked, everyone, until, { expected, most, spread }),
  };
}

/** The visits of the same hour and its neighbours in the four weeks before. */
function samplesOf(asked: Hours, everyone: Hours, hour: number, until: number) {
  const samples: number[] = [];
  const exact: number[] = [];
  let weeks = 0;
  for (let week = 0; week < WEEKS; week += 1) {
    const before = samples.length;
    for (const neighbour of NEIGHBOURS) {
      const same = hour - week * WEEK_MS + neighbour;
      if (same >= until || visitsOf(everyone, same) === 0) continue;
      samples.push(visitsOf(asked, same));
      if (neighbour === 0) exact.push(visitsOf(asked, same));
    }
    if (samples.length > before) weeks += 1;
  }
  return { samples, exact, weeks };
}

/** How far hours of these weeks were above their own median, and how many in a row were quiet. */
function habitsOf(
  asked: Hours,
  everyone: Hours,
  until: number,
  { expected, most, spread }: Pick<Usual, 'expected' | 'most' | 'spread'>,
): Pick<Usual, 'width' | 'quietHours'> {
  const days = Array.from({ length: DAYS }, () => ({ above: 0, quietest: 0 }));
  const hours = { expected: 0, quiet: 0, inARow: 0 };
  for (let hour = until - PAST_MS; hour < until; hour += HOUR_MS) {
    const place = hourOfWeek(hour);
    const usual = expected[place]!;
    if (Number.isNaN(usual) || visitsOf(everyone, hour) === 0) continue;
    const visits = visitsOf(asked, hour);
    const day = days[Math.floor((hour - (until - PAST_MS)) / DAY_MS)]!;
    day.above = Math.max(day.above, (visits - most[place]!) / spread[place]!);
    if (usual === 0) continue;
    const isQuiet = visits <= QUIET_SHARE * usual;
    hours.expected += 1;
    hours.quiet += isQuiet ? 1 : 0;
    hours.inARow = isQuiet ? hours.inARow + 1 : 0;
    day.quietest = Math.max(day.quietest, hours.inARow);
  }
  const isRegular = hours.quiet <= MOST_QUIET_SHARE * hours.expected;
  return {
    width: Math.max(LEAST_WIDTH, OVER_THE_MOST * oftenReached(days.map(({ above }) => above))),
    quietHours: isRegular ? oftenReached(days.map(({ quietest }) => quietest)) : Infinity,
  };
}

/** Returns what was reached on more days than the odd ones. */
function oftenReached(values: readonly number[]): number {
  return [...values].sort((a, b) => b - a)[ODD_DAYS] ?? 0;
}
