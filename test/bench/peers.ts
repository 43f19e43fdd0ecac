// Measures how fast the import reads a log, beside other programs that count the visits of logs. All
// read the same log, in turns within one run.
import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { removedAtEnd } from '@app/testing';
import type pg from 'pg';
import { startCli } from '../support/cli.js';
import { connect } from '../support/servers/postgres.js';
import { writeAccessLog } from './access-log.js';
import { cpuSecondsOf, cpuSecondsOfEnded, memoryOf } from './cpu.js';
import { type Cell, median, megabytes, printTable, progress, round } from './figures.js';
import type { Options } from './options.js';
import { askApi, askDatabase, FIVE_NAMES } from './peers/five-reports.js';
import { PEERS, run, type Started } from './peers/programs.js';
import {
  createDatabase,
  describeMachine,
  dropDatabase,
  type Server,
  startPostgres,
} from './servers.js';
import { startSystem } from './system.js';
import { watch } from './visible.js';

/** What it took to read the log once. */
interface Took {
  name: string;
  lines: number;
  seconds: number;
  /** Processor seconds of the program, and its bytes of memory; NaN where others do the work. */
  cpu: number;
  memory: number;
  /** Processor seconds of the database, and of the service around it, if there is one. */
  served?: number;
  /** What is kept of the log, and how long the five reports take that are read from it. */
  kept?: { bytes: number; reports: number[] };
}

/** Reads the log once in one way, or in several at the same time. */
type Way = (log: string) => Promise<Took[]>;

/** The reports are asked for the visits of today and yesterday. */
const DAYS = 1;
/** The parts of the service. Its queue is in the database. */
const SERVING = ['api', 'worker', 'database'] as const;
/** How often the memory of a program is looked at. */
const LOOK_MS = 50;
const COLUMNS = [
  ...['program', 'lines/s', 'lowest and highest', 'lines counted', 'processor seconds'],
  ...['of service and database', 'memory at most'],
];
const KEPT_COLUMNS = ['what is kept', 'bytes a line', ...FIVE_NAMES.map((name) => `${name}, ms`)];

export async function peers(options: Options): Promise<void> {
  const lines = Number(options.lines);
  const log = join(newFolder(), 'access.log');
  await writeAccessLog(log, lines, DAYS);
  const server = await startPostgres('plain');
  const dist = resolve(options.dist);
  const ways: Way[] = [
    (path) => timed('import --dry-run', started(['import', '--dry-run', path], {}, dist)),
    ...PEERS.flatMap(({ name, packaged, found, start }): Way[] => {
      if (found) return [(path) => timed(name, start(found, path, newFolder()))];
      console.log(`${name}: not on this machine; install it with: apt install ${packaged}`);
      return [];
    }),
    (path) => loadInAfternoon(server, path),
    (path) => importInto(server, path, dist),
  ];
  const results = new Map<string, Took[]>();
  for (let number = 1; number <= Number(options.rounds); number++) {
    for (const way of ways) {
      for (const took of await way(log)) {
        results.set(took.name, [...(results.get(took.name) ?? []), took]);
        progress(`round ${number}, ${took.name}: ${round(took.seconds)} s`);
      }
    }
  }
  console.log(`\n${await describeMachine([server])}`);
  const title = `A log of ${lines} lines, ${megabytes(statSync(log).size)}, ${options.rounds} rounds`;
  printTable(
    title,
    COLUMNS,
    Array.from(results, ([name, all]) => rowOf(name, all)),
  );
  const kept = [...results].filter(([, all]) => all[0]?.kept);
  printTable(
    `What is kept of it, and five reports of its ${DAYS + 1} days`,
    KEPT_COLUMNS,
    kept.map(([name, all]) => keptRowOf(name, all)),
  );
}

const newFolder = () => removedAtEnd(mkdtempSync(join(tmpdir(), 'botgauge-peers-')));

function started(args: string[], env: Record<string, string>, dist: string): Started {
  const { child, ended } = startCli([...args, '--json'], env, dist);
  const counted = ended.then(({ status, stdout, stderr }) => {
    if (status !== 0) throw new Error(`botgauge ${args.join(' ')} ended with ${status}: ${stderr}`);
    return (JSON.parse(stdout) as { entries: number }).entries;
  });
  return { pid: child.pid ?? NaN, counted };
}

