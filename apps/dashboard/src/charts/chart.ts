import { texts } from '../texts/texts.js';
import { type Bucket, bucketInFull } from '../words/dates.js';
import { inFull } from '../words/numbers.js';

/** One series of a chart. */
export interface Series {
  /** Unique in the chart. */
  id: string;
  name: string;
  /** Names the colour: `people`, `ai`, `bots`, `1` to `10`, or `rest`. */
  tone: string;
  /** Aligned with the dates of the chart. */
  values: readonly number[];
}

/** Something that began in a bucket of a chart. */
export interface ChartEvent {
  /** The bucket. */
  index: number;
  /** What it was, in one sentence. */
  text: string;
}

export interface ChartData {
  /** Of the buckets, ascending, as the API writes them. */
  dates: readonly string[];
  bucket: Bucket;
  series: readonly Series[];
  /** Sums of the days before, aligned by position, for the ghost line. */
  ghost?: readonly number[] | undefined;
  /** The first bucket that is not over; left out when all of them are. */
  unfinished?: number | undefined;
  /** What is marked on the chart. */
  events?: readonly ChartEvent[] | undefined;
  /** Set where the numbers of several buckets must not be added up. */
  isApart?: true | undefined;
  /** Which buckets are not judged, and so have no numbers. */
  gaps?: readonly boolean[] | undefined;
}

/** The sentences of what began in a bucket. */
export const eventsAt = ({ events = [] }: Pick<ChartData, 'events'>, at: number): string[] =>
  events.filter(({ index }) => index === at).map(({ text }) => text);

/** Tells whether a bucket is not over, so that its numbers are those of a part of it. */
export const isUnfinished = (
  { unfinished }: Pick<ChartData, 'unfinished'>,
  index: number,
): boolean => unfinished !== undefined && index >= unfinished;

/** The name of a bucket in full, and whether it is not over. */
export function nameOf(
  data: Pick<ChartData, 'dates' | 'bucket' | 'unfinished' | 'gaps'>,
  index: number,
): string {
  const name = bucketInFull(data.dates[index] ?? '', data.bucket);
  if (data.gaps?.[index]) return texts.charts.notJudgedIn(name);
  return isUnfinished(data, index) ? texts.charts.notOverIn(name) : name;
}

/** The number of a bucket in words or, where no bucket is given, the sum of all. */
export function numberAt(
  { isApart, gaps }: Pick<ChartData, 'isApart' | 'gaps'>,
  values: readonly number[],
  index?: number,
): string {
  if (index === undefined) return isApart ? '' : inFull(sumOf(values));
  return gaps?.[index] ? '–' : inFull(values[index] ?? 0);
}

export const sumOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0);

/** Returns the sum of all series in each bucket. */
export function totalsOf({ dates, series }: Pick<ChartData, 'dates' | 'series'>): number[] {
  return dates.map((_, index) => sumOf(series.map(({ values }) => values[index] ?? 0)));
}

/** The tone of the nth group of a series that is broken down. */
export const toneOf = (index: number): string => `${(index % 10) + 1}`;
