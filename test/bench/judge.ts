// Measures how long the worker takes to judge the visitors of a day of one website, when something new
// has come of one of them: it reads the evidence of all of them and judges each anew.
import { Agent } from 'node:http';
import type { TestFlavour } from '@app/testing';
import { metricOf } from '../support/metrics.js';
import { type Cell, percentile, printTable, progress, round } from './figures.js';
import { combinationsOf, type Options } from './options.js';
import { post } from './post.js';
import { describeMachine, type Server, startPostgres } from './servers.js';
import { type BenchSystem, startSystem } from './system.js';
import { BROWSERS } from './drawn/shapes.js';
import { watch } from './visible.js';

const BATCH = 1_000;
const PAUSE_MS = 500;
const ROUNDS = 'botgauge_upkeep_seconds_count{task="people"}';
const SECONDS = 'botgauge_upkeep_seconds_sum{task="people"}';
/** A round without news takes much less. */
const LEAST_SECONDS = 0.005;

export async function judge(options: Options): Promise<void> {
  const servers = new Map<TestFlavour, Server>();
  const visitors = Number(options.visits);
  const rows: Cell[][] = [];
  for (const combination of combinationsOf(options)) {
    const { flavour, queue, dist } = combination;
    progress(`${flavour}, ${queue}, ${dist}`);
    const server = servers.get(flavour) ?? (await startPostgres(flavour));
    servers.set(flavour, server);
    const system = await startSystem(server, combination);
    try {
      const seconds = await measure(system, visitors, Number(options.rounds));
      const [median, most] = [0.5, 1].map((share) => round(percentile(seconds, share) * 1_000));
      rows.push([flavour, dist, visitors, seconds.length, median ?? '', most ?? '']);
    } finally {
      await system.stop();
    }
  }
  printTable(
    'A website and day judged anew',
    ['flavour', 'build', 'visitors', 'times', 'median ms', 'most ms'],
    rows,
  );
  console.log(`\n${await describeMachine([...servers.values()])}`);
}

/** Returns how many seconds each of the rounds took in which the day was judged. */
async function measure(system: BenchSystem, visitors: number, times: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const target = { url: `${system.base}/api/v1/logs/custom`, key: system.world.botKey };
  const send = async (from: number, entries: number) => {
    const { status, text } = await post(agent, target, bodyOf(system, from, entries));
    if (status !== 200) throw new Error(`${status}: ${text}`);
  };
  for (let from = 0; from < visitors; from += BATCH) await send(from, BATCH);
  await watch(system, 0, visitors, PAUSE_MS);
  const status = system.service.workers[0]?.base ?? '';
  const seconds: number[] = [];
  for (let time = 0; time <= times; time++) {
    if (time > 0) await send(0, 1);
    seconds.push(await nextRound(status));
  }
  agent.destroy();
  // The first one may have begun before all had come.
  return seconds.slice(1);
}

/** Waits for the end of a round in which something was judged, and returns how long it took. */
async function nextRound(status: string): Promise<number> {
  for (;;) {
    const [rounds, before] = [await metricOf(status, ROUNDS), await metricOf(status, SECONDS)];
    let now = rounds;
    while (now === rounds) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      now = await metricOf(status, ROUNDS);
    }
    const took = ((await metricOf(status, SECONDS)) ?? 0) - (before ?? 0);
    if (took >= LEAST_SECONDS) return took;
  }
}

/** Entries of a website on this day, each from another address. */
function bodyOf({ world }: BenchSystem, from: number, count: number): Buffer {
  const time = new Date().toISOString();
  const entries = Array.from({ length: count }, (_, place) => {
    const number = from + place;
    return {
      ...{ timestamp: time, method: 'GET', host: world.websites[0]?.domain },
      ...{
        path: `/${number % 50}`,
        status_code: 200,
        user_agent: BROWSERS[number % BROWSERS.length],
      },
      ip: [11 + (number >>> 16), (number >>> 8) & 255, number & 255, 7].join('.'),
    };
  });
  return Buffer.from(JSON.stringify(entries));
}
