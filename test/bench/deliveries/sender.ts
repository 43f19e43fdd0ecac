// A process that sends one large delivery.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { carryOut } from '../child.js';
import { createEntries } from '../entries.js';
import { createBodies, type SenderName, SENDERS } from '../feeds/senders.js';

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
  const records = Math.floor((mib * 2 ** 20 * TRIED) / Buffer.byteLength(bodyOf(0, TRIED, now)));
  const plain = Buffer.from(bodyOf(0, Math.min(records, STOCK), now));
  const body = gzip ? gzipSync(plain) : plain;
  const began = performance.now();
  const outgoing = request(`${base}/api/v1/logs/${SENDERS[sender].path}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-length': body.length },
  });
  outgoing.end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${text}`);
  const seconds = (performance.now() - began) / 1_000;
  return { records: Math.min(records, STOCK), seconds } satisfies Delivered;
}
