// The servers of a benchmark, configured as in production, and the databases on them.
import { cpus, totalmem } from 'node:os';
import type { TestFlavour } from '@app/testing';
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
 * is used.
 */
export async function startPostgres(flavour: TestFlavour): Promise<Server> {
  const named = process.env.BOTGAUGE_TEST_TIMESCALE;
  if (flavour === 'timescale' && named) return { url: named };
  return startPostgresServer({ flavour, settings: SETTINGS });
}

/** Creates an empty database on a server, and returns its address. */
export async function createDatabase(
  server: Server,
  name: string,
  flavour: TestFlavour,
): Promise<string> {
  await query(server.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await query(server.url, `CREATE DATABASE ${name}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  if (flavour === 'timescale') await query(url.href, 'CREATE EXTENSION IF NOT EXISTS timescaledb');
  return url.href;
}

export async function dropDatabase(server: Server, name: string): Promise<void> {
  await query(server.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

/** Returns one line per fact about the machine and the servers. */
export async function describeMachine(servers: Server[]): Promise<string> {
  const versions = await Promise.all(
    servers.map(async ({ url }) => {
      const [row] = await query<{ server: string; extension: string | null }>(
        url,
        `SELECT split_part(version(), ' ', 2) AS server,
           (SELECT default_version FROM pg_available_extensions
            WHERE name = 'timescaledb' AND current_setting('shared_preload_libraries') ~ name) AS extension`,
      );
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
