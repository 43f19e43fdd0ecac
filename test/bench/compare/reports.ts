// What is printed of reports that two services answered in turns. Pure.
import { type Cell, median, round } from '../figures.js';

/** A report over a period, and the milliseconds that each service took in each turn. */
export interface Comparison {
  report: string;
  days: number;
  before: readonly number[];
  after: readonly number[];
}

export const REPORT_COLUMNS = ['report', 'of before', 'by period'];

/**
 * Returns a row for each report: the geometric mean of its ratios, and each period with its times and
 * ratio. The slowest are first. The last row has the median of all reports.
 */
export function rowsOfReports(comparisons: readonly Comparison[]): Cell[][] {
  const reports = [...new Set(comparisons.map(({ report }) => report))].map((report) => {
    const periods = comparisons.filter((one) => one.report === report);
    return { report, periods, ratio: geometricMean(periods.map(ratioOf)) };
  });
  const slowestFirst = reports.toSorted((a, b) => b.ratio - a.ratio);
  return [
    ...slowestFirst.map(({ report, periods, ratio }) => [
      ...[report, ratio.toFixed(2)],
      periods.map(textOf).join(', '),
    ]),
    ['median of the reports', median(reports.map(({ ratio }) => ratio)).toFixed(2), ''],
  ];
}

const ratioOf = ({ before, after }: Comparison) =>
  median(after.map((ms, turn) => ms / (before[turn] as number)));

const textOf = (one: Comparison) =>
  `${one.days} d: ${round(median(one.before))} / ${round(median(one.after))}, ${ratioOf(one).toFixed(2)}`;

const geometricMean = (values: readonly number[]) =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
