// More than the service can store, for minutes: what it answers, what it holds, what it loses, and how soon it is well again.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { printTable, progress, round } from './figures.mjs';
import {
  COLUMNS,
  countAnswers,
  findRecovery,
  rowOf,
  storedRate,
  STEP_COLUMNS,
  stepsOf,
} from './overload/figures.mjs';
import { startSampling, startSystem, startWatching } from './overload/system.mjs';
import { startProducer } from './pipeline/start-producer.mjs';
import { delays, visitsInReports, watch, written } from './pipeline/visible.mjs';
import { describeMachine, startPostgres } from './servers.mjs';

/** Code runs in the interpreter at first, and every path is new. */
const WARM_UP_BATCHES = 100;
/** Each time; the best of them counts: on a machine that does other work too, a bad one would offer too little. */
const CAPACITY_BATCHES = [300, 300, 300];
/** Requests under way at the same time; what is due beyond them the sender cannot offer. */
const CONNECTIONS = 64;
const LOGS = '/api/v1/logs/custom';
const LIGHT = { times: 0.1, seconds: 60 };

export async function overload(options) {
  const batch = Number(options.batch.split(',').at(-1));
  const results = [];
  const servers = [];
  for (const flavour of options.flavour.split(',')) {
    const server = await startPostgres(flavour);
    servers.push(server);
    for (const queue of options.queue.split(',')) {
      for (const dist of options.dist.split(',')) {
        const run = [flavour, queue, ...(dist === 'dist' ? [] : [dist])].join(', ');
        const plan = { times: Number(options.times), seconds: Number(options.seconds), batch };
        progress(`${run}; load average ${loadavg().map(round).join(', ')}`);
        const result = await measure(server, { flavour, queue, dist: resolve(dist) }, plan);
        results.push({ run, ...result });
        printTable(`${run}: the most of each 10 seconds`, STEP_COLUMNS, result.steps);
        progress(`load average ${loadavg().map(round).join(', ')}`);
      }
    }
  }
  console.log(`\n${(await describeMachine(servers)).join('\n')}`);
  const what = `${options.times} times the capacity for ${options.seconds} s, ${batch} entries a request`;
  printTable(what, COLUMNS, results.map(rowOf));
}

async function measure(server, combination, { times, seconds, batch }) {
  const system = await startSystem(server, combination);
  const { client, base, world } = system;
  const order = {
    url: `${base}${LOGS}`,
    key: world.botKey,
    domains: world.websites.map(({ domain }) => domain),
    batch,
  };
  try {
    const capacity = await findCapacity(system, order);
    progress(`${round(capacity)} batches a second are stored at full speed`);
    const before = await written(client);
    const stopSampling = startSampling(system);
    const stopWatching = startWatching(client, before);
    const phases = await offer(order, [
      { rate: capacity * times, seconds },
      { rate: capacity * LIGHT.times, seconds: LIGHT.seconds },
    ]);
    const accepted = phases
      .flatMap(({ answers }) => answers)
      .filter(({ status }) => status === 200)
      .map(({ at }) => at)
      .sort((a, b) => a - b);
    const seen = await stopWatching(accepted.length * batch);
    const samples = await stopSampling();
    const late = delays(accepted, batch, seen);
    const visibleAfter = accepted.map((at, index) => ({ at, ms: late[index] }));
    const shown = await visitsInReports(base, world.apiKey, world.websites);
    return {
      capacity,
      overload: countAnswers(phases[0]),
      stored: storedRate(seen, phases, batch),
      delays: visibleAfter.filter(({ at }) => at < phases[1].start),
      recovery: findRecovery(phases[1], samples, visibleAfter),
      acknowledged: before + accepted.length * batch,
      shown,
      steps: stepsOf(samples, phases),
    };
  } finally {
    await system.stop();
  }
}

/** Batches a second that are stored while as many as possible are sent. */
async function findCapacity({ client, startUnlimitedApi }, order) {
  const api = await startUnlimitedApi();
  const url = `http://127.0.0.1:${api.port}${LOGS}`;
  const producer = startProducer({ ...order, url, connections: 4 });
  try {
    const rates = [];
    for (const batches of [WARM_UP_BATCHES, ...CAPACITY_BATCHES]) {
      const before = await written(client);
      const entries = batches * order.batch;
      const watching = watch(client, before, entries);
      const [{ start }, seen] = await Promise.all([producer.send({ entries, rate: 0 }), watching]);
      rates.push((batches * 1_000) / (seen.at(-1).time - start));
    }
    return Math.max(...rates.slice(1));
  } finally {
    producer.stop();
    await api.stop();
  }
}

async function offer(order, phases) {
  const child = fork(join(import.meta.dirname, 'overload', 'sender.mjs'), [], { execArgv: [] });
  const ended = once(child, 'exit').then(([status]) => {
    throw new Error(`The sender ended with ${status}`);
  });
  // Its end is a fault only while it sends.
  ended.catch(() => undefined);
  try {
    child.send({ ...order, connections: CONNECTIONS, phases });
    const [results] = await Promise.race([once(child, 'message'), ended]);
    return results;
  } finally {
    child.kill();
  }
}
