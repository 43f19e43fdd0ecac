import { undoAll } from '@app/testing';
import { readOptions } from '../support/command-options.js';
import { CopyOfSources } from './copy-of-sources.js';
import { faultsOfBaseline, judge, type Outcome } from './judge.js';
import { type Mutation, readMutations } from './mutation.js';
import { choose, parseOptions, USAGE } from './options.js';
import { runSuites } from './run-suites.js';
import { renderRow, renderSum, type Row } from './table.js';

/** For the suites of all mutations together, without a fault. */
const BASELINE_SECONDS = 1_800;
/** For the suites of one mutation. Less than the time after which Jest gives up a test. */
const MOST_SECONDS = 240;
/** As a shell reports Ctrl-C. */
const INTERRUPTED = 130;

/**
 * The command `npm run mutations`: makes faults on purpose, and returns the exit status.
 */
export async function main(args: string[]): Promise<number> {
  const options = readOptions(() => {
    const parsed = parseOptions(args);
    return parsed === 'help'
      ? parsed
      : { ...parsed, chosen: choose(readMutations(), parsed.names) };
  }, USAGE);
  if (typeof options === 'number') return options;
  const { chosen } = options;
  if (options.list) {
    for (const { name, fault } of chosen) console.log(`${name}\n    ${fault}`);
    return 0;
  }
  const interruption = new AbortController();
  // More than once, because the terminal's Ctrl-C comes from the parent, too.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => interruption.abort());
  try {
    return await runAll(chosen, interruption.signal);
  } finally {
    await undoAll();
  }
}

async function runAll(mutations: Mutation[], interrupted: AbortSignal): Promise<number> {
  const copy = CopyOfSources.make();
  const suites = [...new Set(mutations.flatMap((mutation) => mutation.suites))];
  console.log(`First, ${suites.length} suites must be green without a fault.`);
  const begun = performance.now();
  const faults = await faultsWithout(copy, suites, interrupted);
  if (interrupted.aborted) return INTERRUPTED;
  if (faults.length > 0) {
    console.error('No mutation was tried, because suites are not green without one:');
    for (const fault of faults) console.error(`  ${fault}`);
    return 1;
  }
  console.log(`They are, after ${secondsSince(begun).toFixed(0)} s.\n`);
  const rows: Row[] = [];
  for (const mutation of mutations) {
    const begun = performance.now();
    const outcome = await outcomeOf(copy, mutation, interrupted);
    if (interrupted.aborted) return INTERRUPTED;
    const row = { name: mutation.name, outcome, seconds: secondsSince(begun) };
    console.log(renderRow(row));
    rows.push(row);
  }
  console.log(`\n${renderSum(rows)}`);
  return rows.every(({ outcome }) => outcome.kind === 'caught') ? 0 : 1;
}

/** Runs all suites on the sources as they are, and returns what is wrong with them. */
async function faultsWithout(
  copy: CopyOfSources,
  suites: string[],
  interrupted: AbortSignal,
): Promise<string[]> {
  const run = await runSuites(copy, suites, { mostSeconds: BASELINE_SECONDS, interrupted });
  switch (run.kind) {
    case 'ended':
      return faultsOfBaseline(run.results, suites);
    case 'timed out':
      return [`they did not end within ${BASELINE_SECONDS} s`];
    case 'failed':
      return run.said.split('\n');
    case 'interrupted':
      return [];
  }
}

async function outcomeOf(
  copy: CopyOfSources,
  { patch, suites }: Mutation,
  interrupted: AbortSignal,
): Promise<Outcome> {
  const reason = copy.apply(patch);
  if (reason !== undefined) return { kind: 'no longer applies', reason };
  const run = await runSuites(copy, suites, { mostSeconds: MOST_SECONDS, interrupted });
  copy.revert(patch);
  switch (run.kind) {
    case 'ended':
      return judge(run.results);
    case 'timed out':
      return { kind: 'timed out', seconds: MOST_SECONDS };
    case 'failed':
      return { kind: 'not tested', reason: run.said };
    case 'interrupted':
      return { kind: 'not tested', reason: 'the command was interrupted' };
  }
}

const secondsSince = (begun: number) => (performance.now() - begun) / 1_000;
