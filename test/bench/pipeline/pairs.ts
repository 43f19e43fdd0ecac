// Compares two builds: the processor time per million entries, in turns within one run.
import type { TestFlavour } from '@app/testing';
import { type Cell, median, percentile, printTable, progress } from '../figures.js';
import { listOf, numbersOf, type Options } from '../options.js';
import type { Server } from '../servers.js';
import type { Combination, Parts } from '../system.js';
import type { QueueName } from '../../support/stores.js';
import { entriesOf, startRun } from './run.js';

/** Processor seconds per million entries of the build before and of the build after. */
interface Pair {
  before: Parts;
  after: Parts;
}

const PARTS = ['api', 'worker', 'database', 'queue'] as const;
const COLUMNS = ['pair', 'before', 'after', 'ratio', 'API', 'worker', 'database', 'queue'];
const SUMMARY = [
  'flavour',
  'queue',
  'batch',
  'pairs',
  'median of the ratios',
  'half of them',
  'all',
];

/** Runs every pair, and returns a function that prints the medians. */
export async function comparePairs(
  servers: Map<TestFlavour, Server>,
  options: Options,
): Promise<() => void> {
  const [before, after, ...others] = listOf(options.dist);
  if (!before || !after || others.length > 0)
    throw new Error('--pairs compares two builds: name them, --dist before/dist,after/dist');
  const rows: Cell[][] = [];
  for (const [flavour, server] of servers) {
    for (const queue of listOf(options.queue) as QueueName[]) {
      for (const batch of numbersOf(options.batch)) {
        const measure = (dist: string) => cost(server, { flavour, queue, dist }, options, batch);
        const pairs: Pair[] = [];
        for (let number = 0; number < Number(options.pairs); number++) {
          progress(`${flavour}, ${queue}, ${batch}: pair ${number + 1} of ${options.pairs}`);
          const pair = await inTurns(
            number,
            () => measure(before),
            () => measure(after),
          );
          pairs.push(pair);
          // What was measured is kept even if a later run fails.
          progress(`${COLUMNS.join(', ')}: ${pairRow(pair, number).join(', ')}`);
        }
        const title = `${flavour}, ${queue}, ${batch} entries a request: processor seconds per million entries, and after / before`;
        printTable(title, COLUMNS, pairs.map(pairRow));
        rows.push([flavour, queue, batch, pairs.length, ...spreadOf(pairs.map(ratio))]);
      }
    }
  }
  return () =>
    printTable(`${after} / ${before}, processor seconds per million entries`, SUMMARY, rows);
}

/**
 * Runs one build after the other. The first one changes, so that neither has the warmer machine.
 */
async function inTurns(
  number: number,
  before: () => Promise<Parts>,
  after: () => Promise<Parts>,
): Promise<Pair> {
  if (number % 2 === 0) return { before: await before(), after: await after() };
  const second = await after();
  return { before: await before(), after: second };
}

async function cost(
  server: Server,
  combination: Combination,
  options: Options,
  batch: number,
): Promise<Parts> {
  const run = await startRun(server, combination, options, batch);
  try {
    return (await run.send(entriesOf(options, batch), 0)).cpu;
  } finally {
    await run.stop();
  }
}

const sum = (parts: Parts) =>
  PARTS.map((part) => parts[part])
    .filter(Number.isFinite)
    .reduce((total, value) => total + value, 0);

const ratio = ({ before, after }: Pair) => sum(after) / sum(before);
const shown = (value: number) => (Number.isFinite(value) ? value.toFixed(3) : '–');

/** Returns what is printed of a pair. */
export const pairRow = (pair: Pair, index: number): Cell[] => [
  index + 1,
  sum(pair.before).toFixed(2),
  sum(pair.after).toFixed(2),
  shown(ratio(pair)),
  ...PARTS.map((part) => shown(pair.after[part] / pair.before[part])),
];

/** Returns the median, the range of the middle half, and the whole range. */
export function spreadOf(ratios: number[]): Cell[] {
  const range = (low: number, high: number) => `${low.toFixed(3)} to ${high.toFixed(3)}`;
  return [
    median(ratios).toFixed(3),
    range(percentile(ratios, 0.25), percentile(ratios, 0.75)),
    range(Math.min(...ratios), Math.max(...ratios)),
  ];
}
