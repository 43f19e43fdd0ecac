// Measures what the size of the base bucket costs: the refreshing, late entries, reports of today,
// and processor time.
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '@app/observability';
import {
  countMergeTask,
  createPool,
  migrate,
  rollUpRefreshTask,
  TrafficReader,
  type UpkeepTask,
} from '@app/storage';
import { recount, runUpkeepRound, TestVisitWriter } from '@app/testing';
import pg from 'pg';
import { connect } from '../support/servers/postgres.js';
import { cpuSecondsOf } from './cpu.js';
import { median, printTable, progress, round } from './figures.js';
import { VisitSource } from './drawn/visit-source.js';
import { writeVisits } from './drawn/write-visits.js';
import { listOf, type Options } from './options.js';
import {
  createBatchMaker,
  type Late,
  type Load,
  type LoadWorld,
  type Probes,
  startProbes,
  writeLoad,
} from './refresh/load.js';
import { migrateSince } from './refresh/migrate-since.js';
import { createDatabase, describeMachine, dropDatabase, startPostgres } from './servers.js';
import { createWorld, DAY_MS, FOUR_WEBSITES, ONE_WEBSITE, readPages } from './traffic.js';

const HISTORY_DAYS = 30;
const NOMINAL_A_SECOND = 4_750;
const REPORT_EVERY_MS = 1_000;
/** As many connections as late entries can wait to be seen. */
const PROBE_CONNECTIONS = 12;
/** The pause between two rounds of the refresher, as in the worker. */
const PAUSE_MS = 2_000;

const logger = createLogger('bench', 'warn');

/** Milliseconds of the reports of today. */
interface ReportTimes {
  summary: number[];
  pages: number[];
}

interface Measured {
  load: Load;
  reports: ReportTimes;
  probes: Probes | undefined;
  /** Milliseconds of the refresher's rounds. */
  rounds: number[] | undefined;
  /** Processor seconds of PostgreSQL. */
  cpu: number;
}

interface Result extends Measured {
  base: string;
  name: string;
}

interface Run {
  name: string;
  shares: readonly number[];
  seconds: number;
  refresher?: TimedRefresher;
  /** Whether the benchmark looks for late entries. */
  probed: boolean;
}

export async function refresh(options: Options): Promise<void> {
  const server = await startPostgres('timescale');
  const results: Result[] = [];
  for (const base of listOf(options.buckets)) {
    const name = `bench_base_${base}`;
    const url = await createDatabase(server, name, base === 'plain' ? 'plain' : 'timescale');
    const measured = await measureBase(url, base, options);
    printResults(measured);
    results.push(...measured);
    await dropDatabase(server, name);
  }
  console.log(await describeMachine([server]));
  console.log(
    `nominal load 5,000 entries a second in batches of 1,000, 5 % late by 1 to 20 days (late: ${options.late}), ` +
      `${options.history} visits of ${HISTORY_DAYS} days and ${options.tail} minutes of nominal load there before`,
  );
  printResults(results);
}

async function measureBase(url: string, base: string, options: Options): Promise<Result[]> {
  if (base === 'plain') await migrate(url, { flavour: 'plain' });
  else await migrateSince(url, HISTORY_DAYS + 1, Number(base));
  const isPlain = base === 'plain';
  const tasks = isPlain ? [countMergeTask()] : [rollUpRefreshTask(), countMergeTask()];
  const refresher = new TimedRefresher(url, tasks);
  const { accountId } = await createWorld(url);
  await preload(url, refresher, base, options);
  const world = { accountId, pages: await readPages(url) };
  const [long, four, without] = [
    options.seconds,
    options['four-seconds'],
    isPlain ? 0 : options['without-seconds'],
  ].map(Number) as [number, number, number];
  const runs: Run[] = [
    { name: 'one website', shares: ONE_WEBSITE, seconds: long, refresher, probed: true },
    { name: 'four websites', shares: FOUR_WEBSITES, seconds: four, refresher, probed: true },
    { name: 'one website, no refresh', shares: ONE_WEBSITE, seconds: without, probed: false },
  ];
  const results: Result[] = [];
  for (const [index, run] of runs.entries()) {
    if (run.seconds === 0) continue;
    const measured = await measureRun(url, world, run, index, options.late as Late);
    results.push({ base, name: run.name, ...measured });
    progress(
      `base ${base}, ${run.name}: round ${pair(measured.rounds)} ms, ${processorCost(measured)} s for 1,000`,
    );
  }
  await refresher.close();
  return results;
}

async function preload(
  url: string,
  refresher: TimedRefresher,
  base: string,
  { history, tail }: Options,
): Promise<void> {
  const client = await connect(url);
  const now = Date.now();
  const perDay = Math.floor(Number(history) / HISTORY_DAYS);
  const pool = createPool({ url, max: 1, name: 'bench', statementTimeoutMs: 60_000, logger });
  const source = await VisitSource.read(pool);
  let next = 1;
  for (let day = HISTORY_DAYS; day > 0; day--) {
    const from = now - day * DAY_MS;
    const slice = { first: next, count: perDay, from, to: from + DAY_MS, shares: FOUR_WEBSITES };
    await writeVisits(pool, source, slice, { late: false });
    next += perDay;
  }
  const count = Number(tail) * 60 * NOMINAL_A_SECOND;
  if (count > 0) {
    const to = Date.now();
    const from = to - Number(tail) * 60_000;
    const slice = { first: next, count, from, to, shares: ONE_WEBSITE };
    await writeVisits(pool, source, slice, { late: false });
    next += count;
  }
  await pool.end();
  await recount(client);
  await refresher.round();
  await client.query('VACUUM ANALYZE');
  await client.end();
  progress(`base ${base}: ${next - 1} visits there, roll-ups computed`);
}

