// Starts one temporary server of each kind for all suites. PostgreSQL has a migrated template
// database that each suite clones. TimescaleDB has another one, where it is installed, and Citus one on
// each of its nodes, where it is named. In the one Redis, each suite uses its own database number.
import { existsSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@app/config';
import { chooseBackend } from '@app/queue';
import { migrate } from '@app/storage';
import { findNodes, joinNodes, type TestFlavour, undoAll, undoneAtEnd } from '@app/testing';
import { Redis } from 'ioredis';
import { type PostgresOptions, query, startPostgresServer } from '../support/servers/postgres.js';
import { findRedisServer, startRedisServer } from '../support/servers/redis.js';
import { findTimescale } from '../support/servers/timescale.js';

/** What a test writes need not survive a crash of the machine. */
const FAST = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '250',
  synchronous_commit: 'off',
};
/**
 * Suites open thousands of connections. The password is checked on each, but it is sent as it is:
 * SCRAM would cost more than everything else that a new connection does.
 */
const PASSWORD_AS_IT_IS = 'host all all 127.0.0.1/32 password\n';
/**
 * The password is random, so there is nothing to guess that many rounds would slow down. PostgreSQL
 * 15 does not have the setting.
 */
const FEW_ROUNDS = `SELECT set_config(name, '1', false) FROM pg_settings WHERE name = 'scram_iterations'`;
/**
 * Each suite copies a database of 500 files and removes it again. Files in memory cost a third of
 * files on a disk.
 */
const MEMORY = '/dev/shm';
const ENOUGH_MEMORY_BYTES = 4 * 2 ** 30;
/**
 * Many databases order texts as a dictionary does. On such a one, the suites notice when a
 * statement forgets to say which order it needs.
 */
const DICTIONARY_ORDER = "TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'";
/** The template of this run. On a server that was there before, another run may be under way. */
const TEMPLATE = `botgauge_template_${process.pid}`;

/**
 * Starts the servers and puts their addresses into the environment. Returns the function that stops
 * them.
 */
export async function startServers(): Promise<() => Promise<void>> {
  try {
    process.env.BOTGAUGE_TEST_TEMPLATE = TEMPLATE;
    const said = [
      await preparePlain(),
      await prepareTimescale(),
      await prepareCitus(),
      await prepareRedis(),
    ];
    console.log(`\nTests run on ${said.join('; ')}`);
  } catch (error) {
    await undoAll();
    throw error;
  }
  return undoAll;
}

async function preparePlain(): Promise<string> {
  const url = await startFastServer();
  process.env.BOTGAUGE_TEST_SERVER = url;
  return makeTemplate(url, 'plain');
}

/** Uses the server that was named, or one that is started here. */
async function prepareTimescale(): Promise<string> {
  const found = process.env.BOTGAUGE_TEST_TIMESCALE ? undefined : findTimescale();
  if (typeof found === 'string') {
    process.env.BOTGAUGE_TEST_TIMESCALE_MISSING = found;
    return found;
  }
  if (found) {
    process.env.BOTGAUGE_TEST_TIMESCALE = await startFastServer({ flavour: 'timescale' });
  }
  return makeTemplate(process.env.BOTGAUGE_TEST_TIMESCALE as string, 'timescale');
}

/** Uses the nodes that were named: Citus is in no package that could be started here. */
async function prepareCitus(): Promise<string> {
  const { BOTGAUGE_TEST_CITUS: named } = process.env;
  if (!named) return (process.env.BOTGAUGE_TEST_CITUS_MISSING = 'no BOTGAUGE_TEST_CITUS');
  const nodes = await findNodes(named);
  process.env.BOTGAUGE_TEST_CITUS_NODES = nodes.join(' ');
  const databases = nodes.map((node) => templateOn(node));
  for (const node of nodes) await createTemplate(node);
  await joinNodes(databases);
  const [coordinator = ''] = databases;
  const said = await migrateTemplate(coordinator, 'citus');
  // Citus stays connected to its databases, and none can be copied while someone is connected to it.
  for (const node of nodes)
    await query(
      node,
      `ALTER DATABASE ${TEMPLATE} WITH ALLOW_CONNECTIONS false;
       SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${TEMPLATE}'`,
    );
  return `${said}, ${nodes.length} nodes`;
}

async function prepareRedis(): Promise<string> {
  if (!findRedisServer()) return 'redis-server is not in PATH';
  const { url } = await startRedisServer({ databases: '10000' });
  process.env.BOTGAUGE_TEST_REDIS = url;
  const client = new Redis(url);
  const info = await client.info('server');
  client.disconnect();
  return `Redis ${/redis_version:(\S+)/.exec(info)?.[1]}`;
}

/** Starts a server that does little for each connection and each database, and returns its address. */
async function startFastServer(options: PostgresOptions = {}): Promise<string> {
  const parent = temporaryFolder();
  const { url, folder } = await startPostgresServer({ ...options, settings: FAST, parent });
  await query(url, `${FEW_ROUNDS}; ALTER ROLE CURRENT_USER PASSWORD '${new URL(url).password}'`);
  writeFileSync(join(folder, 'data', 'pg_hba.conf'), PASSWORD_AS_IT_IS);
  await query(url, 'SELECT pg_reload_conf()');
  return url;
}

function temporaryFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ENOUGH_MEMORY_BYTES ? MEMORY : tmpdir();
}

/** Creates the database that suites clone, and returns its release. */
async function makeTemplate(server: string, flavour: TestFlavour): Promise<string> {
  await createTemplate(server);
  const url = templateOn(server);
  if (flavour === 'timescale') await query(url, 'CREATE EXTENSION IF NOT EXISTS timescaledb');
  return migrateTemplate(url, flavour);
}

async function createTemplate(server: string): Promise<void> {
  await query(server, `CREATE DATABASE ${TEMPLATE} ${DICTIONARY_ORDER}`);
  undoneAtEnd(() => query(server, `DROP DATABASE ${TEMPLATE} WITH (FORCE)`));
}

function templateOn(server: string): string {
  const url = new URL(server);
  url.pathname = `/${TEMPLATE}`;
  return url.href;
}

async function migrateTemplate(url: string, flavour: TestFlavour): Promise<string> {
  await chooseBackend(loadConfig({ DATABASE_URL: url })).migrate();
  await migrate(url, { flavour });
  const [row] = await query<{ release: string; extension: string | null }>(
    url,
    `SELECT split_part(version(), ' ', 2) AS release,
       (SELECT extname || ' ' || extversion FROM pg_extension WHERE extname IN ('timescaledb', 'citus')) AS extension`,
  );
  const postgres = `PostgreSQL ${row?.release}`;
  return row?.extension ? `${row.extension} (${postgres})` : postgres;
}
