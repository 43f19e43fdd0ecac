import { loadConfig } from '@app/config';
import { chooseBackend } from '@app/queue';
import { describeOnRedis } from '@app/testing';
import { Redis } from 'ioredis';
import { redisNodeAway } from '../faults/cases/redis-node-away.js';
import { judge, untilDrained } from '../faults/oracle.js';
import { Producer } from '../faults/producer.js';
import { Stage } from '../faults/stage.js';
import { websitesOfShards } from '../faults/websites-of-shards.js';
import { seededRandom } from '../support/random.js';
import type { FirstTenant } from '../support/service.js';
import type { RedisCluster } from '../support/servers/redis-cluster.js';

const SHARDS = 3;
/** Batches of each website, and their entries: large enough to be jobs of their own. */
const BATCHES = 40;
const ENTRIES = 300;
/** How far the work of a node may be from that of another one. */
const TOLERANCE = 0.2;

/** What a node has done since it was started. */
interface Work {
  commands: number;
  cpuSeconds: number;
}

async function workOf(url: string): Promise<Work> {
  const client = new Redis(url);
  try {
    const info = (await client.info('stats')) + (await client.info('cpu'));
    const read = (name: string) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1]);
    return {
      commands: read('total_commands_processed'),
      cpuSeconds: read('used_cpu_user') + read('used_cpu_sys'),
    };
  } finally {
    client.disconnect();
  }
}

describeOnRedis('a queue of three shards on a Redis Cluster of three nodes', () => {
  let stage: Stage;
  let cluster: RedisCluster;
  let websites: FirstTenant[];
  beforeAll(async () => {
    stage = await Stage.open('redis', redisNodeAway.stage?.());
    cluster = stage.cluster as RedisCluster;
    websites = await websitesOfShards(stage);
  });

  it('has a shard on each node', async () => {
    const { shards } = chooseBackend(loadConfig(stage.env));
    const nodes = await Promise.all(shards.map(({ prefix }) => cluster.nodeOf(`${prefix}:id`)));
    expect([...nodes].sort()).toEqual([0, 1, 2]);
  });

  it('gives each node the same work', async () => {
    const work = () => Promise.all(cluster.nodes.map(({ url }) => workOf(url)));
    const before = await work();
    const producers = websites.map((website) => new Producer(stage, { website, entries: ENTRIES }));
    await Promise.all(producers.map((producer) => producer.sendMany(BATCHES)));
    await untilDrained(stage);
    const done = (await work()).map(({ commands, cpuSeconds }, node) => ({
      commands: commands - (before[node]?.commands ?? 0),
      cpuSeconds: cpuSeconds - (before[node]?.cpuSeconds ?? 0),
    }));
    const lines = done.map(
      ({ commands, cpuSeconds }, node) =>
        `node ${node + 1}: ${commands} commands, ${cpuSeconds.toFixed(2)} s of its processor`,
    );
    console.log(`${SHARDS * BATCHES} batches of ${ENTRIES} entries\n${lines.join('\n')}`);
    const commands = done.map((one) => one.commands);
    expect(Math.max(...commands) / Math.min(...commands)).toBeLessThan(1 + TOLERANCE);
  });

  it('loses, doubles and refuses nothing when a node is killed or frozen', async () => {
    const remarks: string[] = [];
    const scene = {
      stage,
      random: seededRandom(1),
      times: () => 1,
      lasting: (full: number) => full * 200,
      note: (text: string) => void remarks.push(text),
    };
    const producers = await redisNodeAway.run(scene);
    producers.push(...(await startWhileAway()));
    const { counts, failures } = await judge(stage, producers);
    const { acked, stored, refused } = counts;
    const numbers = `${acked} entries acknowledged, ${stored} stored, ${refused} refused`;
    console.log(`${numbers}; ${remarks.join('; ')}`);
    expect(failures).toEqual([]);
    expect(counts).toMatchObject({ lost: 0, doubled: 0, foreign: 0, unknown: 0, refused: 0 });
  });

  /** Starts processes while a node is away, and sends batches of websites of all shards to them. */
  async function startWhileAway(): Promise<Producer[]> {
    const node = cluster.nodes[await cluster.nodeOf('{botgauge}:log-jobs:id')];
    await node?.kill();
    for (const old of stage.workers.slice()) await stage.kill(old);
    const api = await stage.startApi({ REQUIRE_DURABLE_QUEUE: 'true' });
    await stage.startWorker();
    const bases = () => [api.base];
    const started = websites.map((website) => new Producer(stage, { website, entries: 10, bases }));
    await Promise.all(started.map((producer) => producer.sendMany(3)));
    await node?.start();
    await cluster.untilWhole();
    return started;
  }
});
