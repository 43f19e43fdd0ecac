// Measures what a large delivery costs the process that receives it, and what another client sees
// meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestFlavour } from '@app/testing';
import { startChild } from './child.js';
import { memoryOf } from './cpu.js';
import type { Delivered, LargeDelivery } from './deliveries/sender.js';
import {
  type Cell,
  median,
  megabytes,
  percentile,
  printTable,
  progress,
  round,
} from './figures.js';
import { combinationsOf, type Options } from './options.js';
import { describeMachine, type Server, startPostgres } from './servers.js';
import { type BenchSystem, startSystem } from './system.js';
import { visible, watch } from './visible.js';

type Kind = Pick<LargeDelivery, 'sender' | 'mib' | 'gzip'>;

const KINDS: Kind[] = [
  { sender: 'firehose', mib: 60, gzip: false },
  { sender: 'firehose', mib: 60, gzip: true },
  { sender: 'otlp', mib: 60, gzip: false },
  { sender: 'cloudflare', mib: 30, gzip: true },
  { sender: 'json', mib: 30, gzip: false },
  { sender: 'lines', mib: 30, gzip: false },
];
/** Before anything is measured, code runs in the interpreter. */
const WARM_UP: Kind = { sender: 'cloudflare', mib: 8, gzip: true };

const COLUMNS = [
  'delivery',
  'records',
  'seconds',
  'memory grows by',
  'loop delay p99, most ms',
  'another client p50, p99, most ms',
];
const LOOK_EVERY_MS = 20;

export async function deliveries(options: Options): Promise<void> {
  const servers = new Map<TestFlavour, Server>();
  const tables: (() => void)[] = [];
  for (const combination of combinationsOf(options)) {
    const { flavour, queue } = combination;
    const server = servers.get(flavour) ?? (await startPostgres(flavour));
    servers.set(flavour, server);
    const env = { QUEUE_MAX_DELAY_SECONDS: '3600' };
    const system = await startSystem(server, combination, { env });
    try {
      const rows: Cell[][] = [];
      await measure(system, WARM_UP);
      for (const kind of KINDS) rows.push(await measure(system, kind));
      tables.push(() => printTable(`${flavour}, ${queue}`, COLUMNS, rows));
    } finally {
      await system.stop();
    }
  }
  console.log(`\n${await describeMachine([...servers.values()])}`);
  for (const print of tables) print();
}

/** Sends one delivery to the API, and returns its row. */
async function measure(system: BenchSystem, kind: Kind): Promise<Cell[]> {
  const { base, world, service } = system;
  const title = `${kind.sender}, ${kind.mib} MiB${kind.gzip ? ', gzip' : ''}`;
  progress(title);
  const before = await visible(system);
  const pid = service.apis[0]?.pid ?? NaN;
  const sender = startChild<LargeDelivery, Delivered>('deliveries/sender.ts');
  // The metric tells of the time since it was read last.
  await loopDelays(base);
  const memory = memoryOf(pid, 'RssAnon');
  const looking = startLooking(system, pid);
  const { records, seconds } = await sender.ask({
    ...kind,
    base,
    key: world.botKey,
    domains: world.websites.map(({ domain }) => domain),
  });
  sender.end();
  const { latencies, most } = await looking();
  const { p99, max } = await loopDelays(base);
  await watch(system, before, records);
  return [
    title,
    records,
    round(seconds),
    megabytes(Math.max(0, most - memory)),
    `${round(p99)}, ${round(max)}`,
    [median(latencies), percentile(latencies, 0.99), Math.max(...latencies)].map(round).join(', '),
  ];
}

/** Asks for a report again and again, and looks at the memory of the API. */
function startLooking({ base, world }: BenchSystem, pid: number) {
  const latencies: number[] = [];
  let most = 0;
  let looking = true;
  const done = (async () => {
    while (looking) {
      const began = performance.now();
      const answer = await fetch(`${base}/api/v1/websites`, {
        headers: { 'x-api-key': world.apiKey },
      });
      await answer.arrayBuffer();
      latencies.push(performance.now() - began);
      most = Math.max(most, memoryOf(pid, 'RssAnon'));
      await sleep(LOOK_EVERY_MS);
    }
  })();
  return async () => {
    looking = false;
    await done;
    return { latencies, most };
  };
}

/** Milliseconds for which the loop of the API was busy with something else. */
async function loopDelays(base: string): Promise<{ p99: number; max: number }> {
  const text = await (await fetch(`${base}/metrics`)).text();
  const value = (name: string) =>
    Number(
      new RegExp(`^botgauge_nodejs_eventloop_lag_${name}_seconds (\\S+)$`, 'm').exec(text)?.[1],
    );
  return { p99: value('p99') * 1_000, max: value('max') * 1_000 };
}
