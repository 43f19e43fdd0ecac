import type { Point, SeriesAnswer } from '../../api/types.js';
import { firstUnfinished, type Now, valuesOver } from '../../charts/first-unfinished.js';
import type { ComparedCounts } from '../../words/comparison.js';
import type { Bucket } from '../../words/dates.js';

/** What a tile shows. */
export interface Figure {
  title: string;
  tone: string;
  now: number;
  /** Undefined where nothing is compared. */
  compared: ComparedCounts | undefined;
  /** Of the buckets that are over. */
  values: readonly number[];
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

/** Returns the figures of a series, with what they are compared with. */
export function figuresOf(
  { series, compared, previous }: SeriesAnswer,
  isOfBots: boolean,
  { bucket, ...at }: Now & { bucket: Bucket },
): Figure[] {
  const unfinished = firstUnfinished(
    series.map(({ date }) => date),
    bucket,
    at,
  );
  return (isOfBots ? OF_BOTS : OF_ALL).map(([title, tone, count]) => ({
    title,
    tone,
    now: totalOf(series, count),
    compared: compared &&
      previous && { time: compared, now: compared[count], before: previous[count] },
    values: valuesOver(
      series.map((point) => point[count]),
      unfinished,
    ),
  }));
}

/** Visits by bots that are not AI bots, so that three series add up to all visits. */
export const otherBots = (point: Point): number => point.bot_visits - point.ai_bot_visits;
