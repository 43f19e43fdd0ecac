import type { RedisAddress } from '@app/config';
import { Cluster, type ClusterOptions, Redis, type RedisOptions } from 'ioredis';

export type RedisClient = Redis | Cluster;

/** What happens to a command while Redis is away. */
export interface Patience {
  /**
   * `wait`: the command is kept and sent when Redis is back. A number: the command fails at once,
   * or after this many milliseconds when Redis is connected but silent, and is never sent later. In
   * a cluster, what is away or back is the node that has the key of the command.
   */
  whenAway: 'wait' | number;
  /** The name that CLIENT LIST shows. */
  name: string;
}

const CONNECT_MS = 2_000;
const LONGEST_RETRY_MS = 2_000;
/** Longer than any blocking command of a worker. After this much silence, a connection is dead. */
const SILENCE_MS = 20_000;

/**
 * Returns a client that reconnects by itself, for ever. The caller must handle its `error` events.
 */
export function connectRedis(address: RedisAddress, patience: Patience): RedisClient {
  const { nodes, username, password, db, tls } = address;
  const options: RedisOptions = {
    ...commandOptions(patience),
    username,
    password,
    db,
    connectionName: patience.name,
    connectTimeout: CONNECT_MS,
    keepAlive: 10_000,
    retryStrategy: retryAfter,
    ...(tls ? { tls: {} } : {}),
  };
  const client = address.cluster
    ? new Cluster(nodes, clusterOptions(options, patience))
    : new Redis({ ...nodes[0], ...options });
  if (client instanceof Cluster) client.on('+node', forgetSilenceOnClose);
  else forgetSilenceOnClose(client);
  endBetweenTries(client);
  if (patience.whenAway !== 'wait') closeWithoutServer(client);
  return client;
}

function commandOptions({ whenAway }: Patience): RedisOptions {
  return whenAway === 'wait'
    ? { maxRetriesPerRequest: null, socketTimeout: SILENCE_MS }
    : {
        enableOfflineQueue: false,
        // A refused command must not reach Redis later, because its sender may have tried again by
        // then.
        autoResendUnfulfilledCommands: false,
        maxRetriesPerRequest: 0,
        commandTimeout: whenAway,
        socketTimeout: whenAway,
      };
}

function clusterOptions(options: RedisOptions, { whenAway }: Patience): ClusterOptions {
  const { enableOfflineQueue = true, ...redisOptions } = options;
  return {
    ...(whenAway === 'wait' ? UNTIL_NODE_IS_BACK : NOT_FOR_LONG),
    enableOfflineQueue,
    redisOptions,
    clusterRetryStrategy: retryAfter,
    slotsRefreshTimeout: CONNECT_MS,
    // Certificates name hosts. An address that was looked up here would not match them.
    ...(options.tls ? { dnsLookup: (host, found) => found(null, host) } : {}),
  };
}

/** A command whose node is away is tried until the node, or another one in its place, answers. */
const UNTIL_NODE_IS_BACK: ClusterOptions = {
  maxRedirections: Infinity,
  retryDelayOnFailover: 500,
  retryDelayOnClusterDown: 500,
  // Nodes that disagree about a slot would send a command to and fro without a pause.
  retryDelayOnMoved: 50,
};

/**
 * A command whose node is away fails after a tenth of a second. That is long enough for a node to
 * which this client is just connecting. A slot that has moved is followed.
 */
const NOT_FOR_LONG: ClusterOptions = {
  // Each try needs two: the way to another node, and back to the one that it names.
  maxRedirections: 8,
  retryDelayOnFailover: 25,
  retryDelayOnClusterDown: 25,
};

function retryAfter(attempt: number): number {
  return Math.min(50 * 2 ** Math.min(attempt, 10), LONGEST_RETRY_MS);
}

/**
 * ioredis 5.11 keeps the timer of `socketTimeout` after the connection that it watched has closed.
 * The timer would end the next connection, however well that one works.
 */
function forgetSilenceOnClose(client: Redis): void {
  client.on('close', () => {
    const watch = client as unknown as { socketTimeoutTimer: NodeJS.Timeout | undefined };
    clearTimeout(watch.socketTimeoutTimer);
    watch.socketTimeoutTimer = undefined;
  });
}

/**
 * ioredis does not report that a client was ended while it waited to reconnect. BullMQ would wait
 * for that report for ever when it closes a worker.
 */
function endBetweenTries(client: RedisClient): void {
  const disconnect = client.disconnect.bind(client);
  client.disconnect = (reconnect = false) => {
    const waits = client.status === 'reconnecting' && !reconnect;
    disconnect(reconnect);
    if (!waits) return;
    const ended = client as unknown as { status: string; flushQueue(error: Error): void };
    ended.status = 'end';
    ended.flushQueue(new Error('Connection is closed.'));
    client.emit('end');
  };
}

/**
 * QUIT is sent like any other command. Without a server it fails, and the client would try again
 * for ever.
 */
function closeWithoutServer(client: RedisClient): void {
  client.quit = () => {
    client.disconnect();
    return Promise.resolve('OK' as const);
  };
}
