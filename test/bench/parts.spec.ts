import { median, percentile } from './figures.js';
import { parse } from './options.js';
import { findRecovery } from './overload/figures.js';
import type { Answer, Phase } from './overload/sender.js';
import { longestChain } from './page/wire.js';
import { pairRow, spreadOf } from './pipeline/pairs.js';
import { delays } from './visible.js';

it('the median is the one in the middle, or between the two in the middle', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(median([])).toBeNaN();
  expect(percentile([5, 1, 4, 2, 3], 0.99)).toBe(5);
});

it('a benchmark has defaults of its own, which an option replaces', () => {
  expect(parse(['page']).options).toMatchObject({ visits: '5000000', days: '90', rounds: '11' });
  expect(parse(['page', '--days', '7']).options).toMatchObject({ visits: '5000000', days: '7' });
  expect(parse(['stages']).options).toMatchObject({ days: '366', rounds: '200' });
});

it('a pair is printed in processor seconds of all parts together, and by part', () => {
  const before = { api: 10, worker: 10, database: 20, queue: NaN };
  const after = { api: 5, worker: 12, database: 21, queue: NaN };
  expect(pairRow({ before, after }, 0)).toEqual([
    1,
    '40.00',
    '38.00',
    '0.950',
    ...['0.500', '1.200', '1.050', '–'],
  ]);
  expect(spreadOf([0.9, 1.1, 1, 0.8, 1.2])).toEqual(['1.000', '0.900 to 1.100', '0.800 to 1.200']);
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
});
