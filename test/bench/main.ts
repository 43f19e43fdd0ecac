// npm run bench -- <name> [--option value]: benchmarks of the built product on temporary servers.
import { undoAll } from '@app/testing';
import { alerts } from './alerts.js';
import { classification } from './classification.js';
import { coverage } from './coverage.js';
import { deliveries } from './deliveries.js';
import { details } from './details.js';
import { drop } from './drop.js';
import { exportVisits } from './export.js';
import { feeds } from './feeds.js';
import { memory } from './memory.js';
import { type Options, parse, USAGE } from './options.js';
import { overload } from './overload.js';
import { page } from './page.js';
import { pipeline } from './pipeline.js';
import { quiet } from './quiet.js';
import { refresh } from './refresh.js';
import { reports } from './reports.js';
import { stages } from './stages.js';
import { verification } from './verification.js';

const BENCHMARKS: Record<string, (options: Options) => void | Promise<void>> = {
  reports,
  coverage,
  alerts,
  page,
  drop,
  refresh,
  classification,
  verification,
  memory,
  details,
  pipeline,
  feeds,
  export: exportVisits,
  deliveries,
  stages,
  overload,
  quiet,
};

/** Runs a benchmark and returns the exit status. */
export async function main(args: string[]): Promise<number> {
  const { name, options } = parse(args);
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
    await benchmark(options);
  } finally {
    await undoAll();
  }
  return 0;
}
