// Measures what the same visits take on disk in each build: as they were written, and on TimescaleDB
// also at rest, when roll-ups are finished and the visits are compressed.
import type { TestFlavour } from '@app/testing';
import type pg from 'pg';
import { sumOf } from './compare/figures.js';
import { type Cell, printTable, progress, round } from './figures.js';
import { combinationsOf, numbersOf, type Options } from './options.js';
import { startRun } from './pipeline/run.js';
import { readRelations, type Relation } from './relations.js';
import { describeMachine, type Server, startPostgres } from './servers.js';
import type { Combination } from './system.js';

/** Bytes of a database by now. */
interface State {
  /** What it grew by since it was empty. */
  grown: number;
  relations: Relation[];
}

interface Result extends Combination {
  /** Processor seconds per million visits; NaN when looking at coming visits adds to them. */
  cpu: number;
  /** Bytes of the log. */
  wal: number;
  fresh: State;
  rest: State | undefined;
  /** Bytes at rest of levels that are dropped when the levels above are made of them. */
  steps: number;
}

const BATCH = 1_000;
const MOST_RELATIONS = 15;
const COLUMNS = [
  ...[
    'flavour',
    'queue',
    'build',
    'CPU s/million',
    'WAL bytes/visit',
    'fresh bytes/visit',
    'at rest',
  ],
  'at rest without steps',
];

const SMALLEST_FIRST = `
SELECT format('%I.%I', view_schema, view_name) AS name
FROM timescaledb_information.continuous_aggregates
ORDER BY substring(materialization_hypertable_name, '\\d+$')::integer`;
const COMPRESS = "SELECT compress_chunk(chunk, true) FROM show_chunks('visits') AS chunk";
const STEPS = 'SELECT relation AS name FROM website_relations WHERE kept IS NOT NULL';

export async function disk(options: Options): Promise<void> {
  const visits = numbersOf(options.visits).at(-1) ?? NaN;
  const servers = new Map<TestFlavour, Server>();
  const results: Result[] = [];
  for (const combination of combinationsOf(options)) {
    const { flavour, queue, dist } = combination;
    progress(`${flavour}, ${queue}, ${dist}`);
    const server = servers.get(flavour) ?? (await startPostgres(flavour));
    servers.set(flavour, server);
    const result = await measure(server, combination, options, visits);
    results.push(result);
    printTable(
      `${flavour}, ${queue}, ${dist}: bytes a visit of the largest relations`,
      ['relation', 'fresh', 'at rest'],
      relationRows(result, visits),
    );
  }
  console.log(`\n${await describeMachine([...servers.values()])}`);
  const when = Number(options.hours) > 0 ? `in ${options.hours} hours` : 'all now';
  printTable(
    `${visits} visits, ${when}`,
    COLUMNS,
    results.map((result) => rowOf(result, visits)),
  );
}

async function measure(
  server: Server,
  combination: Combination,
  options: Options,
  visits: number,
): Promise<Result> {
  const run = await startRun(server, combination, options, BATCH, { warm: false });
  const { system } = run;
  const empty = (await system.written()).disk;
  const look = async (): Promise<State> => ({
    grown: (await system.written()).disk - empty,
    relations: await readRelations(system.client, combination.flavour),
  });
  try {
    const hours = Number(options.hours);
    const { written, cpu: spent } = await run.send(visits, 0, { hours });
    await system.stopProcesses();
    const fresh = await look();
    const cpu = hours > 0 ? NaN : sumOf(spent);
    const wal = written.wal * visits;
    const result = { ...combination, cpu, wal, fresh, rest: undefined, steps: 0 };
    if (combination.flavour !== 'timescale') return result;
    await bringToRest(system.client);
    const rest = await look();
    return { ...result, rest, steps: await stepsOf(system.client, rest) };
  } finally {
    await run.stop();
  }
}

/** Brings TimescaleDB to the state that it has when the visits are old. */
async function bringToRest(client: pg.Client): Promise<void> {
  const start = performance.now();
  const { rows } = await client.query<{ name: string }>(SMALLEST_FIRST);
  for (const { name } of rows)
    await client.query(
      `CALL refresh_continuous_aggregate('${name}', NULL, now() + INTERVAL '60 days')`,
    );
  await client.query(COMPRESS);
  progress(`brought to rest in ${round((performance.now() - start) / 1_000)} s`);
}

async function stepsOf(client: pg.Client, { relations }: State): Promise<number> {
  const { rows } = await client.query<{ name: string }>(STEPS);
  const steps = new Set(rows.map(({ name }) => name));
  return relations.filter(({ name }) => steps.has(name)).reduce((sum, { bytes }) => sum + bytes, 0);
}

function rowOf(
  { flavour, queue, dist, cpu, wal, fresh, rest, steps }: Result,
  visits: number,
): Cell[] {
  const each = [wal, fresh.grown, rest?.grown, rest && rest.grown - steps];
  return [flavour, queue, dist, round(cpu), ...each.map((bytes) => round((bytes ?? NaN) / visits))];
}

function relationRows({ fresh, rest }: Result, visits: number): Cell[][] {
  const at = (state: State | undefined, wanted: string) =>
    state?.relations.find(({ name }) => name === wanted)?.bytes ?? NaN;
  const names = fresh.relations.map(({ name }) => name);
  const most = (name: string) => Math.max(at(fresh, name), rest ? at(rest, name) : 0);
  return names
    .sort((a, b) => most(b) - most(a))
    .slice(0, MOST_RELATIONS)
    .map((name) => [name, round(at(fresh, name) / visits), round(at(rest, name) / visits)]);
}
