// Measures what it costs to read all visits of a long day: the memory of the API that streams them,
// and of the command that writes them to a file.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { recount, type TestFlavour } from '@app/testing';
import pg from 'pg';
import { startCli } from '../support/cli.js';
import { type ServiceProcess, startProcess } from '../support/processes.js';
import { connect } from '../support/servers/postgres.js';
import { cpuSeconds, cpuSecondsOf, memoryOf } from './cpu.js';
import { VisitSource } from './drawn/visit-source.js';
import { writeVisits } from './drawn/write-visits.js';
import { type Cell, megabytes, printTable, progress, round } from './figures.js';
import { listOf, numbersOf, type Options } from './options.js';
import { migrateBoth } from './refresh/migrate-since.js';
import {
  createDatabase,
  describeMachine,
  dropDatabase,
  type Server,
  startPostgres,
} from './servers.js';
import { createWorld, DAY_MS, ONE_WEBSITE, type TrafficWorld } from './traffic.js';

const DATABASE = 'bench_export';
/** Visits that are inserted by one statement. */
const INSERTED = 500_000;
const LOOK_MS = 50;
/** What each visit has once. */
const MARKS = { ndjson: '\n', csv: '\n', json: '"timestamp"' };
type Format = keyof typeof MARKS;
const FORMATS = Object.keys(MARKS) as Format[];
/** Long enough for a cursor. */
const TAIL = 6_000;

/** What an export took, and who made it. */
interface Measured {
  visits: number;
  seconds: number;
  /** Processor seconds of the API and of the database. */
  api: number;
  database: number;
  /** Bytes that the API held before, and the most that it held. */
  idle: number;
  most: number;
  /** The most bytes that the command held, where one ran. */
  command?: number;
}

/** A day with visits, and who may read them. */
interface Day {
  url: string;
  client: pg.Client;
  world: TrafficWorld;
  day: string;
}

export async function exportVisits(options: Options): Promise<void> {
  const visits = numbersOf(options.visits).at(-1) ?? 0;
  const rows: Cell[][] = [];
  const servers: Server[] = [];
  for (const flavour of listOf(options.flavour) as TestFlavour[]) {
    const server = await startPostgres(flavour);
    servers.push(server);
    const filled = await fill(server, flavour, visits);
    for (const format of FORMATS)
      rows.push(
        rowOf([flavour, format], await withApi(filled, (api) => read(filled, api, format))),
      );
    rows.push(rowOf([flavour, 'export'], await withApi(filled, (api) => command(filled, api))));
    await filled.client.end();
    await dropDatabase(server, DATABASE);
  }
  console.log(`\n${await describeMachine(servers)}`);
  console.log(`Load: ${round(loadavg()[0] ?? NaN)} in the last minute`);
  printTable(
    `One day of ${visits.toLocaleString('en')} visits`,
    ['flavour', 'form', 'visits', 'seconds', 'visits/s', 'API s', 'database s'].concat([
      'API before, MB',
      'API at most, MB',
      'command at most, MB',
    ]),
    rows,
  );
}

function rowOf(names: string[], { visits, seconds, api, database, ...held }: Measured): Cell[] {
  return [
    ...names,
    ...[visits, round(seconds), Math.round(visits / seconds), round(api), round(database)],
    ...[megabytes(held.idle), megabytes(held.most)],
    held.command === undefined ? '' : megabytes(held.command),
  ];
}

async function fill(server: Server, flavour: TestFlavour, visits: number): Promise<Day> {
  const url = await createDatabase(server, DATABASE, flavour);
  await migrateBoth(url, flavour);
  const world = await createWorld(url);
  const client = await connect(url);
  const pool = new pg.Pool({ connectionString: url, max: 1, options: '-c timezone=UTC' });
  const source = await VisitSource.read(pool);
  const from = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS;
  const timeOf = (number: number) => from + Math.floor((DAY_MS * number) / visits);
  for (let done = 0; done < visits; done += INSERTED) {
    const count = Math.min(INSERTED, visits - done);
    const times = { from: timeOf(done), to: timeOf(done + count) };
    const slice = { first: done + 1, count, ...times, shares: ONE_WEBSITE };
    await writeVisits(pool, source, slice, { late: true });
    progress(`${flavour}: ${done + count} visits inserted`);
  }
  await pool.end();
  await recount(client);
  await client.query('VACUUM ANALYZE');
  return { url, client, world, day: new Date(from).toISOString().slice(0, 10) };
}

