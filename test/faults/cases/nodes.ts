// What happens to the nodes of Citus while visits are written straight into shards.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, must, type Scene } from '../fault.js';
import { Producer } from '../producer.js';
import { Reader } from '../reader.js';
import { citusMissing, type CitusServers } from '../../support/servers/citus.js';

const WEBSITES = 12;
const REDIS = ['redis'] as const;

/** Entries of a batch go to websites in many shards. */
const stage = () => ({ flavour: 'citus' as const, websites: WEBSITES });

function nodesOf({ stage: { database } }: Scene): CitusServers {
  must('workers' in database, 'the stage is not on Citus');
  return database as CitusServers;
}

function startProducers(scene: Scene): Producer[] {
  return [
    new Producer(scene.stage, { entries: 120 }).start(),
    // Small batches share jobs.
    new Producer(scene.stage, { entries: 3, perSecond: 20, lanes: 4 }).start(),
  ];
}

async function stopAll(producers: Producer[]): Promise<Producer[]> {
  await Promise.all(producers.map((producer) => producer.stop()));
  return producers;
}

export const shardsMoved: Fault = {
  id: 'N1',
  name: 'shards moved to other nodes',
  queues: REDIS,
  missing: citusMissing,
  stage,
  run: async (scene) => {
    const nodes = nodesOf(scene);
    const producers = startProducers(scene);
    const reader = new Reader(scene.stage).start();
    await sleep(1_000);
    const moves = scene.times(10);
    for (let move = 0; move < moves; move++) await moveOne(nodes, move);
    await sleep(1_000);
    await reader.stop();
    scene.note(`${moves} moves, ${reader.answers} reports meanwhile, ${reader.refusals} refused`);
    return stopAll(producers);
  },
};

/** Moves a shard from the node that has it to another one. */
async function moveOne(nodes: CitusServers, number: number): Promise<void> {
  const shards = await nodes.query<{ shard: string; host: string; port: number }>(
    `SELECT shardid AS shard, nodename AS host, nodeport AS port
     FROM pg_dist_shard JOIN pg_dist_placement USING (shardid) JOIN pg_dist_node USING (groupid)
     WHERE logicalrelid = 'visits'::regclass ORDER BY shardid`,
  );
  const shard = shards[number % shards.length];
  must(shard !== undefined, 'there is no shard');
  const others = nodes.workers
    .map((url) => new URL(url))
    .filter(({ port }) => port !== String(shard.port));
  const to = others[number % others.length];
  must(to !== undefined, 'there is no other node');
  await nodes.query('SELECT citus_move_shard_placement($1, $2, $3, $4, $5)', [
    ...[shard.shard, shard.host, shard.port],
    ...[to.hostname, Number(to.port)],
  ]);
}

export const nodeKilled: Fault = {
  id: 'N2',
  name: 'a node stopped at once',
  queues: REDIS,
  missing: citusMissing,
  stage,
  run: async (scene) => {
    const nodes = nodesOf(scene);
    const producers = startProducers(scene);
    const [first = '', second = ''] = nodes.workers;
    for (const node of [first, second]) {
      await sleep(2_000);
      await nodes.stopNode(node);
      await sleep(scene.lasting(8));
      await nodes.startNode(node);
    }
    await sleep(2_000);
    return stopAll(producers);
  },
};

export const nodeAdded: Fault = {
  id: 'N3',
  name: 'a node added, shards rebalanced',
  queues: REDIS,
  missing: () =>
    citusMissing() ??
    (process.env.BOTGAUGE_TEST_CITUS_SPARE
      ? undefined
      : 'BOTGAUGE_TEST_CITUS_SPARE does not name a server to add'),
  stage,
  run: async (scene) => {
    const nodes = nodesOf(scene);
    const producers = startProducers(scene);
    await sleep(2_000);
    await nodes.addNode(process.env.BOTGAUGE_TEST_CITUS_SPARE ?? '');
    const reader = new Reader(scene.stage).start();
    await nodes.query("SELECT rebalance_table_shards('visits')");
    await sleep(2_000);
    await reader.stop();
    const [row] = await nodes.query<{ placed: string }>(
      `SELECT string_agg(n::text, ', ') AS placed FROM (
         SELECT count(*) AS n FROM pg_dist_shard JOIN pg_dist_placement USING (shardid)
         WHERE logicalrelid = 'visits'::regclass GROUP BY groupid ORDER BY groupid
       ) counted`,
    );
    scene.note(
      `shards by node afterwards: ${row?.placed}; ${reader.answers} reports meanwhile, ${reader.refusals} refused`,
    );
    return stopAll(producers);
  },
};

export const coordinatorAway: Fault = {
  id: 'N4',
  name: 'the coordinator away 30 s',
  queues: REDIS,
  missing: citusMissing,
  stage,
  run: async (scene) => {
    const { stage: service, lasting, note } = scene;
    const producers = startProducers(scene);
    await sleep(2_000);
    await service.database.stop();
    await sleep(lasting(30));
    await service.database.start();
    await service.untilReady();
    await sleep(2_000);
    await stopAll(producers);
    const all = producers.flatMap(({ obligations }) => obligations);
    note(
      `${all.filter(({ outcome }) => outcome !== 'acked').length} of ${all.length} refused meanwhile`,
    );
    return producers;
  },
};
