// npm run bench -- <name> [--option value]: benchmarks of the built product on temporary servers.
import { undoAll } from '@app/testing';
import { alerts } from './alerts.js';
import { atRest } from './at-rest.js';
import { bodies } from './bodies.js';
import { classification } from './classification.js';
import { compare } from './compare.js';
import { compareReports } from './compare-reports.js';
import { coverage } from './coverage.js';
import { deliveries } from './deliveries.js';
import { disk } from './disk.js';
import { drop } from './drop.js';
import { exportVisits } from './export.js';
import { feeds } from './feeds.js';
import { hostile } from './hostile.js';
import { judge } from './judge.js';
import { memory } from './memory.js';
import { type Options, parse, USAGE, WrongUsage } from './options.js';
import { overload } from './overload.js';
import { page } from './page.js';
import { peers } from './peers.js';
import { peopleLab } from '../people-lab/people-lab.js';
import { pipeline } from './pipeline.js';
import { quiet } from './quiet.js';
import { refresh } from './refresh.js';
import { reports } from './reports.js';
import { smallMachine } from './small-machine.js';
import { stages } from './stages.js';
import { verification } from './verification.js';

const BENCHMARKS: Record<string, (options: Options, builds: string[]) => void | Promise<void>> = {
  reports,
  coverage,
  alerts,
  page,
  drop,
  refresh,
  classification,
  verification,
  memory,
  'at-rest': atRest,
  'small-machine': smallMachine,
  bodies,
  pipeline,
  compare,
  'compare-reports': compareReports,
  disk,
  feeds,
  export: exportVisits,
  deliveries,
  stages,
  overload,
  quiet,
  hostile,
  judge,
  peers,
  'people-lab': peopleLab,
};

/** Runs a benchmark and returns the exit status. */
export async function main(args: string[]): Promise<number> {
  const { name, builds, options } = parse(args);
  if (options.help) {
    console.log(USAGE);
    return 0;
  }
  const benchmark = BENCHMARKS[name];
  if (!benchmark) {
    console.error(USAGE);
    return 2;
  }
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => void undoAll().then(() => process.exit(130)));
  }
  try {
    await benchmark(options, builds);
  } catch (error) {
    if (!(error instanceof WrongUsage)) throw error;
    console.error(error.message);
    return 2;
  } finally {
    await undoAll();
  }
  return 0;
}
