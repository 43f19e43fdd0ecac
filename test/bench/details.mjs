// What the roll-ups of details (status codes, referrals, clients) cost ingestion: the same batches with their trigger and without.
import { loadConfig } from '../../dist/libs/config/src/index.js';
import { createLogger } from '../../dist/libs/observability/src/index.js';
import { chooseBackend } from '../../dist/libs/queue/src/index.js';
import { createPool, migrate, VisitWriter } from '../../dist/libs/storage/src/index.js';
import { median, printTable, progress } from './figures.mjs';
import { createBatchMaker } from './load.mjs';
import { cpuSecondsOf } from './processes.mjs';
import { connect, createDatabase, describeMachine, query, startPostgres } from './servers.mjs';
import { createWorld, FOUR_WEBSITES } from './traffic.mjs';

const BATCHES = 100;

export async function details(options) {
  const results = [];
  const servers = [];
  for (const flavour of options.flavour.split(',')) {
    const server = await startPostgres(flavour);
    servers.push(server);
    const url = await createDatabase(server, 'bench_details', flavour);
    await chooseBackend(loadConfig({ DATABASE_URL: url })).migrate();
    await migrate(url, { flavour });
    results.push([flavour, await compare(url, Number(options.rounds))]);
    progress(`${flavour} measured`);
  }
  console.log((await describeMachine(servers)).join('\n'));
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

async function compare(url, rounds) {
  const { accountId } = await createWorld(url);
  const pages = new Map();
  const rows = await query(
    url,
    'SELECT website_id, id::float8 AS id, path FROM bench_pages ORDER BY website_id, rank',
  );
  for (const { website_id: website, id, path } of rows)
    pages.set(website, [...(pages.get(website) ?? []), { id, path }]);
  const logger = createLogger('bench', 'warn');
  const pool = createPool({ url, max: 2, name: 'bench', statementTimeoutMs: 60_000, logger });
  const client = await connect(url);
  const writer = new VisitWriter(pool);
  const makeBatch = createBatchMaker({
    accountId,
    pages,
    shares: FOUR_WEBSITES,
    late: 'batch',
    seed: 7,
  });
  const samples = { off: [], on: [] };
  for (let round = 0; round <= rounds; round++) {
    for (const state of ['off', 'on']) {
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

async function cost(writer, client, makeBatch) {
  const batches = Array.from({ length: BATCHES }, makeBatch);
  const entries = batches.reduce((sum, { visits }) => sum + visits.length, 0);
  const before = await cpuSecondsOf(client);
  for (const batch of batches) await writer.write(batch);
  return (((await cpuSecondsOf(client)) - before) / entries) * 1e6;
}
