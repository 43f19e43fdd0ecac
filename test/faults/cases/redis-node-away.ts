import { setTimeout as sleep } from 'node:timers/promises';
import { metricOf } from '../../support/metrics.js';
import type { RedisServer } from '../../support/servers/redis.js';
import { type Fault, must, type Scene } from '../fault.js';
import { untilDrained } from '../oracle.js';
import { Producer } from '../producer.js';
import { websitesOfShards } from '../websites-of-shards.js';

const NODES = 3;
const DUPLICATE = 'botgauge_entries_total{outcome="duplicate"}';

/**
 * A Redis Cluster whose nodes have a shard each. Nobody else may notice that one of them is away,
 * and nothing may be lost that it had.
 */
export const redisNodeAway: Fault = {
  id: '31',
  name: 'a node of a Redis Cluster killed, or frozen',
  queues: ['redis'],
  stage: () => ({
    redisNodes: NODES,
    workerCount: 2,
    // A slow machine must not refuse for another reason.
    env: { QUEUE_SHARDS: `${NODES}`, QUEUE_MAX_DELAY_SECONDS: '600' },
  }),
  run: async (scene) => {
    const { stage, lasting, times, note } = scene;
    const websites = await websitesOfShards(stage);
    const producers = websites.map((website) =>
      new Producer(stage, { website, entries: 300, perSecond: 6 }).start(),
    );
    must(stage.cluster !== undefined, 'It needs a Redis Cluster');
    const rounds = times(6);
    for (let round = 0; round < rounds; round++)
      for (const [place, node] of stage.cluster.nodes.entries()) {
        await sleep(lasting(2));
        await away(scene, producers, (round + place) % 2 ? freezing(node) : killing(node));
      }
    for (const producer of producers) await producer.stop();
    const all = producers.flatMap(({ obligations }) => obligations);
    const refused = all.filter(({ outcome }) => outcome !== 'acked');
    const answers = refused.map(({ outcome, status }) => `${outcome} ${status ?? ''}`).join();
    must(refused.length === 0, `${refused.length} of ${all.length} were not taken: ${answers}`);
    await untilDrained(stage);
    let again = 0;
    for (const { base } of stage.workers) again += (await metricOf(base, DUPLICATE)) ?? 0;
    const longest = Math.max(...producers.flatMap(({ tookMs }) => tookMs));
    note(`the slowest answer took ${Math.round(longest)} ms`);
    note(`${again} entries came to the workers again, and were counted once`);
    return producers;
  },
};

/** How a node goes away, and comes back. */
interface Leave {
  leave: () => void | Promise<void>;
  back: () => void | Promise<void>;
}

const killing = (node: RedisServer): Leave => ({
  leave: () => node.kill(),
  back: () => node.start(),
});
const freezing = (node: RedisServer): Leave => ({
  leave: () => node.freeze(),
  back: () => node.thaw(),
});

/** Takes a node away for a while. Meanwhile everything must be taken, and reports answered. */
async function away(
  { stage: { bases, cluster, processes, tenant }, lasting }: Scene,
  producers: Producer[],
  { leave, back }: Leave,
): Promise<void> {
  const before = producers.map(({ obligations }) => obligations.length);
  await leave();
  await sleep(lasting(12));
  const addresses = processes.map(({ base }) => `${base}/readyz`);
  const headers = { 'x-api-key': tenant.apiKey };
  const answers = await Promise.all([
    fetch(`${bases[0]}/api/v1/websites`, { headers }),
    ...addresses.map((address) => fetch(address)),
  ]);
  for (const { status, url } of answers)
    must(status === 200, `${url} was answered ${status}, because one node is away`);
  await back();
  await cluster?.untilWhole();
  for (const [place, { obligations }] of producers.entries())
    must(obligations.length > (before[place] ?? 0), 'nothing was sent while a node was away');
}
