// Measures what the roll-ups of details (status codes, referrals, clients) cost ingestion: it sends
// the same batches with and without their trigger.
import { createLogger } from '@app/observability';
import { createPool, type VisitBatch, VisitWriter } from '@app/storage';
import type { TestFlavour } from '@app/testing';
import type pg from 'pg';
import { connect } from '../support/servers/postgres.js';
import { cpuSecondsOf } from './cpu.js';
import { median, printTable, progress } from './figures.js';
import { listOf, type Options } from './options.js';
import { createBatchMaker } from './refresh/load.js';
import { migrateBoth } from './refresh/migrate-since.js';
import { createDatabase, describeMachine, type Server, startPostgres } from './servers.js';
import { createWorld, FOUR_WEBSITES, readPages } from './traffic.js';

/** Microseconds of the database per entry, without and with the trigger. */
interface Costs {
  off: number[];
  on: number[];
}

const BATCHES = 100;

export async function details(options: Options): Promise<void> {
  const results: [TestFlavour, Costs][] = [];
  const servers: Server[] = [];
  for (const flavour of listOf(options.flavour) as TestFlavour[]) {
    const server = await startPostgres(flavour);
    servers.push(server);
    const url = await createDatabase(server, 'bench_details', flavour);
    await migrateBoth(url, flavour);
    results.push([flavour, await compare(url, Number(options.rounds))]);
    progress(`${flavour} measured`);
  }
  console.log(await describeMachine(servers));
  printTable(
    `Microseconds of PostgreSQL's processor time for an entry, batches of 1,000 (medians of ${options.rounds} rounds, in turns)`,
    ['flavour', 'without details', 'with details', 'ratio'],
    results.map(([flavour, { off, on }]) => [
      flavour,
      median(off).toFixed(1),
      median(on).toFixed(1),
      (median(on) / median(off)).toFixed(2),
    ]),
  );
}

async function compare(url: string, rounds: number): Promise<Costs> {
  const { accountId } = await createWorld(url);
  const pages = await readPages(url);
  const logger = createLogger('bench', 'warn');
  const pool = createPool({ url, max: 2, name: 'bench', statementTimeoutMs: 60_000, logger });
  const client = await connect(url);
  const writer = new VisitWriter(pool);
  const makeBatch = createBatchMaker(
    { accountId, pages },
    { shares: FOUR_WEBSITES, late: 'batch', seed: 7 },
  );
  const samples: Costs = { off: [], on: [] };
  for (let round = 0; round <= rounds; round++) {
    for (const state of ['off', 'on'] as const) {
      const change = state === 'on' ? 'ENABLE' : 'DISABLE';
      await client.query(`ALTER TABLE visits ${change} TRIGGER count_details`);
      const used = await cost(writer, client, makeBatch);
      // The first round warms up.
      if (round > 0) samples[state].push(used);
    }
  }
  await Promise.all([pool.end(), client.end()]);
  return samples;
}

async function cost(
  writer: VisitWriter,
  client: pg.Client,
  makeBatch: () => VisitBatch,
): Promise<number> {
  const batches = Array.from({ length: BATCHES }, makeBatch);
  const entries = batches.reduce((sum, { visits }) => sum + visits.length, 0);
  const before = await cpuSecondsOf(client);
  for (const batch of batches) await writer.write(batch);
  return (((await cpuSecondsOf(client)) - before) / entries) * 1e6;
}
