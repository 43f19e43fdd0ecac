import { eventually } from '@app/testing';
import { BOTH, type Fault, must, type Scene } from '../fault.js';
import { Producer } from '../producer.js';
import { withRedis } from '../queue-view.js';
import { untilAtLeast } from '../until.js';

const LISTENERS = String.raw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE query ~ '\mLISTEN\M' AND pid <> pg_backend_pid()`;

export const listenerTerminated: Fault = {
  id: '9',
  name: "worker's listening connection ended",
  queues: BOTH,
  run: async ({ stage, times, note }) => {
    const producer = new Producer(stage);
    const rounds = times(10);
    let slowest = 0;
    for (let round = 0; round < rounds; round++) {
      // The worker takes a moment to listen again.
      await untilAtLeast('listening connections', 1, () => endListeners(stage));
      await producer.sendMany(1);
      const acked = Date.now();
      await eventually(async () => {
        const path = `/t/${producer.run}/${round}/0`;
        const found = await stage.database.query('SELECT FROM visit_entries WHERE path = $1', [
          path,
        ]);
        must(found.length > 0, `Batch ${round} is not stored`);
      }, 60_000);
      slowest = Math.max(slowest, Date.now() - acked);
    }
    note(`${rounds} times; the slowest batch was stored after ${slowest} ms`);
    return [producer];
  },
};

/** Ends the connections on which workers wait for jobs, and returns how many. */
async function endListeners({ redis, database }: Scene['stage']): Promise<number> {
  if (!redis) return (await database.query(LISTENERS)).length;
  return withRedis(redis.url, async (client) => {
    const clients = (await client.call('CLIENT', 'LIST', 'TYPE', 'normal')) as string;
    const ids = [...clients.matchAll(/^id=(\d+) .* name=botgauge-worker/gm)].map(([, id]) => id);
    for (const id of ids) await client.call('CLIENT', 'KILL', 'ID', `${id}`);
    return ids.length;
  });
}
