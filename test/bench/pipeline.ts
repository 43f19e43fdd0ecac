// Measures how many log entries per second the whole way takes: HTTP, queue, worker, database,
// reports. Everything runs on this machine.
import type { TestFlavour } from '@app/testing';
import type pg from 'pg';
import { median, printTable, progress, round } from './figures.js';
import { combinationsOf, listOf, numbersOf, type Options } from './options.js';
import { COLUMNS, type Result, rowOf } from './pipeline/columns.js';
import { comparePairs } from './pipeline/pairs.js';
import { entriesOf, type Figures, type Run, startRun } from './pipeline/run.js';
import { describeMachine, type Server, startPostgres } from './servers.js';
import type { Combination } from './system.js';

export async function pipeline(options: Options): Promise<void> {
  const servers = new Map<TestFlavour, Server>();
  for (const flavour of listOf(options.flavour) as TestFlavour[])
    servers.set(flavour, await startPostgres(flavour));
  const compare = Number(options.pairs) > 0 ? comparePairs : measureAll;
  const printResults = await compare(servers, options);
  console.log(`\n${await describeMachine([...servers.values()])}`);
  printResults();
}

/** Measures, and returns a function that prints the results. */
async function measureAll(
  servers: Map<TestFlavour, Server>,
  options: Options,
): Promise<() => void> {
  const results: Result[] = [];
  for (const combination of combinationsOf(options)) {
    for (const batch of numbersOf(options.batch)) {
      progress(JSON.stringify({ ...combination, batch }));
      const server = servers.get(combination.flavour) as Server;
      const run = await startRun(server, combination, options, batch);
      try {
        results.push({ batch, ...(await measure(run, combination, options, batch)) });
      } finally {
        await run.stop();
      }
      printTable('So far', COLUMNS, results.map(rowOf));
    }
  }
  const what = `${options.workers} worker process(es), ${options.connections} connections of the sender`;
  return () => printTable(`From HTTP to visible; ${what}`, COLUMNS, results.map(rowOf));
}

async function measure(
  { system, send }: Run,
  combination: Combination,
  options: Options,
  batch: number,
): Promise<Omit<Result, 'batch'>> {
  const sizeBefore = await system.databaseBytes();
  const full = await send(entriesOf(options, batch), 0);
  const bytes = ((await system.databaseBytes()) - sizeBefore) / full.entries;
  const rate = Number(options.rate) || full.rate * Number(options.load);
  const part = rate > 0 ? await send(rate * Number(options['load-seconds']), rate) : undefined;
  if (part) progress(trendOf(part));
  const peaks = await system.peaks();
  await system.stopProcesses();
  const copy = await copyRate(system.client, combination.flavour);
  return { ...combination, full, part, bytes, peaks, copy };
}

/** Tells whether a steady load is kept up, or the time from 200 to visible grows under it. */
function trendOf({ entries, acceptedRate, delays }: Figures): string {
  const fifth = Math.ceil(delays.length / 5);
  const [first, last] = [delays.slice(0, fifth), delays.slice(-fifth)].map(median);
  const load = `${round(acceptedRate)} entries a second accepted, ${entries} in all`;
  return `part load: ${load}; visible after ${round(first ?? NaN)} ms in the first fifth, ${round(last ?? NaN)} ms in the last (median)`;
}

/**
 * Measures what the database alone can take: rows per second of the same visits by COPY on one
 * connection, into a table that has their columns and indexes, but no triggers and aggregates.
 */
async function copyRate(client: pg.Client, flavour: TestFlavour): Promise<number> {
  const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
  const file = `${rows[0]?.data_directory}/bench-copy`;
  await client.query(`COPY (SELECT * FROM visits) TO '${file}'`);
  await client.query('CREATE TABLE bench_copy (LIKE visits INCLUDING DEFAULTS INCLUDING INDEXES)');
  if (flavour === 'timescale') {
    await client.query(
      "SELECT create_hypertable('bench_copy', 'time', chunk_time_interval => INTERVAL '7 days', create_default_indexes => false)",
    );
  }
  await client.query('CHECKPOINT');
  const start = performance.now();
  const { rowCount } = await client.query(`COPY bench_copy FROM '${file}'`);
  const seconds = (performance.now() - start) / 1_000;
  await client.query('DROP TABLE bench_copy');
  return (rowCount ?? NaN) / seconds;
}
