// Starts the servers that all suites of a run share, each when the first suite requests it:
// PostgreSQL, and TimescaleDB and Redis where they are installed. Those that
// BOTGAUGE_TEST_TIMESCALE and BOTGAUGE_TEST_CITUS name are used as they are. Each database server
// has a migrated template that suites clone; in the one Redis, each suite has its own database
// number.
import { existsSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@app/config';
import { chooseBackend } from '@app/queue';
import { migrate } from '@app/storage';
import {
  findNodes,
  joinNodes,
  type Store,
  type StoreName,
  type TestFlavour,
  undoAll,
  undoneAtEnd,
} from '@app/testing';
import { type PostgresOptions, query, startPostgresServer } from './postgres.js';
import { startRedisServer } from './redis.js';

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

const START: Record<StoreName, () => Promise<Store>> = {
  plain: async () => withTemplate(await startFastServer(), 'plain'),
  timescale: async () =>
    withTemplate(
      process.env.BOTGAUGE_TEST_TIMESCALE ?? (await startFastServer({ flavour: 'timescale' })),
      'timescale',
    ),
  citus: async () => withTemplates(await findNodes(process.env.BOTGAUGE_TEST_CITUS ?? '')),
  redis: async () => {
    const { url } = await startRedisServer({ databases: '10000' });
    return { servers: [url], template: '' };
  },
};

const started = new Map<StoreName, Promise<Store>>();

/** Returns a store, which is started at the first request for it. */
export function startStore(name: StoreName): Promise<Store> {
  const store = started.get(name) ?? START[name]();
  started.set(name, store);
  return store;
}

/** Stops every server that was started, and removes what was made on the others. */
export const stopStores = undoAll;

/** Creates the database that suites clone. */
async function withTemplate(server: string, flavour: TestFlavour): Promise<Store> {
  await createTemplate(server);
  const url = templateOn(server);
  if (flavour === 'timescale') await query(url, 'CREATE EXTENSION IF NOT EXISTS timescaledb');
  await migrateTemplate(url, flavour);
  return { servers: [server], template: TEMPLATE };
}

/** Creates the databases that suites clone on each node of Citus. */
async function withTemplates(nodes: string[]): Promise<Store> {
  const [coordinator = '', ...others] = nodes;
  for (const node of nodes) await createTemplate(node);
  await joinNodes(nodes.map((node) => templateOn(node)));
  await migrateTemplate(templateOn(coordinator), 'citus');
  // Citus stays connected to its databases, and none can be copied while someone is connected to it.
  for (const node of nodes)
    await query(
      node,
      `ALTER DATABASE ${TEMPLATE} WITH ALLOW_CONNECTIONS false;
       SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${TEMPLATE}'`,
    );
  return { servers: [coordinator, ...others], template: TEMPLATE };
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

async function createTemplate(server: string): Promise<void> {
  await query(server, `CREATE DATABASE ${TEMPLATE} ${DICTIONARY_ORDER}`);
  undoneAtEnd(() => query(server, `DROP DATABASE ${TEMPLATE} WITH (FORCE)`));
}

function templateOn(server: string): string {
  const url = new URL(server);
  url.pathname = `/${TEMPLATE}`;
  return url.href;
}

async function migrateTemplate(url: string, flavour: TestFlavour): Promise<void> {
  await chooseBackend(loadConfig({ DATABASE_URL: url })).migrate();
  await migrate(url, { flavour });
  const [row] = await query<{ release: string; extension: string | null }>(
    url,
    `SELECT split_part(version(), ' ', 2) AS release,
       (SELECT extname || ' ' || extversion FROM pg_extension WHERE extname IN ('timescaledb', 'citus')) AS extension`,
  );
  const extension = row?.extension ? ` with ${row.extension}` : '';
  console.log(`Tests run on PostgreSQL ${row?.release}${extension}`);
}
