// A process that sends entries over HTTP, at full speed or at a given rate.
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { carryOut } from '../child.js';
import { createEntries } from '../entries.js';
import { createBodies, type SenderName } from '../feeds/senders.js';
import { post, type Target } from '../post.js';

export interface Order extends Target {
  sender: SenderName;
  entries: number;
  /** Requests under way at the same time. */
  connections: number;
  /** Entries per second; 0 means as fast as answers come. */
  rate: number;
  seed: number;
  /** Milliseconds after the start over which the times of the entries are spread; 0: all come now. */
  spreadMs: number;
  /** Whether entries have the optional fields that CDNs know. */
  allFields?: boolean;
  returning?: boolean;
}

/** Times in epoch milliseconds. */
export interface Sent {
  start: number;
  /** The time of each 200, in order. */
  accepted: number[];
  /** How long each request took. */
  latencies: number[];
}

/** How many entries are made beforehand and sent in turn. */
const STOCK = 50_000;

export const main = () => carryOut(send);

async function send(order: Order): Promise<Sent> {
  const { domains, entries, batch, connections, rate, seed, sender, spreadMs } = order;
  const { allFields, returning } = order;
  const makeEntry = createEntries(domains, seed, { allFields, returning });
  const bodyOf = createBodies(sender, Array.from({ length: STOCK }, makeEntry));
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const requests = Math.ceil(entries / batch);
  const accepted: number[] = [];
  const latencies: number[] = [];
  const start = Date.now();
  let next = 0;
  const work = async () => {
    for (let number = next++; number < requests; number = next++) {
      if (rate > 0) await sleep(Math.max(0, start + (number * batch * 1_000) / rate - Date.now()));
      const from = (number * batch) % STOCK;
      const time = spreadMs > 0 ? start + (number / requests) * spreadMs : Date.now();
      const body = bodyOf(from, batch, time);
      const began = performance.now();
      const { status, text } = await post(agent, order, body);
      if (status !== 200) throw new Error(`${status}: ${text}`);
      latencies.push(performance.now() - began);
      accepted.push(Date.now());
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  agent.destroy();
  return { start, accepted, latencies };
}
