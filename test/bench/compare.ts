// Compares two builds in turns within one run, so that whatever else changes on the machine meets
// both of them.
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestFlavour } from '@app/testing';
import {
  FIGURES,
  type Measured,
  type Pair,
  RUN_COLUMNS,
  rowsOfPair,
  SUMMARY_COLUMNS,
  summaryOf,
} from './compare/figures.js';
import { printTable, progress, round } from './figures.js';
import { listOf, numbersOf, type Options, WrongUsage } from './options.js';
import { entriesOf, startRun } from './pipeline/run.js';
import { describeMachine, type Server, startPostgres } from './servers.js';
import type { QueueName } from '../support/stores.js';
import { prepareYardstick, type Yardstick } from './yardstick.js';

/** What both builds run on. */
interface Ground {
  server: Server;
  yardstick: Yardstick;
  flavour: TestFlavour;
  queue: QueueName;
  batch: number;
}

const MINUTE_MS = 60_000;
/** By then the minute before is rolled up, and until then a run can end before the next one. */
const QUIET_FROM_SECOND = 5;
const QUIET_TO_SECOND = 40;

export async function compare(options: Options, builds: string[]): Promise<void> {
  const [before, after, ...others] = builds;
  if (!before || !after || others.length > 0)
    throw new WrongUsage('Name two builds: npm run bench -- compare ../before/dist dist');
  const servers: Server[] = [];
  for (const flavour of listOf(options.flavour) as TestFlavour[]) {
    const server = await startPostgres(flavour);
    servers.push(server);
    const yardstick = await prepareYardstick(server, flavour);
    for (const queue of listOf(options.queue) as QueueName[]) {
      for (const batch of numbersOf(options.batch)) {
        const ground = { server, yardstick, flavour, queue, batch };
        await comparePairs(ground, options, { before, after });
      }
    }
    await yardstick.remove();
  }
  console.log(`\nbefore: ${before}, after: ${after}\n${await describeMachine(servers)}`);
}

async function comparePairs(
  ground: Ground,
  options: Options,
  builds: Record<keyof Pair, string>,
): Promise<void> {
  const what = `${ground.flavour}, ${ground.queue}, ${ground.batch} entries a request`;
  const rate = await partLoad(ground, options, builds.before);
  const load = rate > 0 ? `, part load ${round(rate)} entries a second` : '';
  progress(`${what}${load}`);
  const pairs: Pair[] = [];
  for (let number = 0; number < Number(options.pairs); number++) {
    const measured: Partial<Pair> = {};
    for (const build of inTurns(number)) {
      measured[build] = await measure(ground, options, builds[build], rate);
      // What was measured is kept even if a later run fails.
      progress(`pair ${number + 1} of ${options.pairs}, ${build}: ${inWords(measured[build])}`);
    }
    pairs.push(measured as Pair);
  }
  printTable(`${what}: every pair${load}`, RUN_COLUMNS, pairs.flatMap(rowsOfPair));
  printTable(`${what}: after / before, ${pairs.length} pairs`, SUMMARY_COLUMNS, summaryOf(pairs));
}

/** The build that begins changes, so that neither has the warmer machine. */
const inTurns = (number: number): (keyof Pair)[] =>
  number % 2 === 0 ? ['before', 'after'] : ['after', 'before'];

const inWords = (measured: Measured) =>
  FIGURES.map(({ name, of, show }) => `${name} ${show(of(measured))}`).join(', ');

/**
 * Returns the entries a second that both builds get at part load. They follow from a run of the
 * build before, which counts for nothing else.
 */
async function partLoad(ground: Ground, options: Options, before: string): Promise<number> {
  if (Number(options.rate) > 0 || Number(options.load) === 0) return Number(options.rate);
  const { full } = await measure(ground, options, before, 0);
  return full.rate * Number(options.load);
}

/**
 * On TimescaleDB, a minute is rolled up when it is over. Runs are too short to have that once each:
 * it would meet one build of a pair and not the other. So they begin early in a minute.
 */
async function earlyInMinute(): Promise<void> {
  const second = (Date.now() % MINUTE_MS) / 1_000;
  if (second >= QUIET_FROM_SECOND && second < QUIET_TO_SECOND) return;
  await sleep(((QUIET_FROM_SECOND - second + 60) % 60) * 1_000);
}

/** Runs a build on empty stores. With a rate of 0 there is no part load. */
async function measure(
  { server, yardstick, flavour, queue, batch }: Ground,
  options: Options,
  dist: string,
  rate: number,
): Promise<Measured> {
  const run = await startRun(server, { flavour, queue, dist }, options, batch);
  try {
    if (flavour === 'timescale') await earlyInMinute();
    const full = await run.send(entriesOf(options, batch), 0);
    const entries = rate * Number(options['load-seconds']);
    const part = rate > 0 ? await run.send(entries, rate) : undefined;
    await run.system.stopProcesses();
    return { full, part, copy: await yardstick.rate() };
  } finally {
    await run.stop();
  }
}
