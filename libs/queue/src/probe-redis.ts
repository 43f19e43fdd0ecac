import type { RedisAddress } from '@app/config';
import { Cluster, Redis } from 'ioredis';
import { connectRedis, type RedisClient } from './connect-redis.js';
import { type DurabilityFinding, REDIS_DURABILITY } from './durability.js';
import { isRedisAway } from './redis-error.js';

const PATIENCE_MS = 5_000;
/** The oldest release with everything that BullMQ's scripts use. */
const OLDEST = [6, 2];

/**
 * Returns why the queue cannot be used yet, or undefined when it can.
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

/**
 * Checks the version that INFO gives.
 *
 * @throws Error when the release is too old
 */
export function checkVersion(info: string): void {
  const version = /^redis_version:(\d+)\.(\d+)(\S*)/m.exec(info);
  if (!version) return;
  const [, major, minor, rest] = version;
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST;
  if (Number(major) > oldestMajor) return;
  if (Number(major) === oldestMajor && Number(minor) >= oldestMinor) return;
  throw new Error(`Redis ${OLDEST.join('.')} or newer is needed; this is ${major}.${minor}${rest}`);
}

/**
 * Returns the settings of the server that holds jobs. For a cluster these are all masters that
 * answer, with the worst value of each setting.
 */
export function readRedisDurability(address: RedisAddress): Promise<DurabilityFinding[]> {
  return withRedis(address, async (client) => {
    const servers = await askServers(client, (server) =>
      readSettings(
        server,
        REDIS_DURABILITY.map(({ setting }) => setting),
      ),
    );
    return REDIS_DURABILITY.map((rule, index) => {
      const values = servers.answers.map((settings) => settings[index]);
      const unsafe = values.findIndex((value) => value === undefined || !rule.safe.includes(value));
      return { rule, value: unsafe < 0 ? rule.safe[0] : values[unsafe] };
    });
  });
}

/** What is known of the masters of a cluster. */
export interface ClusterView {
  masters: number;
  /** How many of them did not answer. */
  silent: number;
  /**
   * `cluster-require-full-coverage` of each master that answered; undefined where it does not tell.
   */
  fullCoverage: (string | undefined)[];
}

export function inspectCluster(address: RedisAddress): Promise<ClusterView> {
  return withRedis(address, async (client) => {
    const { answers, silent } = await askServers(client, (server) =>
      readSetting(server, 'cluster-require-full-coverage'),
    );
    return { masters: answers.length + silent, silent, fullCoverage: answers };
  });
}

/** Asks every master, or the only server. Rejects when none answers. */
async function askServers<T>(
  client: RedisClient,
  question: (server: Redis) => Promise<T>,
): Promise<{ answers: T[]; silent: number }> {
  const servers = client instanceof Cluster ? client.nodes('master') : [client];
  const results = await Promise.allSettled(servers.map(question));
  const answers = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failures = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  const fatal = failures.find((failure) => !isRedisAway(failure) || answers.length === 0);
  if (fatal !== undefined) throw fatal as Error;
  return { answers, silent: failures.length };
}

function readSettings(server: Redis, settings: string[]): Promise<(string | undefined)[]> {
  return Promise.all(settings.map((setting) => readSetting(server, setting)));
}

/** Returns undefined if the operator's provider forbids CONFIG. */
async function readSetting(server: Redis, setting: string): Promise<string | undefined> {
  try {
    const [, value] = (await server.config('GET', setting)) as string[];
    return value;
  } catch (error) {
    if (isRedisAway(error)) throw error;
    return undefined;
  }
}

/** Lends a connected client, and closes it afterwards. */
export async function withRedis<T>(
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

/** Rejects at the first error. The caller tries again with a new client. */
function untilReady(client: RedisClient): Promise<void> {
  return new Promise((resolve, reject) => {
    client.once('ready', () => resolve());
    client.on('error', reject);
  });
}
