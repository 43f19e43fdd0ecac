// A build of the service on empty stores. Everything uses its command line and HTTP, which stay the
// same from build to build, while schemas and inner names may differ.
import { resolve } from 'node:path';
import { type TestFlavour, undoneAtEnd } from '@app/testing';
import type pg from 'pg';
import { metricOf } from '../support/metrics.js';
import { connect } from '../support/servers/postgres.js';
import { startRedisServer } from '../support/servers/redis.js';
import { Service } from '../support/service.js';
import { type QueueName, settingsOf } from '../support/stores.js';
import { cpuSeconds, cpuSecondsOf, largestPeakOf, memoryOf } from './cpu.js';
import { createDatabase, dropDatabase, nodesOf, type Server } from './servers.js';

/** What is measured: a build, on stores of one kind. */
export interface Combination {
  flavour: TestFlavour;
  queue: QueueName;
  /** Folder of the build. */
  dist: string;
}

/** An account with four websites and its keys. */
export interface World {
  websites: { id: string; domain: string }[];
  apiKey: string;
  botKey: string;
}

/**
 * A figure for each part of the service. It is NaN for a queue in the database. The coordinator of
 * Citus is a part of the database; it is NaN where there is none.
 */
export type Parts = Record<'api' | 'worker' | 'database' | 'queue' | 'coordinator', number>;

/** Bytes: of the database on disk, and those that its server has ever written to its log. */
export interface Written {
  disk: number;
  wal: number;
}

export interface BenchSystem {
  service: Service;
  /** Address of the API. */
  base: string;
  world: World;
  /** A connection to the database. */
  client: pg.Client;
  /** The process id of Redis, if there is one. */
  redisPid: number | undefined;
  /** Processor seconds so far. */
  cpu(): Promise<Parts>;
  /** The most bytes of memory. */
  peaks(): Promise<Parts>;
  written(): Promise<Written>;
  /** The visits that the workers have stored, by their own count, which costs almost nothing. */
  stored(): Promise<number>;
  stopProcesses(): Promise<void>;
  /** Ends everything and drops the database. */
  stop(): Promise<void>;
}

const DATABASE = 'bench';
const STORED = 'botgauge_visits_stored_total';
const WRITTEN = `
SELECT pg_database_size(current_database())::float8 AS disk,
  pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS wal`;
const DOMAINS = ['one.example', 'two.example', 'three.example', 'four.example'];

export async function startSystem(
  server: Server,
  { flavour, queue, dist }: Combination,
  { workers = 1, env = {} }: { workers?: number; env?: Record<string, string> } = {},
): Promise<BenchSystem> {
  const url = await createDatabase(server, DATABASE, flavour);
  const redis = queue === 'redis' ? await startRedisServer() : undefined;
  const service = new Service({ ...settingsOf({ url }, redis), ...env }, { dist: resolve(dist) });
  await service.cli('migrate');
  const world = await createWorld(service);
  const api = await service.startApi();
  for (let number = 0; number < workers; number++) await service.startWorker();
  const client = await connect(url);
  const others = await connectToNodes(server, url);
  const nodes = [client, ...others];
  const ofCoordinator = (figure: number) => (others.length > 0 ? figure : NaN);
  const crew = [...service.workers];
  const sum = (measure: (pid: number) => number) =>
    crew.reduce((total, { pid }) => total + measure(pid), 0);
  const ofQueue = (measure: (pid: number) => number) => (redis ? measure(redis.pid()) : NaN);
  const peak = (pid: number) => memoryOf(pid, 'VmHWM');
  const stopProcesses = async () => {
    await Promise.all(service.processes.map((one) => service.stop(one)));
  };
  return {
    service,
    base: api.base,
    world,
    client,
    redisPid: redis?.pid(),
    cpu: async () => {
      const byNode = await Promise.all(nodes.map(cpuSecondsOf));
      return {
        api: cpuSeconds(api.pid),
        worker: sum(cpuSeconds),
        database: byNode.reduce((all, one) => all + one),
        queue: ofQueue(cpuSeconds),
        coordinator: ofCoordinator(byNode[0] ?? NaN),
      };
    },
    peaks: async () => {
      const byNode = await Promise.all(nodes.map(largestPeakOf));
      return {
        api: peak(api.pid),
        worker: sum(peak),
        database: Math.max(...byNode),
        queue: ofQueue(peak),
        coordinator: ofCoordinator(byNode[0] ?? NaN),
      };
    },
    written: async () => {
      const byNode = await Promise.all(nodes.map((node) => node.query<Written>(WRITTEN)));
      return byNode
        .map(({ rows }) => rows[0] as Written)
        .reduce((all, one) => ({ disk: all.disk + one.disk, wal: all.wal + one.wal }));
    },
    stored: async () => {
      const counts = await Promise.all(crew.map(({ base }) => metricOf(base, STORED)));
      return counts.reduce<number>((total, count) => total + (count ?? 0), 0);
    },
    stopProcesses,
    stop: undoneAtEnd(async () => {
      await stopProcesses();
      await Promise.all(nodes.map((node) => node.end()));
      await redis?.stop();
      await dropDatabase(server, DATABASE);
    }),
  };
}

/** Returns connections to the nodes of Citus beside the coordinator; none on other databases. */
async function connectToNodes(server: Server, url: string): Promise<pg.Client[]> {
  const [, ...others] = await nodesOf(server);
  return Promise.all(
    others.map((node) => {
      const own = new URL(node);
      own.pathname = new URL(url).pathname;
      return connect(own.href);
    }),
  );
}

/**
 * Creates the account with the build's command line, as an operator does. The limits are too high
 * to be reached.
 */
async function createWorld(service: Service): Promise<World> {
  const make = (...args: string[]) => service.cli<{ id: string; key: string }>(...args);
  const limits = [
    '--api-requests-per-minute',
    '1000000',
    '--ingest-requests-per-minute',
    '10000000',
  ];
  const account = await make('accounts', 'create', '--name', 'bench', ...limits);
  const websites = await Promise.all(
    DOMAINS.map(async (domain) => {
      const { id } = await make('websites', 'create', '--account', account.id, '--domain', domain);
      return { id, domain };
    }),
  );
  const [first] = websites;
  const [api, bot] = await Promise.all([
    make('keys', 'create', '--kind', 'api', '--account', account.id),
    make('keys', 'create', '--kind', 'bot', '--website', first?.id ?? ''),
  ]);
  return { websites, apiKey: api.key, botKey: bot.key };
}
