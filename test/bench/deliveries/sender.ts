// A process that sends one large delivery.
import { Agent } from 'node:http';
import { gzipSync } from 'node:zlib';
import { carryOut } from '../child.js';
import { createEntries } from '../entries.js';
import { createBodies, type SenderName, SENDERS } from '../feeds/senders.js';
import { post } from '../post.js';

export interface LargeDelivery {
  base: string;
  key: string;
  domains: string[];
  sender: SenderName;
  /** MiB, decompressed. */
  mib: number;
  gzip: boolean;
}

export interface Delivered {
  records: number;
  seconds: number;
}

const STOCK = 250_000;
/** From these the length of a record is known. */
const TRIED = 10_000;

export const main = () => carryOut(deliver);

async function deliver({ base, key, domains, sender, mib, gzip }: LargeDelivery) {
  const bodyOf = createBodies(sender, Array.from({ length: STOCK }, createEntries(domains, 1)));
  const now = Date.now();
  const wanted = Math.floor((mib * 2 ** 20 * TRIED) / Buffer.byteLength(bodyOf(0, TRIED, now)));
  const records = Math.min(wanted, STOCK);
  const plain = Buffer.from(bodyOf(0, records, now));
  const body = gzip ? gzipSync(plain) : plain;
  const agent = new Agent();
  const began = performance.now();
  const url = `${base}/api/v1/logs/${SENDERS[sender].path}`;
  const { status, text } = await post(agent, { url, key }, body);
  if (status !== 200) throw new Error(`${status}: ${text}`);
  const seconds = (performance.now() - began) / 1_000;
  return { records, seconds } satisfies Delivered;
}
