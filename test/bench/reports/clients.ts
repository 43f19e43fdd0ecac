// Clients that ask for reports: one after the other for latencies, several at once for the rate.
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { Question } from './questions.js';

export interface Target {
  url: string;
  key: string;
}

/** Who can ask a running API, and about which website. */
export interface Asker {
  base: string;
  key: string;
  websiteId: string | undefined;
}

export function targetOf({ base, key, websiteId }: Asker, question: Question): Target {
  const below = question.isOfAccount ? '' : `/websites/${websiteId}`;
  return { url: `${base}/api/v1${below}/${question.path}`, key };
}

const WARM_UP = 20;
const WARM_UP_IN_TURNS = 10;
/** A report that takes longer than this in total is measured with fewer requests. */
const MOST_MS = 10_000;

/** Returns the milliseconds of each request, for one client with one connection. */
export async function latencies(target: Target, requests: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = () => timed(agent, target);
  await repeat(ask, WARM_UP, MOST_MS / 4);
  const samples = await repeat(ask, requests, MOST_MS);
  agent.destroy();
  return samples;
}

/** Tells whether a service has a report: builds before it was made do not. */
export async function isThere({ url, key }: Target): Promise<boolean> {
  const response = await fetch(url, { headers: { 'x-api-key': key } });
  await response.text();
  return response.status !== 404;
}

/**
 * Asks several services the same in turns, so that whatever else changes on the machine meets all of
 * them. Returns the milliseconds of each request, by service.
 */
export async function latenciesInTurns(
  targets: readonly Target[],
  requests: number,
): Promise<number[][]> {
  const agents = targets.map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
  const samples: number[][] = targets.map(() => []);
  for (let turn = -WARM_UP_IN_TURNS; turn < requests; turn++) {
    for (let place = 0; place < targets.length; place++) {
      const next = (place + Math.abs(turn)) % targets.length;
      const ms = await timed(agents[next] as Agent, targets[next] as Target);
      if (turn >= 0) samples[next]?.push(ms);
    }
  }
  for (const agent of agents) agent.destroy();
  return samples;
}

/**
 * Returns the number of answers, in total and per second, while this number of connections ask
 * without a pause for about this number of seconds.
 */
export async function throughput(
  target: Target,
  connections: number,
  seconds: number,
): Promise<{ count: number; rate: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const start = performance.now();
  const asked = await Promise.all(
    Array.from({ length: connections }, () =>
      repeat(() => timed(agent, target), Infinity, seconds * 1_000),
    ),
  );
  const passed = (performance.now() - start) / 1_000;
  agent.destroy();
  const count = asked.flat().length;
  return { count, rate: count / passed };
}

async function repeat(ask: () => Promise<number>, most: number, mostMs: number): Promise<number[]> {
  const samples: number[] = [];
  const start = performance.now();
  while (samples.length < most && performance.now() - start < mostMs) samples.push(await ask());
  return samples;
}

async function timed(agent: Agent, { url, key }: Target): Promise<number> {
  const start = performance.now();
  const sent = request(url, { agent, headers: { 'x-api-key': key } }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let body = '';
  for await (const chunk of response.setEncoding('utf8')) body += chunk;
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} for ${url}: ${body}`);
  return performance.now() - start;
}
