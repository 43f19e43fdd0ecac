import type { Point, Summary } from '../../api/types.js';

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

/** A class of answers, such as all with 404 or any other status from 400 to 499. */
export interface AnswerClass {
  name: string;
  /** Whether the visitor got no content. */
  isError: boolean;
  visits: number;
  tone: string;
}

const CLASSES: [string, RegExp, boolean, string][] = [
  ['Content (2xx)', /^2/, false, 'good'],
  ['Moved or unchanged (3xx)', /^3/, false, 'rest'],
  ['Refused (401, 403, 429)', /^(401|403|429)$/, true, 'warn'],
  ['Not there (404, 410)', /^(404|410)$/, true, 'warn'],
  ['Other mistakes (4xx)', /^4/, true, 'warn'],
  ['Faults of the server (5xx)', /^5/, true, 'bad'],
  ['Other', /./, false, 'rest'],
];

/** Returns the visits by status of a summary. */
export const statusesOf = ({ status_codes }: Pick<Summary, 'status_codes'>) =>
  status_codes.map(({ status_code, visits }) => ({ name: `${status_code}`, visits }));

/** Sorts visits by status into classes that say what the visitor got; empty ones are left out. */
export function answerClasses(
  statuses: readonly { name: string; visits: number }[],
): AnswerClass[] {
  const visits = new Map<string, number>();
  for (const status of statuses) {
    const name = CLASSES.find(([, pattern]) => pattern.test(status.name))?.[0] ?? 'Other';
    visits.set(name, (visits.get(name) ?? 0) + status.visits);
  }
  return CLASSES.flatMap(([name, , isError, tone]) => {
    const count = visits.get(name) ?? 0;
    return count > 0 ? [{ name, isError, visits: count, tone }] : [];
  });
}

/** Part of the visits that got an error, from 0 to 1. */
export function errorShare(classes: readonly AnswerClass[]): number {
  const sum = (some: readonly AnswerClass[]) => some.reduce((all, one) => all + one.visits, 0);
  const all = sum(classes);
  return all === 0 ? 0 : sum(classes.filter(({ isError }) => isError)) / all;
}

/** Part of the highest number of visits, for the bars of a table. */
export const partOfHighest = <Row>(rows: readonly Row[], countOf: (row: Row) => number) => {
  const highest = Math.max(1, ...rows.map(countOf));
  return (row: Row) => countOf(row) / highest;
};
