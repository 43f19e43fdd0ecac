import { eventually, undoneAtEnd } from '@app/testing';
import { Redis } from 'ioredis';
import { freePort, type RedisServer, startRedisServer } from './redis.js';

/** A Redis Cluster of masters with as many slots each, on the loopback address. */
export interface RedisCluster {
  /** The masters, in the order of their slots. */
  nodes: RedisServer[];
  /** Names two of its nodes, as an operator would. */
  url: string;
  /** Returns the position of the node that has a key. */
  nodeOf(key: string): Promise<number>;
  /** Waits until every node knows that all nodes are there. */
  untilWhole(): Promise<void>;
  stop(): Promise<void>;
}

const SLOTS = 16_384;
/** A node that is away is taken for failed soon. */
const NODE_TIMEOUT_MS = '2000';

/** Starts masters that know each other, with the slots that `redis-cli --cluster create` gives. */
export async function startRedisCluster(masters = 3, parent?: string): Promise<RedisCluster> {
  const nodes: RedisServer[] = [];
  for (let node = 0; node < masters; node++) nodes.push(await startNode(parent));
  const ranges = nodes.map((_, node) => [slotAt(node), slotAt(node + 1) - 1] as const);
  const clients = nodes.map(({ url }) => new Redis(url));
  const [first] = nodes as [Node];
  for (const [node, client] of clients.entries()) {
    const range = ranges[node] as (typeof ranges)[number];
    await client.call('CLUSTER', 'ADDSLOTSRANGE', ...range);
    await client.call('CLUSTER', 'MEET', '127.0.0.1', first.port, first.busPort);
  }
  await Promise.all(clients.map((client) => client.quit()));
  await untilWhole(nodes);
  const hosts = nodes.slice(0, 2).map(({ port }) => `127.0.0.1:${port}`);
  return {
    nodes,
    url: `redis+cluster://${hosts.join(',')}`,
    nodeOf: async (key) => {
      const slot = await keySlot(nodes, key);
      return ranges.findIndex(([from, to]) => slot >= from && slot <= to);
    },
    untilWhole: () => untilWhole(nodes),
    stop: undoneAtEnd(async () => {
      await Promise.all(nodes.map((node) => node.stop()));
    }),
  };

  function slotAt(node: number): number {
    return Math.round((node * SLOTS) / masters);
  }
}

type Node = RedisServer & { busPort: number };

async function startNode(parent?: string): Promise<Node> {
  // By default it is ten thousand above the other port, which may be more than there are.
  const busPort = await freePort();
  const settings = {
    'cluster-enabled': 'yes',
    'cluster-port': `${busPort}`,
    'cluster-node-timeout': NODE_TIMEOUT_MS,
    'cluster-require-full-coverage': 'no',
  };
  return Object.assign(await startRedisServer(settings, parent), { busPort });
}

async function untilWhole(nodes: RedisServer[]): Promise<void> {
  await eventually(async () => {
    for (const node of nodes) {
      const info = String(await ask(node, 'INFO'));
      const whole = [
        'cluster_state:ok',
        `cluster_slots_ok:${SLOTS}`,
        `cluster_known_nodes:${nodes.length}`,
      ].every((line) => info.includes(`${line}\r\n`));
      if (!whole) throw new Error(`A node of the cluster says ${info}`);
    }
  });
}

async function keySlot(nodes: RedisServer[], key: string): Promise<number> {
  return Number(await ask(nodes[0] as RedisServer, 'KEYSLOT', key));
}

/** Gives a node a command about the cluster. */
async function ask({ url }: RedisServer, ...command: string[]): Promise<unknown> {
  const client = new Redis(url);
  try {
    return await client.call('CLUSTER', command);
  } finally {
    client.disconnect();
  }
}
