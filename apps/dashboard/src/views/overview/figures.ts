import type { Point } from '../../api/types.js';

/** What a tile shows. */
export interface Figure {
  title: string;
  tone: string;
  now: number;
  /** Undefined while it is not known. */
  before: number | undefined;
  values: number[];
}

type Count = 'human_visits' | 'bot_visits' | 'ai_bot_visits' | 'verified_visits' | 'spoofed_visits';

const OF_ALL: [string, string, Count][] = [
  ['People', 'people', 'human_visits'],
  ['Bots', 'all-bots', 'bot_visits'],
  ['AI bots', 'ai', 'ai_bot_visits'],
];
/** With a filter by bot, people are none of those who are counted, and it matters who was real. */
const OF_BOTS: [string, string, Count][] = [
  ['Bots', 'all-bots', 'bot_visits'],
  ['AI bots', 'ai', 'ai_bot_visits'],
  ['Verified', 'good', 'verified_visits'],
  ['Spoofed', 'bad', 'spoofed_visits'],
];

const totalOf = (points: readonly Point[], count: Count): number =>
  points.reduce((sum, point) => sum + point[count], 0);

/** Returns the figures of a series, compared with the days before. */
export function figuresOf(
  points: readonly Point[],
  before: readonly Point[] | undefined,
  isOfBots: boolean,
): Figure[] {
  return (isOfBots ? OF_BOTS : OF_ALL).map(([title, tone, count]) => ({
    title,
    tone,
    now: totalOf(points, count),
    before: before && totalOf(before, count),
    values: points.map((point) => point[count]),
  }));
}

/** Visits by bots that are not AI bots, so that three series add up to all visits. */
export const otherBots = (point: Point): number => point.bot_visits - point.ai_bot_visits;

/** Part of the highest number of visits, for the bars of a table. */
export const partOfHighest = <Row>(rows: readonly Row[], countOf: (row: Row) => number) => {
  const highest = Math.max(1, ...rows.map(countOf));
  return (row: Row) => countOf(row) / highest;
};
