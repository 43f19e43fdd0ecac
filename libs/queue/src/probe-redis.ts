import type { RedisAddress } from '@app/config';
import { Cluster, Redis } from 'ioredis';
import { connectRedis, type RedisClient } from './connect-redis.js';
import { type DurabilityFinding, REDIS_DURABILITY } from './durability.js';
import { isRedisAway } from './redis-error.js';

const PATIENCE_MS = 5_000;
/** Oldest release that has what BullMQ's scripts use. */
const OLDEST = [6, 2];

/**
 * Why the queue cannot be used yet; undefined when nothing stands in the way.
 *
 * @throws Error when waiting cannot help: wrong credentials, too old a release
 */
export async function probeRedis(address: RedisAddress): Promise<string | undefined> {
  try {
    await withRedis(address, async (client) => {
      await client.ping();
      checkVersion(await client.info('server'));
    });
    return undefined;
  } catch (error) {
    if (!isRedisAway(error)) throw error;
    return (error as Error).message || 'it does not answer';
  }
}

/** @throws Error when INFO names a release that is too old */
export function checkVersion(info: string): void {
  const version = /^redis_version:(\d+)\.(\d+)(\S*)/m.exec(info);
  if (!version) return;
  const [, major, minor, rest] = version;
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST;
  if (Number(major) > oldestMajor) return;
  if (Number(major) === oldestMajor && Number(minor) >= oldestMinor) return;
  throw new Error(`Redis ${OLDEST.join('.')} or newer is needed; this is ${major}.${minor}${rest}`);
}

/** The settings of every server that holds jobs: in a cluster all masters, the worst value of each. */
export function readRedisDurability(address: RedisAddress): Promise<DurabilityFinding[]> {
  return withRedis(address, async (client) => {
    const servers = client instanceof Cluster ? client.nodes('master') : [client];
    const findings = await Promise.all(servers.map(readServer));
    return REDIS_DURABILITY.map((rule, index) => {
      const ofRule = findings.flatMap((all) => all.slice(index, index + 1));
      const unsafe = ofRule.find(({ value }) => value === undefined || !rule.safe.includes(value));
      return unsafe ?? { rule, value: rule.safe[0] };
    });
  });
}

function readServer(server: Redis): Promise<DurabilityFinding[]> {
  return Promise.all(
    REDIS_DURABILITY.map(async (rule) => ({
      rule,
      value: await readSetting(server, rule.setting),
    })),
  );
}

/** Undefined where the operator's provider keeps CONFIG to itself. */
async function readSetting(server: Redis, setting: string): Promise<string | undefined> {
  try {
    const [, value] = (await server.config('GET', setting)) as string[];
    return value;
  } catch (error) {
    if (isRedisAway(error)) throw error;
    return undefined;
  }
}

/** Lends a client that is connected, and closes it. */
async function withRedis<T>(
  address: RedisAddress,
  work: (client: RedisClient) => Promise<T>,
): Promise<T> {
  const client = connectRedis(address, { name: 'botgauge-probe', whenAway: PATIENCE_MS });
  try {
    await untilReady(client);
    return await work(client);
  } finally {
    client.disconnect();
  }
}

/** Rejects at the first error: whoever waits tries again with a fresh client. */
function untilReady(client: RedisClient): Promise<void> {
  return new Promise((resolve, reject) => {
    client.once('ready', () => resolve());
    client.on('error', reject);
  });
}
