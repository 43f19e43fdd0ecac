// One build under measurement, and runs of entries through it.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Child, startChild } from '../child.js';
import { type SenderName, SENDERS } from '../feeds/senders.js';
import type { Options } from '../options.js';
import type { Server } from '../servers.js';
import {
  type BenchSystem,
  type Combination,
  type Parts,
  startSystem,
  type Written,
} from '../system.js';
import { delays, PATIENCE_MS, visible, watch } from '../visible.js';
import type { Order, Sent } from './producer.js';

/** What was measured while a number of entries went the whole way. */
export interface Figures {
  entries: number;
  /** Entries per second that got their 200, and that became visible. */
  acceptedRate: number;
  rate: number;
  /** Milliseconds of each 200, and from there to visible. */
  latencies: number[];
  delays: number[];
  /** Processor seconds per million entries. */
  cpu: Parts;
  /** Bytes per entry by which the database grew, and those of its log. */
  written: Written;
}

interface Sending {
  /** By default `custom`. */
  sender?: SenderName;
  /** Coming hours over which the times of the entries are spread; by default all come now. */
  hours?: number;
}

export interface Run {
  system: BenchSystem;
  /**
   * Sends entries at a rate per second, or as fast as answers come (0), and waits until the reports
   * show all of them.
   */
  send(entries: number, rate: number, how?: Sending): Promise<Figures>;
  stop(): Promise<void>;
}

/** Small batches end after this number of requests, because their rate is known by then. */
const MOST_REQUESTS = 50_000;
/**
 * Requests that are sent before anything is measured, because code runs in the interpreter at first
 * and every path is new.
 */
const WARM_UP_REQUESTS = 200;
const WARM_UP_ENTRIES = 200_000;
/** Short, because at part load the moment counts at which each batch is visible. */
const FINE_PAUSE_MS = 50;
/** Long, because a look adds up all visits of the coming hours: no roll-up has them yet. */
const COARSE_PAUSE_MS = 5_000;
const LEAST_STORED_PAUSE_MS = 50;
const MOST_STORED_PAUSE_MS = 1_000;
const HOUR_MS = 3_600_000;

export const entriesOf = (options: Options, batch: number) =>
  Math.min(Number(options.entries), MOST_REQUESTS * batch);

/** Starts a build on empty stores and, unless it is told not to, warms it up. */
export async function startRun(
  server: Server,
  combination: Combination,
  options: Options,
  batch: number,
  { warm = true } = {},
): Promise<Run> {
  const system = await startSystem(server, combination, {
    workers: Number(options.workers),
    // More is sent than can be stored, on purpose, and the queue takes all of it.
    env: { QUEUE_MAX_DELAY_SECONDS: '3600' },
  });
  const producer = startChild<Order, Sent>('pipeline/producer.ts');
  let seed = 0;
  const order = (entries: number, rate: number, { sender = 'custom', hours = 0 }: Sending) => ({
    sender,
    spreadMs: hours * HOUR_MS,
    url: `${system.base}/api/v1/logs/${SENDERS[sender].path}`,
    key: system.world.botKey,
    domains: system.world.websites.map(({ domain }) => domain),
    batch,
    connections: Number(options.connections),
    allFields: options['all-fields'],
    returning: options.returning,
    entries,
    rate,
    seed: ++seed,
  });
  const send = (entries: number, rate: number, how: Sending = {}) => {
    const whole = Math.ceil(entries / batch) * batch;
    return runOnce(system, producer, order(whole, rate, how));
  };
  if (warm) await send(Math.min(WARM_UP_ENTRIES, WARM_UP_REQUESTS * batch), 0);
  return {
    system,
    send,
    stop: async () => {
      producer.end();
      await system.stop();
    },
  };
}

async function runOnce(
  system: BenchSystem,
  producer: Child<Order, Sent>,
  order: Order,
): Promise<Figures> {
  const { entries, batch, rate, spreadMs } = order;
  const pauseAtRate = rate > 0 ? FINE_PAUSE_MS : undefined;
  const before = await visible(system);
  const storedBefore = await system.stored();
  // Everything that was written before is now on disk, so the next checkpoint is for these entries.
  await system.client.query('CHECKPOINT');
  const writtenBefore = await system.written();
  const cpuBefore = await system.cpu();
  const [sent, seen] = await Promise.all([
    producer.ask(order),
    (async () => {
      if (rate === 0) await untilStored(system, storedBefore + entries);
      return watch(system, before, entries, spreadMs > 0 ? COARSE_PAUSE_MS : pauseAtRate);
    })(),
  ]);
  const cpuAfter = await system.cpu();
  const writtenAfter = await system.written();
  const end = seen.at(-1)?.time ?? NaN;
  if (seen.at(-1)?.entries !== entries)
    throw new Error(`The reports show ${seen.at(-1)?.entries} visits instead of ${entries}`);
  const { start, accepted, latencies } = sent;
  const spent = (part: keyof Parts) => ((cpuAfter[part] - cpuBefore[part]) * 1e6) / entries;
  return {
    entries,
    acceptedRate: (entries * 1_000) / ((accepted.at(-1) ?? NaN) - start),
    rate: (entries * 1_000) / (end - start),
    latencies,
    delays: delays(accepted, batch, seen),
    cpu: {
      api: spent('api'),
      worker: spent('worker'),
      database: spent('database'),
      queue: spent('queue'),
      coordinator: spent('coordinator'),
    },
    written: {
      disk: (writtenAfter.disk - writtenBefore.disk) / entries,
      wal: (writtenAfter.wal - writtenBefore.wal) / entries,
    },
  };
}

/**
 * Waits without a look at the reports. On TimescaleDB a look adds up every visit of the run, and that
 * would be counted among the work of the database. To ask a worker for its metrics is work as well, so
 * that it is rare while much is missing.
 */
async function untilStored(system: BenchSystem, wanted: number): Promise<void> {
  const first = { stored: await system.stored(), time: Date.now() };
  let last = first;
  for (;;) {
    const stored = await system.stored();
    if (stored >= wanted) return;
    if (stored > last.stored) last = { stored, time: Date.now() };
    else if (Date.now() - last.time > PATIENCE_MS)
      throw new Error(`The workers have stored ${stored} of ${wanted} visits`);
    const left = ((wanted - stored) * (last.time - first.time)) / (last.stored - first.stored);
    await sleep(Math.min(MOST_STORED_PAUSE_MS, Math.max(LEAST_STORED_PAUSE_MS, left / 2 || 0)));
  }
}
