// A process that offers batches on a schedule, whatever happens to them.
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { carryOut } from '../child.js';
import { bodyOf, createEntryMaker } from '../entries.js';
import { post, type Target } from '../post.js';

export interface Offer extends Target {
  /** Requests under way at the same time. Requests that are due beyond them are not sent. */
  connections: number;
  /** Phases that follow each other, each with requests per second and a duration. */
  phases: { rate: number; seconds: number }[];
}

export interface Answer {
  /** 0 means that the connection broke. */
  status: number;
  /** Seconds of `Retry-After`. */
  retryAfter: number;
  /** When the answer came (epoch milliseconds), and after how many milliseconds. */
  at: number;
  ms: number;
}

export interface Phase {
  start: number;
  seconds: number;
  /** Requests that should have been sent, and how many of them were not. */
  due: number;
  unsent: number;
  /** The answers in the order in which they came. */
  answers: Answer[];
}

/** How many bodies are sent in turn. */
const BODIES = 40;
/**
 * After this time a body is made again, so that its entries have the current time, like those of a
 * shipper.
 */
const FRESH_MS = 20_000;
/** How often the sender looks for requests that are due. */
const TICK_MS = 2;

export const main = () => carryOut(offer);

/** Offers the load. Nothing is sent twice. */
async function offer(order: Offer): Promise<Phase[]> {
  const { domains, batch, connections, phases } = order;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const nextBody = createBodies(domains, batch);
  const under = new Set<Promise<unknown>>();
  const results: Phase[] = [];
  for (const { rate, seconds } of phases) {
    const start = Date.now();
    const due = Math.floor(rate * seconds);
    const phase: Phase = { start, seconds, due, unsent: 0, answers: [] };
    results.push(phase);
    for (let number = 0; number < due; number++) {
      while (Date.now() < start + (number * 1_000) / rate) await sleep(TICK_MS);
      if (under.size >= connections) {
        phase.unsent++;
        continue;
      }
      const answer = ask(agent, order, nextBody()).then((seen) => phase.answers.push(seen));
      under.add(answer);
      void answer.finally(() => under.delete(answer));
    }
  }
  await Promise.all(under);
  agent.destroy();
  return results;
}

function createBodies(domains: string[], batch: number): () => Buffer {
  const makeEntry = createEntryMaker(domains, 1);
  const bodies = Array.from({ length: BODIES }, () => ({
    entries: Array.from({ length: batch }, makeEntry),
    time: -Infinity,
    bytes: Buffer.alloc(0),
  }));
  let number = 0;
  return () => {
    const body = bodies[number++ % BODIES] as (typeof bodies)[number];
    const now = Date.now();
    if (now - body.time > FRESH_MS)
      Object.assign(body, { time: now, bytes: Buffer.from(bodyOf(body.entries, now)) });
    return body.bytes;
  };
}

async function ask(agent: Agent, target: Target, body: Buffer): Promise<Answer> {
  const began = performance.now();
  const answered = await post(agent, target, body).catch(() => undefined);
  return {
    status: answered?.status ?? 0,
    retryAfter: Number(answered?.headers['retry-after'] ?? NaN),
    at: Date.now(),
    ms: performance.now() - began,
  };
}
