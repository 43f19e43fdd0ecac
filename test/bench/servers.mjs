// The servers of a benchmark: PostgreSQL of either flavour, set up like in production, and the API.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { undoneAtEnd } from '@app/testing';
import { startPostgresServer } from '../support/servers/postgres.ts';
import { startRedisServer } from '../support/servers/redis.ts';

const SETTINGS = {
  shared_buffers: '1GB',
  work_mem: '32MB',
  maintenance_work_mem: '256MB',
  max_wal_size: '8GB',
  checkpoint_timeout: '15min',
};
/** As the image and `npm run start:api` have them. */
const NODE_FLAGS = ['--max-semi-space-size=32'];
const DIST = join(import.meta.dirname, '..', '..', 'dist');

/** A server of the flavour with an empty database; TimescaleDB's is the one that is named, if one is. */
export async function startPostgres(flavour) {
  const named = process.env.BOTGAUGE_TEST_TIMESCALE;
  return flavour === 'timescale' && named
    ? { url: named }
    : startPostgresServer({ flavour, settings: SETTINGS });
}

/** Makes an empty database on a server; its address. */
export async function createDatabase(server, name, flavour) {
  await query(server.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await query(server.url, `CREATE DATABASE ${name}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  if (flavour === 'timescale') await query(url.href, 'CREATE EXTENSION IF NOT EXISTS timescaledb');
  return url.href;
}

export async function dropDatabase(server, name) {
  await query(server.url, `DROP DATABASE ${name} WITH (FORCE)`);
}

/** The API as an operator runs it; its base address. */
export async function startApi(databaseUrl) {
  const { port } = await startService('api', { DATABASE_URL: databaseUrl });
  return `http://127.0.0.1:${port}`;
}

/** A built process of the service; `port` is where it listens, for a worker that of its metrics. `dist`: another build. */
export async function startService(app, env, dist = DIST) {
  const child = fork(join(dist, 'apps', app, 'src', 'main.js'), [], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', PORT: '0', ...env },
    execArgv: NODE_FLAGS,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exit = once(child, 'exit');
  const stop = undoneAtEnd(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await exit;
  });
  const [{ port, statusPort }] = await Promise.race([
    once(child, 'message'),
    exit.then(([status]) => Promise.reject(new Error(`The ${app} ended with ${status}`))),
  ]);
  return { pid: child.pid, port: port ?? statusPort, stop };
}

/** A Redis server as durable as production, and its process. */
export async function startRedis() {
  const server = await startRedisServer();
  const client = new Redis(server.url);
  const pid = Number(/process_id:(\d+)/.exec(await client.info('server'))[1]);
  client.disconnect();
  return { url: server.url, pid, stop: server.stop };
}

export async function connect(url, name = 'botgauge-bench') {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    options: '-c timezone=UTC',
  });
  await client.connect();
  return client;
}

export async function query(url, sql, values) {
  const client = await connect(url);
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** What was measured on, as one line a fact. */
export async function describeMachine(servers) {
  const versions = await Promise.all(
    servers.map(async ({ url }) => {
      const [{ server, extension }] = await query(
        url,
        `SELECT split_part(version(), ' ', 2) AS server,
           (SELECT default_version FROM pg_available_extensions
            WHERE name = 'timescaledb' AND current_setting('shared_preload_libraries') ~ name) AS extension`,
      );
      return extension
        ? `TimescaleDB ${extension} on PostgreSQL ${server}`
        : `PostgreSQL ${server} (plain)`;
    }),
  );
  const settings = Object.entries(SETTINGS).map(([name, value]) => `${name} ${value}`);
  return [
    `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    `Node ${process.versions.node}; ${versions.join('; ')}`,
    `${settings.join(', ')}, fsync on`,
  ];
}