/** Waits until a program has ended. */
async function timed(name: string, { pid, counted }: Started): Promise<Took[]> {
  const [start, cpuBefore] = [performance.now(), cpuSecondsOfEnded()];
  let memory = 0;
  const looks = setInterval(() => {
    memory = Math.max(memory, memoryOf(pid, 'VmHWM') || 0);
  }, LOOK_MS);
  try {
    const lines = await counted;
    const seconds = (performance.now() - start) / 1_000;
    return [{ name, lines, seconds, memory, cpu: cpuSecondsOfEnded() - cpuBefore }];
  } finally {
    clearInterval(looks);
  }
}

const AFTERNOON = 'afternoon';
const RUN = join(import.meta.dirname, '..', 'run.mjs');

/** Loads the log as somebody would do who builds it in an afternoon. */
async function loadInAfternoon(server: Server, log: string): Promise<Took[]> {
  const url = await createDatabase(server, AFTERNOON, 'plain');
  const client = await connect(url);
  try {
    const [size, before] = [await sizeOf(client), await cpuSecondsOf(client)];
    const { pid, ended } = run(process.execPath, [RUN, 'bench/peers/afternoon.ts', log, url]);
    const counted = ended.then((output) => (JSON.parse(output) as { entries: number }).entries);
    const [took] = await timed('a regex, isbot and COPY', { pid, counted });
    if (!took) throw new Error('Nothing was loaded');
    const served = (await cpuSecondsOf(client)) - before;
    const bytes = (await sizeOf(client)) - size;
    return [{ ...took, served, kept: { bytes, reports: await askDatabase(client, DAYS) } }];
  } finally {
    await client.end();
    await dropDatabase(server, AFTERNOON);
  }
}

/** Returns the bytes of a database on disk. */
async function sizeOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    'SELECT pg_database_size(current_database())::float8 AS bytes',
  );
  return rows[0]?.bytes ?? NaN;
}

/** Imports the log into a service that has nothing yet. */
async function importInto(server: Server, log: string, dist: string): Promise<Took[]> {
  const system = await startSystem(server, { flavour: 'plain', queue: 'postgres', dist });
  try {
    const { base, world } = system;
    const env = {
      ...{ BOTGAUGE_URL: base, BOTGAUGE_API_KEY: world.apiKey, BOTGAUGE_BOT_KEY: world.botKey },
      IMPORT_STATE_DIR: newFolder(),
    };
    const [cpu, { disk }] = [await system.cpu(), await system.written()];
    const start = Date.now();
    const command = started(['import', '--website', world.websites[0]?.id ?? '', log], env, dist);
    const accepted = await timed('import, until all is accepted', command);
    const lines = accepted[0]?.lines ?? NaN;
    const seconds = ((await watch(system, 0, lines)).at(-1)?.time ?? NaN) - start;
    const after = await system.cpu();
    const served = SERVING.reduce((sum, part) => sum + after[part] - cpu[part], 0);
    const bytes = (await system.written()).disk - disk;
    const kept = { bytes, reports: await askApi(base, world, DAYS) };
    const shown = { name: 'import, until the reports show all', lines, seconds: seconds / 1_000 };
    return [...accepted, { ...shown, cpu: NaN, memory: NaN, served, kept }];
  } finally {
    await system.stop();
  }
}

function rowOf(name: string, all: readonly Took[]): Cell[] {
  const rates = all.map(({ lines, seconds }) => lines / seconds);
  return [
    name,
    round(median(rates)),
    `${round(Math.min(...rates))} to ${round(Math.max(...rates))}`,
    [...new Set(all.map(({ lines }) => lines))].join(', '),
    round(median(all.map(({ cpu }) => cpu))),
    round(median(all.map(({ served = NaN }) => served))),
    Number.isFinite(all[0]?.memory) ? megabytes(Math.max(...all.map(({ memory }) => memory))) : '–',
  ];
}

function keptRowOf(name: string, all: readonly Took[]): Cell[] {
  const kept = all.flatMap((one) => (one.kept ? [{ ...one.kept, lines: one.lines }] : []));
  const reports = FIVE_NAMES.map((_, place) =>
    median(kept.map(({ reports }) => reports[place] ?? NaN)),
  );
  return [
    name,
    round(median(kept.map(({ bytes, lines }) => bytes / lines))),
    ...reports.map(round),
  ];
}
