// npm run same-answers -- BEFORE AFTER: whether two builds give the same answers.
import { type TestFlavour, undoAll } from '@app/testing';
import { printTable } from '../bench/figures.js';
import { readOptions } from '../support/command-options.js';
import { whyMissing } from './builds/databases.js';
import { MASKED_FIELDS } from './comparison/masked-fields.js';
import { SUMMARY_COLUMNS } from './comparison/summary.js';
import { type Options, parseOptions, USAGE } from './options.js';
import { type Result, runOn } from './run.js';

const FLAVOURS: readonly TestFlavour[] = ['plain', 'timescale', 'citus'];

/** Runs the command, and returns the exit status. */
export async function main(args: string[]): Promise<number> {
  const options = readOptions(() => parseOptions(args), USAGE);
  if (typeof options === 'number') return options;
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void undoAll().finally(() => process.exit(130)));
  try {
    return await compare(options);
  } finally {
    await undoAll();
  }
}

async function compare(options: Options): Promise<number> {
  console.log(`before: ${options.before}, after: ${options.after}, seed ${options.seed}`);
  const flavours = options.flavours ?? FLAVOURS.filter(isAvailable);
  let failures = 0;
  for (const flavour of flavours) {
    const begun = Date.now();
    const log = (line: string) =>
      console.log(`${flavour}, ${Math.round((Date.now() - begun) / 1_000)} s: ${line}`);
    const result = await runOn(flavour, options, log);
    print(result, options);
    failures += result.sent.failures + result.restored.failures;
  }
  const fields = MASKED_FIELDS.flatMap((masked) => masked.fields).join(', ');
  console.log(`\nOf these fields it was compared only whether they have a value: ${fields}`);
  console.log(failures === 0 ? 'No difference.' : `${failures} differences.`);
  return failures === 0 ? 0 : 1;
}

function isAvailable(flavour: TestFlavour): boolean {
  const reason = whyMissing(flavour);
  if (reason !== undefined) console.log(`not run on ${flavour}: ${reason}`);
  return reason === undefined;
}

function print(result: Result, { seed }: Options): void {
  const { flavour, instant, visits, sent, restored, seconds } = result;
  for (const [title, summary] of [
    [`${flavour}: BEFORE and AFTER, which were sent the same visits`, sent],
    [`${flavour}: BEFORE, and AFTER with the restored backup of BEFORE`, restored],
  ] as const) {
    printTable(title, SUMMARY_COLUMNS, summary.rows);
    for (const line of summary.lines()) console.log(line);
  }
  console.log(
    `\n${flavour}: ${visits} visits, ${sent.requests + restored.requests} requests with ` +
      `${sent.pages + restored.pages} pages of each build, ${Math.round(seconds)} s; ` +
      `repeat it with --seed ${seed} --instant ${new Date(instant).toISOString()}`,
  );
}
