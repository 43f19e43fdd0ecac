// Offers more than the service can store, for minutes, and measures what it answers, what it holds,
// what it loses, and how soon it recovers.
import { loadavg } from 'node:os';
import { startChild } from './child.js';
import { type Cell, printTable, progress, round } from './figures.js';
import { combinationsOf, listOf, type Options } from './options.js';
import {
  COLUMNS,
  countAnswers,
  findRecovery,
  firstRefusal,
  type Result,
  rowOf,
  STEP_COLUMNS,
  stepsOf,
  storedRate,
} from './overload/figures.js';
import { startSampling } from './overload/samples.js';
import type { Offer, Phase } from './overload/sender.js';
import type { Order, Sent } from './pipeline/producer.js';
import type { Target } from './post.js';
import { describeMachine, type Server, startPostgres } from './servers.js';
import { type BenchSystem, startSystem } from './system.js';
import { delays, startWatching, visible, watch } from './visible.js';

/** At first, code runs in the interpreter and every path is new. */
const WARM_UP_BATCHES = 100;
/**
 * Batches in each of three tries, of which the best counts. On a machine that does other work too,
 * a bad one would offer too little.
 */
const CAPACITY_BATCHES = [300, 300, 300];
/**
 * Requests under way at the same time, for each time of the capacity. The sender cannot offer what
 * is due beyond them.
 */
const CONNECTIONS = 32;
const LOGS = '/api/v1/logs/custom';
/** What comes before the overload, so that it comes suddenly, and to a service that is warm. */
const CALM = { times: 0.5, seconds: 10 };
const LIGHT = { times: 0.1, seconds: 60 };
/** A pause, so that looking is not a load itself. */
const PAUSE_MS = 100;

interface Plan {
  /** The offered load as a multiple of the capacity. */
  times: number;
  seconds: number;
  /** Entries per request. */
  batch: number;
}

export async function overload(options: Options): Promise<void> {
  const batch = Number(listOf(options.batch).at(-1));
  const plan = { times: Number(options.times), seconds: Number(options.seconds), batch };
  const results: Result[] = [];
  const servers = new Map<string, Server>();
  for (const combination of combinationsOf(options)) {
    const { flavour, queue, dist } = combination;
    const server = servers.get(flavour) ?? (await startPostgres(flavour));
    servers.set(flavour, server);
    const run = [flavour, queue, ...(dist === 'dist' ? [] : [dist])].join(', ');
    progress(`${run}; load average ${loadavg().map(round).join(', ')}`);
    const system = await startSystem(server, combination, { env: { LOG_LEVEL: 'error' } });
    try {
      const { steps, ...result } = await measure(system, plan);
      results.push({ run, ...result });
      printTable(`${run}: the most of each 10 seconds`, STEP_COLUMNS, steps);
    } finally {
      await system.stop();
    }
    progress(`load average ${loadavg().map(round).join(', ')}`);
  }
  console.log(`\n${await describeMachine([...servers.values()])}`);
  const what = `${options.times} times the capacity for ${options.seconds} s, ${batch} entries a request`;
  printTable(what, COLUMNS, results.map(rowOf));
}

async function measure(
  system: BenchSystem,
  { times, seconds, batch }: Plan,
): Promise<Omit<Result, 'run'> & { steps: Cell[][] }> {
  const target = {
    url: `${system.base}${LOGS}`,
    key: system.world.botKey,
    domains: system.world.websites.map(({ domain }) => domain),
    batch,
  };
  const capacity = await findCapacity(system, target);
  progress(`${round(capacity)} batches a second are stored at full speed`);
  const before = await visible(system);
  const stopSampling = startSampling(system);
  const watching = startWatching(system, before, PAUSE_MS);
  const phases = await offer(target, CONNECTIONS * times, [
    { rate: capacity * CALM.times, seconds: CALM.seconds },
    { rate: capacity * times, seconds },
    { rate: capacity * LIGHT.times, seconds: LIGHT.seconds },
  ]);
  const [, heavy, light] = phases as [Phase, Phase, Phase];
  const accepted = phases
    .flatMap(({ answers }) => answers)
    .filter(({ status }) => status === 200)
    .map(({ at }) => at)
    .sort((a, b) => a - b);
  const seen = await watching(accepted.length * batch);
  const samples = await stopSampling();
  const late = delays(accepted, batch, seen);
  const visibleAfter = accepted.map((at, index) => ({ at, ms: late[index] ?? NaN }));
  return {
    capacity,
    overload: countAnswers(heavy),
    firstRefusal: firstRefusal(heavy),
    stored: storedRate(seen, heavy.start, light.start, batch),
    delays: visibleAfter.filter(({ at }) => at >= heavy.start && at < light.start),
    recovery: findRecovery(light, samples, visibleAfter),
    acknowledged: before + accepted.length * batch,
    shown: await visible(system),
    steps: stepsOf(samples, phases),
  };
}

/** Returns the batches that are stored per second while as many as possible are sent. */
async function findCapacity(system: BenchSystem, target: Target): Promise<number> {
  const { service } = system;
  const unlimited = await service.startApi({ QUEUE_MAX_DELAY_SECONDS: '3600' });
  const producer = startChild<Order, Sent>('pipeline/producer.ts');
  const order = {
    ...target,
    sender: 'custom' as const,
    url: `${unlimited.base}${LOGS}`,
    connections: 4,
    rate: 0,
    spreadMs: 0,
  };
  const rates: number[] = [];
  for (const batches of [WARM_UP_BATCHES, ...CAPACITY_BATCHES]) {
    const before = await visible(system);
    const entries = batches * target.batch;
    const [{ start }, seen] = await Promise.all([
      producer.ask({ ...order, entries, seed: rates.length }),
      watch(system, before, entries),
    ]);
    rates.push((batches * 1_000) / ((seen.at(-1)?.time ?? NaN) - start));
  }
  producer.end();
  await service.stop(unlimited);
  return Math.max(...rates.slice(1));
}

async function offer(
  target: Target,
  connections: number,
  phases: Offer['phases'],
): Promise<Phase[]> {
  const sender = startChild<Offer, Phase[]>('overload/sender.ts');
  try {
    return await sender.ask({ ...target, connections, phases });
  } finally {
    sender.end();
  }
}
