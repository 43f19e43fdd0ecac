// One throw-away server of each kind for all suites: PostgreSQL with a migrated template database that
// each suite clones, TimescaleDB with another where it is installed, and one Redis, where each suite takes
// a database number of its own.
// Runs outside Jest's module map, so it uses what was built.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { findRedisServer, startRedisServer } from './redis-server.js';
import { startTimescale } from './timescale.js';

const TEMPLATE = 'botgauge_template';
/** What a test writes need not outlive a crash of the machine. */
const FAST = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '250',
  synchronous_commit: 'off',
};

const built = (lib) => import(`../../dist/libs/${lib}/src/index.js`);

export default async function globalSetup() {
  const { startLocalPostgres } = await built('local-postgres');
  const folder = mkdtempSync(join(tmpdir(), 'botgauge-test-'));
  const server = await startLocalPostgres({
    dir: folder,
    database: TEMPLATE,
    ephemeral: true,
    settings: FAST,
  });
  const timescale = await startTimescale(startLocalPostgres, FAST);
  const redis = findRedisServer() && (await startRedisServer({ databases: '10000' }));
  globalThis.__botgaugeStopServers = async () => {
    await redis?.stop();
    await timescale.stop?.();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  process.env.BOTGAUGE_TEST_SERVER = server.url;
  if (redis) process.env.BOTGAUGE_TEST_REDIS = redis.url;
  if (timescale.missing) process.env.BOTGAUGE_TEST_TIMESCALE_MISSING = timescale.missing;
  else process.env.BOTGAUGE_TEST_TIMESCALE = timescale.url;

  const servers = [
    await migrateTemplate(server.url, 'plain'),
    timescale.url
      ? await migrateTemplate(await makeTemplate(timescale.url), 'timescale')
      : timescale.missing,
    redis ? await describeRedis(redis.url) : 'redis-server is not in PATH',
  ];
  console.log(`\nTests run on ${servers.join('; ')}`);
}

async function migrateTemplate(url, flavour) {
  const { migrate } = await built('storage');
  const { chooseBackend } = await built('queue');
  const { loadConfig } = await built('config');
  await chooseBackend(loadConfig({ DATABASE_URL: url })).migrate();
  await migrate(url, { flavour });
  return query(
    url,
    `SELECT split_part(version(), ' ', 2) AS server, (SELECT extversion FROM pg_extension WHERE extname = 'timescaledb') AS extension`,
  ).then(([{ server, extension }]) =>
    extension ? `TimescaleDB ${extension} (PostgreSQL ${server})` : `PostgreSQL ${server}`,
  );
}

/** The template of a server with TimescaleDB, made anew. */
async function makeTemplate(server) {
  await query(server, `DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`);
  await query(server, `CREATE DATABASE ${TEMPLATE}`);
  const url = new URL(server);
  url.pathname = `/${TEMPLATE}`;
  await query(url.href, 'CREATE EXTENSION IF NOT EXISTS timescaledb');
  return url.href;
}

async function query(url, sql) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function describeRedis(url) {
  const client = new Redis(url);
  const info = await client.info('server');
  client.disconnect();
  return `Redis ${/redis_version:(\S+)/.exec(info)?.[1]}`;
}
