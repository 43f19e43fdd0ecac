import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { BOTH, type Fault, type Scene } from '../fault.js';
import { Producer } from '../producer.js';

export const slowDatabase: Fault = {
  id: '16',
  name: 'slow statements, pools exhausted',
  queues: BOTH,
  run: async ({ stage, lasting, note }) => {
    const producer = new Producer(stage, { lanes: 16, perSecond: 16 }).start();
    await sleep(500);
    // Longer than the API's limit for a statement, 5 s, so that its pool is used up.
    await whileLocked(stage, 'idempotency_keys', 'ACCESS EXCLUSIVE', lasting(12));
    // Longer than the worker's limit, 30 s.
    await whileLocked(stage, 'visits', 'SHARE ROW EXCLUSIVE', lasting(35));
    const taken = await whileNoConnectionIsFree(stage, lasting(8));
    await producer.stop();
    const refused = producer.obligations.filter(({ status }) => status === 503).length;
    note(`${refused} answers 503; ${taken} connections taken away`);
    return [producer];
  },
};

async function whileLocked(
  { database }: Scene['stage'],
  table: string,
  mode: string,
  ms: number,
): Promise<void> {
  const client = await database.connect();
  await client.query('BEGIN');
  await client.query(`LOCK TABLE ${table} IN ${mode} MODE`);
  await sleep(ms);
  await client.query('ROLLBACK');
  await client.end();
}

/** Takes every connection that the server has left, and returns how many. */
async function whileNoConnectionIsFree({ database }: Scene['stage'], ms: number): Promise<number> {
  const clients: Client[] = [];
  const end = Date.now() + ms;
  while (Date.now() < end) {
    try {
      clients.push(await database.connect());
    } catch {
      await sleep(50);
    }
  }
  await Promise.all(clients.map((client) => client.end()));
  return clients.length;
}
