// The figures of the reports as tables.
import { type Cell, median, percentile, printTable, round } from '../figures.js';

import type { Question } from './questions.js';
import type { LoadedFlavour } from './database.js';

export interface Answered extends Question {
  /** Milliseconds of one client. */
  samples: number[];
  /** For the longest period: answers per second, and milliseconds of processor time per answer. */
  rate?: number;
  cpuMs?: number;
}

/** Every answer of a flavour with this number of visits. */
export interface Result {
  flavour: LoadedFlavour;
  visits: number;
  answers: Answered[];
}

const millions = (visits: number) =>
  visits >= 1e6 ? `${round(visits / 1e6).replace('.0', '')} M` : `${visits / 1e3} k`;
const times = ({ samples }: Answered) =>
  `${round(median(samples))} / ${round(percentile(samples, 0.99))}`;

/** Prints how the cost grows by size: each report over its longest period. */
export function printGrowth(results: Result[], { connections }: { connections: number }): void {
  const sizes = [...new Set(results.map(({ visits }) => visits))];
  const flavours = [...new Set(results.map(({ flavour }) => flavour))];
  const rows = (results[0]?.answers ?? [])
    .filter(({ longest }) => longest)
    .flatMap(({ report, days }) =>
      flavours.map((flavour) => {
        const cells = sizes.flatMap((size) => {
          const found = results.find((one) => one.flavour === flavour && one.visits === size);
          const answer = found?.answers.find((one) => one.report === report && one.days === days);
          const { rate = NaN, cpuMs = NaN } = answer ?? {};
          return answer ? [times(answer), rate.toFixed(0), round(cpuMs)] : ['', '', ''];
        });
        return [`${report}, ${days} days`, flavour, ...cells];
      }),
    );
  printTable(
    `Milliseconds p50 / p99 of one client; answers a second with ${connections} connections, and milliseconds of processor time an answer (API and database); by visits`,
    ['report', 'flavour', ...sizes.flatMap((size) => [millions(size), 'a second', 'CPU'])],
    rows,
  );
}

/** Prints each report over each period, at the largest size of a flavour. */
export function printPeriods(results: Result[]): void {
  const largest = Math.max(...results.map(({ visits }) => visits));
  const last = results.filter(({ visits }) => visits === largest);
  const periods = [...new Set((last[0]?.answers ?? []).map(({ days }) => days))].sort(
    (a, b) => a - b,
  );
  const rows: Cell[][] = (last[0]?.answers ?? [])
    .filter(({ longest }) => longest)
    .flatMap(({ report }) =>
      last.map(({ flavour, answers }) => [
        report,
        flavour,
        ...periods.map((days) => {
          const answer = answers.find((one) => one.report === report && one.days === days);
          return answer ? times(answer) : '';
        }),
      ]),
    );
  printTable(
    `Milliseconds p50 / p99 by period, ${millions(largest)} visits`,
    ['report', 'flavour', ...periods.map((days) => `${days} days`)],
    rows,
  );
}
