// What is printed of two builds that ran in turns. Pure.
import { type Cell, median, percentile, round } from '../figures.js';
import type { Figures } from '../pipeline/run.js';
import type { Parts } from '../system.js';

/** One run of one build. */
export interface Measured {
  full: Figures;
  /** At part load, which is the same for both builds; undefined without such a run. */
  part: Figures | undefined;
  /** Rows per second by COPY in the same run. */
  copy: number;
}

/** The runs of both builds, one directly after the other. */
export interface Pair {
  before: Measured;
  after: Measured;
}

interface Figure {
  name: string;
  of: (measured: Measured) => number;
  show: (value: number) => string;
}

const seconds = (value: number) => (Number.isFinite(value) ? value.toFixed(2) : '–');
const percent = (value: number) => `${round(value)} %`;
const late = (samples: number[] | undefined) => percentile(samples ?? [], 0.99);

/** What is measured, in the order of the columns. A lower value is better, except for rates. */
export const FIGURES: readonly Figure[] = [
  { name: 'CPU s/million', of: ({ full }) => sumOf(full.cpu), show: seconds },
  { name: 'API', of: ({ full }) => full.cpu.api, show: seconds },
  { name: 'worker', of: ({ full }) => full.cpu.worker, show: seconds },
  { name: 'database', of: ({ full }) => full.cpu.database, show: seconds },
  { name: 'queue', of: ({ full }) => full.cpu.queue, show: seconds },
  { name: 'visible/s', of: ({ full }) => full.rate, show: round },
  { name: 'of COPY', of: ({ full, copy }) => (full.rate / copy) * 100, show: percent },
  { name: 'COPY/s', of: ({ copy }) => copy, show: round },
  { name: 'WAL bytes/visit', of: ({ full }) => full.written.wal, show: round },
  { name: 'disk bytes/visit', of: ({ full }) => full.written.disk, show: round },
  { name: '200 p99 ms', of: ({ part }) => late(part?.latencies), show: round },
  { name: 'visible p99 ms', of: ({ part }) => late(part?.delays), show: round },
];

/** Returns the processor time of all parts. A queue in the database has none of its own. */
export function sumOf({ api, worker, database, queue }: Parts): number {
  return [api, worker, database, queue]
    .filter(Number.isFinite)
    .reduce((total, value) => total + value, 0);
}

export const RUN_COLUMNS = ['pair', 'build', ...FIGURES.map(({ name }) => name)];

/** Returns the rows of a pair: one for each build. */
export const rowsOfPair = ({ before, after }: Pair, index: number): Cell[][] =>
  Object.entries({ before, after }).map(([build, measured]) => [
    ...[index + 1, build],
    ...FIGURES.map(({ of, show }) => show(of(measured))),
  ]);

export const SUMMARY_COLUMNS = [
  'figure',
  'before',
  'after',
  'median of the ratios',
  'half of them',
  'all',
];

/**
 * Returns a row for each figure: the medians of both builds, and of the ratios of all pairs the
 * median, the range of the middle half, and the whole range.
 */
export function summaryOf(pairs: readonly Pair[]): Cell[][] {
  return FIGURES.map(({ name, of, show }) => {
    const ratios = pairs.map(({ before, after }) => of(after) / of(before));
    const middle = (build: keyof Pair) => show(median(pairs.map((pair) => of(pair[build]))));
    return [name, middle('before'), middle('after'), ...spreadOf(ratios)];
  });
}

function spreadOf(ratios: number[]): Cell[] {
  if (!ratios.every(Number.isFinite)) return ['–', '–', '–'];
  const range = (low: number, high: number) => `${low.toFixed(3)} to ${high.toFixed(3)}`;
  return [
    median(ratios).toFixed(3),
    range(percentile(ratios, 0.25), percentile(ratios, 0.75)),
    range(Math.min(...ratios), Math.max(...ratios)),
  ];
}
