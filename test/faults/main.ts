import { findRedisServer, undoAll } from '@app/testing';
import { readOptions } from '../support/command-options.js';
import type { QueueName } from '../support/stores.js';
import { FAULTS } from './cases/index.js';
import { type Fault, NotRun, type Scene } from './fault.js';
import { type Counts, judge } from './oracle.js';
import { type Options, parseOptions, USAGE } from './options.js';
import { seededRandom } from '../support/random.js';
import { Stage } from './stage.js';
import { renderTable, type Row } from './table.js';

/**
 * The command `npm run faults`: runs the faults one after the other and returns the exit status.
 */
export async function main(args: string[]): Promise<number> {
  const options = readOptions(() => parseOptions(args), USAGE);
  if (typeof options === 'number') return options;
  const chosen = choose(options);
  if (chosen.length === 0) {
    console.error(`There is no fault ${options.only?.join(',')} on that queue; see --list`);
    return 2;
  }
  if (options.list) {
    for (const { id, name, queues } of chosen) console.log(`${id}  ${name} (${queues.join(', ')})`);
    return 0;
  }
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => void undoAll().finally(() => process.exit(130)));
  }
  const rows = await runAll(chosen, options);
  console.log(`\n${renderTable(rows)}\n`);
  const failed = rows.filter(({ result }) => result === 'FAILED').length;
  console.log(`Seed ${options.seed}: ${rows.length} runs, ${failed} failed.`);
  return failed > 0 ? 1 : 0;
}

function choose({ only, queues }: Options): Fault[] {
  return FAULTS.filter(({ id }) => !only || only.includes(id)).filter((fault) =>
    fault.queues.some((queue) => queues.includes(queue)),
  );
}

async function runAll(faults: Fault[], options: Options): Promise<Row[]> {
  const rows: Row[] = [];
  const end = Date.now() + options.seconds * 1_000;
  let seed = options.seed;
  do {
    for (const fault of faults) {
      for (const queue of fault.queues.filter((name) => options.queues.includes(name))) {
        const row = await runOne(fault, queue, options.short, seed);
        rows.push(row);
        console.log(`${row.result.padEnd(8)}${row.id} ${row.name}, ${row.queue}`);
        for (const remark of row.remarks) console.log(`          ${remark}`);
      }
    }
    seed++;
  } while (Date.now() < end);
  return rows;
}

async function runOne(fault: Fault, queue: QueueName, short: boolean, seed: number): Promise<Row> {
  const begun = Date.now();
  const remarks: string[] = [];
  const row = (result: Row['result'], counts?: Counts): Row => {
    const seconds = (Date.now() - begun) / 1_000;
    return { id: fault.id, name: fault.name, queue, result, counts, seconds, remarks };
  };
  const missing = whyMissing(fault, queue);
  if (missing) {
    remarks.push(missing);
    return row('not run');
  }
  try {
    const stage = await Stage.open(queue, fault.stage?.());
    const scene: Scene = {
      stage,
      random: seededRandom(seed),
      times: (full) => (short ? Math.max(1, Math.round(full / 10)) : full),
      lasting: (full) => full * (short ? 250 : 1_000),
      note: (text) => void remarks.push(text),
    };
    const producers = await fault.run(scene);
    const { counts, failures } = await judge(stage, producers);
    remarks.push(...failures);
    if (!fault.mutation) return row(failures.length > 0 ? 'FAILED' : 'ok', counts);
    const noticed = counts.lost + counts.doubled > 0;
    if (!noticed) remarks.push('the oracle did not notice it');
    return row(noticed ? 'ok' : 'FAILED', counts);
  } catch (error) {
    remarks.push((error as Error).message);
    return row(error instanceof NotRun ? 'not run' : 'FAILED');
  } finally {
    await undoAll();
  }
}

function whyMissing(fault: Fault, queue: QueueName): string | undefined {
  if (queue === 'redis' && !findRedisServer()) return 'redis-server is not in PATH';
  return fault.missing?.();
}
