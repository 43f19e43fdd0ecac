// Measures how many log entries per second the whole way takes: HTTP, queue, worker, database,
// reports. Everything runs on this machine.
import type { TestFlavour } from '@app/testing';
import { median, printTable, progress, round } from './figures.js';
import { combinationsOf, numbersOf, type Options } from './options.js';
import { COLUMNS, type Result, rowOf } from './pipeline/columns.js';
import { entriesOf, type Figures, type Run, startRun } from './pipeline/run.js';
import { describeMachine, type Server, startPostgres } from './servers.js';
import { prepareYardstick, type Yardstick } from './yardstick.js';

export async function pipeline(options: Options): Promise<void> {
  const servers = new Map<TestFlavour, Server>();
  const yardsticks = new Map<TestFlavour, Yardstick>();
  const results: Result[] = [];
  for (const combination of combinationsOf(options)) {
    const { flavour } = combination;
    const server = servers.get(flavour) ?? (await startPostgres(flavour));
    const yardstick = yardsticks.get(flavour) ?? (await prepareYardstick(server, flavour));
    servers.set(flavour, server);
    yardsticks.set(flavour, yardstick);
    for (const batch of numbersOf(options.batch)) {
      progress(JSON.stringify({ ...combination, batch }));
      const run = await startRun(server, combination, options, batch);
      try {
        const measured = await measure(run, entriesOf(options, batch), options, yardstick);
        results.push({ ...combination, batch, ...measured });
      } finally {
        await run.stop();
      }
      printTable('So far', COLUMNS, results.map(rowOf));
    }
  }
  const what = `${options.workers} worker process(es), ${options.connections} connections of the sender`;
  console.log(`\n${await describeMachine([...servers.values()])}`);
  printTable(`From HTTP to visible; ${what}`, COLUMNS, results.map(rowOf));
}

async function measure(
  { system, send }: Run,
  entries: number,
  options: Options,
  yardstick: Yardstick,
): Promise<Pick<Result, 'full' | 'part' | 'peaks' | 'copy'>> {
  const full = await send(entries, 0);
  const rate = Number(options.rate) || full.rate * Number(options.load);
  const part = rate > 0 ? await send(rate * Number(options['load-seconds']), rate) : undefined;
  if (part) progress(trendOf(part));
  const peaks = await system.peaks();
  await system.stopProcesses();
  return { full, part, peaks, copy: await yardstick.rate() };
}

/** Tells whether a steady load is kept up, or the time from 200 to visible grows under it. */
function trendOf({ entries, acceptedRate, delays }: Figures): string {
  const fifth = Math.ceil(delays.length / 5);
  const [first, last] = [delays.slice(0, fifth), delays.slice(-fifth)].map(median);
  const load = `${round(acceptedRate)} entries a second accepted, ${entries} in all`;
  return `part load: ${load}; visible after ${round(first ?? NaN)} ms in the first fifth, ${round(last ?? NaN)} ms in the last (median)`;
}
