// The servers of a benchmark, configured as in production, and the databases on them.
import { cpus, totalmem } from 'node:os';
import { findNodes, joinNodes, type TestFlavour } from '@app/testing';
import { query, startPostgresServer } from '../support/servers/postgres.js';

/** A PostgreSQL server, on which databases are created. */
export interface Server {
  url: string;
}

const SETTINGS = {
  shared_buffers: '1GB',
  work_mem: '32MB',
  maintenance_work_mem: '256MB',
  max_wal_size: '8GB',
  checkpoint_timeout: '15min',
};

/**
 * Starts a server of the flavour. If BOTGAUGE_TEST_TIMESCALE names a TimescaleDB server, that one
 * is used. Citus is never started: BOTGAUGE_TEST_CITUS names its coordinator. To compare with it,
 * BOTGAUGE_TEST_PLAIN may name a server of the same release of PostgreSQL.
 */
export async function startPostgres(flavour: TestFlavour): Promise<Server> {
  const {
    BOTGAUGE_TEST_PLAIN: plain,
    BOTGAUGE_TEST_TIMESCALE: timescale,
    BOTGAUGE_TEST_CITUS: citus,
  } = process.env;
  if (flavour === 'plain' && plain) return { url: plain };
  if (flavour === 'timescale' && timescale) return { url: timescale };
  if (flavour !== 'citus') return startPostgresServer({ flavour, settings: SETTINGS });
  if (!citus) throw new Error('Name a coordinator of Citus with BOTGAUGE_TEST_CITUS.');
  return { url: citus };
}

/** What Citus has by default. */
const SHARDS = 32;

/**
 * Creates an empty database on a server, and returns its address.
 *
 * @param how what `CREATE DATABASE` is told in addition
 */
export async function createDatabase(
  server: Server,
  name: string,
  flavour: TestFlavour,
  how = '',
): Promise<string> {
  const urls: string[] = [];
  for (const node of await nodesOf(server)) {
    await query(node, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await query(node, `CREATE DATABASE ${name} ${how}`);
    const url = new URL(node);
    url.pathname = `/${name}`;
    urls.push(url.href);
  }
  const [url = ''] = urls;
  if (flavour === 'timescale') await query(url, 'CREATE EXTENSION IF NOT EXISTS timescaledb');
  if (flavour === 'citus') await joinNodes(urls, SHARDS);
  return url;
}

export async function dropDatabase(server: Server, name: string): Promise<void> {
  for (const node of await nodesOf(server))
    await query(node, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

/** Returns the addresses of a database on all its servers, the coordinator first. */
export async function nodesOf({ url }: Server): Promise<string[]> {
  const [row] = await query<{ nodes: string | null }>(
    url,
    "SELECT to_regclass('pg_dist_node')::text AS nodes",
  );
  return row?.nodes ? findNodes(url) : [url];
}

/** Returns one line per fact about the machine and the servers. */
export async function describeMachine(servers: Server[]): Promise<string> {
  const versions = await Promise.all(
    servers.map(async ({ url }) => {
      const [row] = await query<{ server: string; extension: string | null; citus: string | null }>(
        url,
        `SELECT split_part(version(), ' ', 2) AS server,
           (SELECT default_version FROM pg_available_extensions
            WHERE name = 'timescaledb' AND current_setting('shared_preload_libraries') ~ name) AS extension,
           (SELECT extversion FROM pg_extension WHERE extname = 'citus') AS citus`,
      );
      if (row?.citus) return `Citus ${row.citus} on PostgreSQL ${row.server}`;
      return row?.extension
        ? `TimescaleDB ${row.extension} on PostgreSQL ${row.server}`
        : `PostgreSQL ${row?.server} (plain)`;
    }),
  );
  const settings = Object.entries(SETTINGS).map(([name, value]) => `${name} ${value}`);
  return [
    `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    `Node ${process.versions.node}; ${versions.join('; ')}`,
    `${settings.join(', ')}, fsync on`,
  ].join('\n');
}