type Exported = Pick<Measured, 'visits' | 'command'>;

async function withApi(
  { url, client }: Day,
  work: (api: ServiceProcess) => Promise<Exported>,
): Promise<Measured> {
  const api = await startProcess('api', { DATABASE_URL: url });
  const idle = memoryOf(api.pid, 'VmRSS');
  const before = { api: cpuSeconds(api.pid), database: await cpuSecondsOf(client) };
  const begun = performance.now();
  const exported = await work(api);
  const measured = {
    ...exported,
    seconds: (performance.now() - begun) / 1_000,
    api: cpuSeconds(api.pid) - before.api,
    database: (await cpuSecondsOf(client)) - before.database,
    idle,
    most: memoryOf(api.pid, 'VmHWM'),
  };
  await api.stop();
  progress(JSON.stringify(measured));
  return measured;
}

/** Reads the day part by part, and keeps nothing of it but the cursor. */
async function read({ world, day }: Day, api: ServiceProcess, format: Format): Promise<Exported> {
  const website = world.websites[0]?.public_id ?? '';
  const days = { start_date: day, end_date: day, limit: '100000', format };
  const address = `${api.base}/api/v1/websites/${website}/visits?`;
  let visits = 0;
  for (let query: string | undefined = new URLSearchParams(days).toString(); query;) {
    const headers = { 'x-api-key': world.apiKey };
    const [response] = (await once(get(address + query, { headers }), 'response')) as [
      IncomingMessage,
    ];
    if (response.statusCode !== 200) throw new Error(`${format}: ${response.statusCode}`);
    let tail = '';
    for await (const chunk of response as AsyncIterable<Buffer>) {
      const text = tail + chunk.toString('latin1');
      visits += countOf(text, MARKS[format]) - countOf(tail, MARKS[format]);
      tail = text.slice(-TAIL);
    }
    if (format === 'csv') visits--;
    query = nextOf(response, tail, days);
  }
  return { visits };
}

const countOf = (text: string, mark: string) => text.split(mark).length - 1;

function nextOf(response: IncomingMessage, tail: string, query: Record<string, string>) {
  const link = /^<\?([^>]+)>/.exec(String(response.headers.link ?? ''))?.[1];
  const cursor = /"next_cursor":"([\w-]+)"/.exec(tail)?.[1];
  return cursor ? new URLSearchParams({ ...query, cursor }).toString() : link;
}

async function command({ world, day }: Day, api: ServiceProcess): Promise<Exported> {
  const folder = mkdtempSync(join(tmpdir(), 'botgauge-export-'));
  const website = world.websites[0]?.public_id ?? '';
  const { child, ended } = startCli(
    [
      'export',
      '--website',
      website,
      '--start-date',
      day,
      '--end-date',
      day,
      '--to',
      folder,
      '--json',
    ],
    { BOTGAUGE_URL: api.base, BOTGAUGE_API_KEY: world.apiKey },
  );
  let most = 0;
  const looking = setInterval(() => {
    most = Math.max(most, memoryOf(child.pid ?? 0, 'VmHWM') || 0);
  }, LOOK_MS);
  const { status, stdout, stderr } = await ended;
  clearInterval(looking);
  if (status !== 0) throw new Error(stderr);
  const { files } = JSON.parse(stdout) as { files: { visits: number; file: string }[] };
  progress(`${megabytes(statSync(files[0]?.file ?? '').size)} MB of gzip`);
  rmSync(folder, { recursive: true });
  return { visits: files[0]?.visits ?? 0, command: most };
}
