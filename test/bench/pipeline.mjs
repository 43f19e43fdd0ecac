// How many log entries a second the whole way takes: HTTP, queue, worker, database, reports. Everything on this machine.
import { resolve } from 'node:path';
import { median, printTable, progress, round } from './figures.mjs';
import { COLUMNS, rowOf } from './pipeline/columns.mjs';
import { copyRate } from './pipeline/copy.mjs';
import { startProducer } from './pipeline/start-producer.mjs';
import { startSystem } from './pipeline/system.mjs';
import { delays, visitsInReports, watch, written } from './pipeline/visible.mjs';
import { describeMachine, startPostgres } from './servers.mjs';

/** Small batches end after so many requests: their rate is known by then. */
const MOST_REQUESTS = 10_000;
/** Code runs in the interpreter at first, and every path is new: entries that are sent before anything is measured. */
const WARM_UP_REQUESTS = 200;
const WARM_UP_ENTRIES = 50_000;

export async function pipeline(options) {
  const results = [];
  const servers = [];
  for (const flavour of options.flavour.split(',')) {
    const server = await startPostgres(flavour);
    servers.push(server);
    for (const queue of options.queue.split(',')) {
      for (const batch of options.batch.split(',').map(Number)) {
        for (const dist of options.dist.split(',')) {
          const combination = { flavour, queue, batch, dist };
          progress(JSON.stringify(combination));
          const result = await measure(server, combination, options);
          results.push({ ...combination, ...result });
          printTable('So far', COLUMNS, results.map(rowOf));
        }
      }
    }
  }
  console.log((await describeMachine(servers)).join('\n'));
  const what = `${options.workers} worker process(es), ${options.connections} connections of the sender`;
  printTable(`From HTTP to visible; ${what}`, COLUMNS, results.map(rowOf));
}

async function measure(server, { flavour, queue, batch, dist }, options) {
  const system = await startSystem(server, {
    flavour,
    queue,
    dist: resolve(dist),
    workers: Number(options.workers),
  });
  const producer = startProducer({
    url: `${system.base}/api/v1/logs/custom`,
    key: system.world.botKey,
    domains: system.world.websites.map(({ domain }) => domain),
    batch,
    connections: Number(options.connections),
  });
  const run = (entries, rate) => runOnce(system, producer, { entries, batch, rate });
  try {
    await run(Math.min(WARM_UP_ENTRIES, WARM_UP_REQUESTS * batch), 0);
    const sizeBefore = await system.databaseBytes();
    const full = await run(Math.min(Number(options.entries), MOST_REQUESTS * batch), 0);
    const bytes = ((await system.databaseBytes()) - sizeBefore) / full.entries;
    const rate = Number(options.rate) || full.rate * Number(options.load);
    const part = rate > 0 ? await run(rate * Number(options['load-seconds']), rate) : undefined;
    if (part) progress(trendOf(part));
    const peaks = await system.peaks();
    await system.stopProcesses();
    return { full, part, bytes, peaks, copy: await copyRate(system.client, flavour) };
  } finally {
    producer.stop();
    await system.stop();
  }
}

/** Whether a steady load is kept up, or the way from 200 to visible grows longer under it. */
function trendOf({ entries, acceptedRate, delays }) {
  const fifth = Math.ceil(delays.length / 5);
  const [first, last] = [delays.slice(0, fifth), delays.slice(-fifth)].map(median).map(round);
  const load = `${round(acceptedRate)} entries a second accepted, ${entries} in all`;
  return `part load: ${load}; visible after ${first} ms in the first fifth, ${last} ms in the last (median)`;
}

/** Sends entries and waits until the reports have all of them. */
async function runOnce(system, producer, { entries, batch, rate }) {
  const wanted = Math.ceil(entries / batch) * batch;
  const { client, base, world } = system;
  const before = await written(client);
  const cpuBefore = await system.cpu();
  const watching = watch(client, before, wanted, batch);
  const [sent, seen] = await Promise.all([producer.send({ entries: wanted, rate }), watching]);
  const shown = await visitsInReports(base, world.apiKey, world.websites);
  const end = Date.now();
  if (shown !== before + wanted) {
    throw new Error(`The reports show ${shown} visits instead of ${before + wanted}`);
  }
  const cpuAfter = await system.cpu();
  const { start, accepted, latencies } = sent;
  return {
    entries: wanted,
    acceptedRate: (wanted * 1_000) / (accepted.at(-1) - start),
    rate: (wanted * 1_000) / (end - start),
    latencies,
    delays: delays(accepted, batch, seen),
    cpu: Object.fromEntries(
      Object.entries(cpuAfter).map(([name, seconds]) => [
        name,
        ((seconds - cpuBefore[name]) * 1e6) / wanted,
      ]),
    ),
  };
}
