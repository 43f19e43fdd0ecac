import { type Measured, RUN_COLUMNS, rowsOfPair, summaryOf } from './compare/figures.js';
import { rowsOfReports } from './compare/reports.js';
import { median, percentile } from './figures.js';
import { parse } from './options.js';
import { findRecovery, firstRefusal } from './overload/figures.js';
import type { Answer, Phase } from './overload/sender.js';
import { longestChain } from './page/wire.js';
import type { Figures } from './pipeline/run.js';
import { askerOf, nameOf } from './reports/asker-name.js';
import { delays } from './visible.js';
import { copyLine } from './yardstick.js';

it('the median is the one in the middle, or between the two in the middle', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(median([])).toBeNaN();
  expect(percentile([5, 1, 4, 2, 3], 0.99)).toBe(5);
});

it('a benchmark has defaults of its own, which an option replaces', () => {
  expect(parse(['page']).options).toMatchObject({ visits: '5000000', days: '90', rounds: '11' });
  expect(parse(['page', '--days', '7']).options).toMatchObject({ visits: '5000000', days: '7' });
  expect(parse(['compare', 'a/dist', 'b/dist'])).toMatchObject({
    builds: ['a/dist', 'b/dist'],
    options: { batch: '1000', pairs: '10' },
  });
  expect(parse(['stages']).options).toMatchObject({ days: '366', rounds: '200' });
});

const measured = (database: number, rate: number, late?: number[]): Measured => {
  const figures: Figures = {
    ...{ entries: 1_000, acceptedRate: rate, rate, latencies: late ?? [], delays: late ?? [] },
    cpu: { api: 5, worker: 4, database, queue: NaN, coordinator: NaN },
    written: { disk: 280, wal: 390 },
  };
  return { full: figures, part: late && figures, copy: 400_000 };
};

it('a pair is printed as a row of each build, and a queue in the database costs nothing extra', () => {
  const pair = { before: measured(8, 80_000, [3, 1, 2]), after: measured(4, 100_000) };
  const rows = rowsOfPair(pair, 0);
  expect(rows.map((row) => row.length)).toEqual([RUN_COLUMNS.length, RUN_COLUMNS.length]);
  expect(rows).toEqual([
    [
      1,
      'before',
      '17.00',
      '5.00',
      '4.00',
      '8.00',
      '–',
      '80000',
      '20.0 %',
      '400000',
      '390',
      '280',
      '3.0',
      '3.0',
    ],
    [
      1,
      'after',
      '13.00',
      '5.00',
      '4.00',
      '4.00',
      '–',
      '100000',
      '25.0 %',
      '400000',
      '390',
      '280',
      '–',
      '–',
    ],
  ]);
});

it('builds are compared by the median of the ratios of their pairs, with its spread', () => {
  const pairs = [4.5, 5.5, 5, 4, 6].map((database) => ({
    before: measured(5, 80_000),
    after: measured(database, 80_000),
  }));
  const rows = new Map(summaryOf(pairs).map(([name, ...rest]) => [name, rest]));
  expect(rows.get('database')).toEqual([
    ...['5.00', '5.00', '1.000', '0.900 to 1.100', '0.800 to 1.200'],
  ]);
  expect(rows.get('WAL bytes/visit')).toEqual([
    ...['390', '390', '1.000', '1.000 to 1.000', '1.000 to 1.000'],
  ]);
  expect(rows.get('queue')).toEqual(['–', '–', '–', '–', '–']);
});

it('the yardstick reads every text as it was, and what is missing as null', () => {
  expect(copyLine(['a\tb\\N\nc', 1, undefined, null, 'ü'])).toBe(
    'a\\tb\\\\N\\nc\t1\t\\N\t\\N\tü\n',
  );
});

it('a batch is visible when all entries accepted by then are visible', () => {
  const seen = [
    { time: 0, entries: 0 },
    { time: 100, entries: 15 },
    { time: 200, entries: 30 },
  ];
  expect(delays([10, 50, 190], 10, seen)).toEqual([90, 150, 10]);
});

it('requests wait for each other when one is sent after another is answered', () => {
  const document = { sent: 0, answered: 1 };
  const together = [
    { sent: 1, answered: 5 },
    { sent: 1.1, answered: 2 },
  ];
  expect(longestChain([])).toBe(0);
  expect(longestChain([document, ...together])).toBe(2);
  expect(longestChain([{ sent: 2, answered: 3 }, ...together, document])).toBe(3);
  expect(longestChain([{ sent: 0 }, { sent: 9 }])).toBe(1);
});

it('recovery is over when batches are taken again, none waits, and all are fresh', () => {
  const answer = (at: number, status = 200): Answer => ({ at, status, retryAfter: NaN, ms: 1 });
  const answers = [answer(1_000, 503), ...Array.from({ length: 20 }, (_, i) => answer(2_000 + i))];
  const phase: Phase = { start: 1_000, seconds: 60, due: 21, unsent: 0, answers };
  const sample = { time: 0, api: 0, worker: 0, redis: 0, database: 0, oldest: 0 };
  const samples = [
    { ...sample, time: 2_000, waiting: 3 },
    { ...sample, time: 4_000, waiting: 0 },
  ];
  const late = answers.slice(1).map(({ at }, index) => ({ at, ms: index < 5 ? 6_000 : 100 }));
  expect(findRecovery(phase, samples, late)).toEqual({ accepting: 1, empty: 3, fresh: 1.005 });
  expect(firstRefusal({ ...phase, start: 400 })).toBe(0.6);
  expect(firstRefusal({ ...phase, answers: answers.slice(1) })).toBeNaN();
});

it('reports of two services are compared turn by turn, the slowest first', () => {
  const rows = rowsOfReports([
    { report: 'bots', days: 7, before: [10, 20, 30], after: [5, 20, 15] },
    { report: 'pages', days: 7, before: [10, 10, 10], after: [20, 20, 90] },
    { report: 'pages', days: 30, before: [10, 10, 10], after: [5, 5, 5] },
  ]);
  expect(rows).toEqual([
    ['pages', '1.00', '7 d: 10.0 / 20.0, 2.00, 30 d: 10.0 / 5.0, 0.50'],
    ['bots', '0.50', '7 d: 20.0 / 15.0, 0.50'],
    ['median of the reports', '0.75', ''],
  ]);
});

it('a service that is held has a name, from which it is found', () => {
  const asker = { base: 'http://127.0.0.1:4000', key: 'key_1', websiteId: 'ws_2' };
  expect(nameOf(asker)).toBe('http://key_1@127.0.0.1:4000/ws_2');
  expect(askerOf(nameOf(asker))).toEqual(asker);
  expect([askerOf('dist'), askerOf('http://127.0.0.1:4000/ws_2')]).toEqual([undefined, undefined]);
});