async function measureRun(
  url: string,
  world: LoadWorld,
  { shares, seconds, refresher, probed }: Run,
  index: number,
  late: Late,
): Promise<Measured> {
  const pool = (max: number) =>
    createPool({ url, max, name: 'bench', statementTimeoutMs: 60_000, logger });
  const [writers, readers, pollers] = [pool(3), pool(1), pool(PROBE_CONNECTIONS)] as const;
  const client = await connect(url);
  const writer = new TestVisitWriter(writers);
  const makeBatch = createBatchMaker(world, { shares, late, seed: 1 + index });
  if (refresher) refresher.rounds = [];
  const before = await cpuSecondsOf(client);

  const stopRefresh = refresher?.start();
  const stopProbes = probed ? startProbes(writer, pollers, world, index * 10_000) : undefined;
  const stopReports = startReports(new TrafficReader(readers));
  const load = await writeLoad(writer, makeBatch, seconds);
  const [reports, probes] = await Promise.all([stopReports(), stopProbes?.()]);
  await stopRefresh?.();

  const after = await cpuSecondsOf(client);
  await Promise.all([writers.end(), readers.end(), pollers.end(), client.end()]);
  return { load, reports, probes, rounds: refresher?.rounds, cpu: after - before };
}

/** The product's refresher and merger of counts, which also record how long their rounds took. */
class TimedRefresher {
  /** Milliseconds, including rounds that had nothing to materialise or to merge. */
  rounds: number[] = [];
  private readonly pool: pg.Pool;

  constructor(
    url: string,
    private readonly tasks: readonly UpkeepTask[],
  ) {
    this.pool = new pg.Pool({ connectionString: url, max: 1, options: '-c timezone=UTC' });
  }

  /** Runs rounds with the product's pauses. Returns a function that ends them. */
  start(): () => Promise<void> {
    const stop = new AbortController();
    const rounds = (async () => {
      while (!stop.signal.aborted) {
        await this.round();
        await sleep(PAUSE_MS, undefined, { signal: stop.signal }).catch(() => undefined);
      }
    })();
    return async () => {
      stop.abort();
      await rounds;
    };
  }

  async round(): Promise<void> {
    const start = performance.now();
    for (const task of this.tasks) await runUpkeepRound(this.pool, task);
    this.rounds.push(performance.now() - start);
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}

/**
 * Asks for today's summary and pages of the first website in turn. The returned function ends this
 * and returns the milliseconds.
 */
function startReports(reader: TrafficReader): () => Promise<ReportTimes> {
  const stop = new AbortController();
  const samples: ReportTimes = { summary: [], pages: [] };
  const timed = async (name: keyof ReportTimes, work: () => Promise<unknown>) => {
    const start = performance.now();
    await work();
    samples[name].push(performance.now() - start);
  };
  const loop = (async () => {
    while (!stop.signal.aborted) {
      const from = new Date(Date.now() - (Date.now() % DAY_MS));
      const today = { from, to: new Date(from.getTime() + DAY_MS) };
      await timed('summary', () => reader.totals(1, today));
      await timed('pages', () => reader.pages(1, today, { limit: 10 }));
      await sleep(REPORT_EVERY_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  })();
  return async () => {
    stop.abort();
    await loop;
    return samples;
  };
}

const processorCost = ({ load, cpu }: Measured) => (cpu / (load.entries / 1000)).toFixed(3);
const baseName = (base: string) => (base === 'plain' ? base : `${base} min`);
const worst = (samples: number[]) => Math.max(...samples);
const pair = (samples?: number[]) =>
  samples?.length ? `${round(median(samples))} / ${round(worst(samples))}` : '–';

function printResults(results: Result[]): void {
  printTable(
    'Refreshing under load, milliseconds as p50 / max',
    [
      'base bucket',
      'run',
      'round',
      'late visible after',
      'not seen',
      'summary today',
      'pages today',
      'write of a batch',
    ],
    results.map(({ base, name, rounds, probes, reports, load }) => [
      baseName(base),
      name,
      pair(rounds),
      pair(probes?.seen),
      probes ? `${probes.unseen} of ${probes.unseen + probes.seen.length}` : '–',
      pair(reports.summary),
      pair(reports.pages),
      pair(load.writes),
    ]),
  );
  printTable(
    'Processor seconds of PostgreSQL for 1,000 entries, reports and probes included',
    ['base bucket', 'run', 'entries a second', 'CPU seconds'],
    results.map((result) => [
      baseName(result.base),
      result.name,
      (result.load.entries / result.load.seconds).toFixed(0),
      processorCost(result),
    ]),
  );
}
