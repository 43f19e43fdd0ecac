import { setTimeout as sleep } from 'node:timers/promises';
import { BOTH, type Fault, must, type Scene } from '../fault.js';
import { Producer } from '../producer.js';

/**
 * Below the limit from which a process takes requests in blocks, so that every request asks the
 * store.
 */
const ASKED_EACH_TIME = 300;

export const limiterStoreDown: Fault = {
  id: '24',
  name: "limiter's store down",
  queues: BOTH,
  run: async ({ stage, lasting, note }) => {
    await stage.database.query('UPDATE accounts SET ingest_requests_per_minute = $1', [
      ASKED_EACH_TIME,
    ]);
    const producer = new Producer(stage, { perSecond: 2 }).start();
    await sleep(1_000);
    await takeAway(stage);
    const before = producer.obligations.length;
    const over = sleep(lasting(8));
    must((await readWebsites(stage)) === 200, 'Reports are not answered without the limiter');
    await over;
    const during = producer.obligations.slice(before, -1);
    await bringBack(stage);
    await stage.untilReady();
    await sleep(1_000);
    await producer.stop();
    const acked = during.filter(({ outcome }) => outcome === 'acked').length;
    // With the queue in Redis, the queue is away as well, and whole requests are refused.
    must(stage.redis !== undefined || acked === during.length, 'A limit refused entries');
    note(`${acked} of ${during.length} requests acknowledged meanwhile, reports answered`);
    return [producer];
  },
};

async function takeAway({ redis, database }: Scene['stage']): Promise<void> {
  if (redis) await redis.kill();
  else await database.query('ALTER TABLE rate_limits RENAME TO rate_limits_away');
}

async function bringBack({ redis, database }: Scene['stage']): Promise<void> {
  if (redis) await redis.start();
  else await database.query('ALTER TABLE rate_limits_away RENAME TO rate_limits');
}

async function readWebsites({ bases, tenant }: Scene['stage']): Promise<number> {
  const headers = { 'x-api-key': tenant.apiKey };
  return (await fetch(`${bases[0]}/api/v1/websites`, { headers })).status;
}
