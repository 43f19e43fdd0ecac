import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalPostgres, startLocalPostgres } from '@app/local-postgres';
import { eventually, type TestFlavour, undoneAtEnd } from '@app/testing';
import pg from 'pg';
import { findTimescale } from '@app/testing';

export interface PostgresOptions {
  flavour?: TestFlavour;
  /** Settings that replace PostgreSQL's defaults. fsync is on unless it is switched off here. */
  settings?: Record<string, string>;
  /** The database to create; by default `postgres`. */
  database?: string;
  /** Where its folder is made; by default in the system's folder for temporary files. */
  parent?: string;
}

/**
 * A separate PostgreSQL server that can be stopped, killed and started again at the same address.
 */
export interface PostgresServer {
  url: string;
  folder: string;
  start(): Promise<void>;
  /** Tells whether its first process is running. */
  lives(): boolean;
  /** Stops it as an operator does: everything committed is on disk. */
  stop(): Promise<void>;
  /** Kills its first process with `kill -9`; the others notice and end. */
  kill(): Promise<void>;
  /** Runs one statement on a separate connection. */
  query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Opens a connection that the caller must end. */
  connect(): Promise<pg.Client>;
  /** Stops it and removes its folder. */
  remove(): Promise<void>;
}

const RESTART_MS = 60_000;
const TIMESCALE = {
  shared_preload_libraries: 'timescaledb',
  'timescaledb.telemetry_level': 'off',
  // The service does what policies would do, and a scheduler would prevent databases from being
  // cloned.
  'timescaledb.max_background_workers': '0',
  max_locks_per_transaction: '1024',
};

/**
 * Starts a server.
 *
 * @throws Error when there is no PostgreSQL of the flavour on this machine
 */
export async function startPostgresServer(options: PostgresOptions = {}): Promise<PostgresServer> {
  const { flavour = 'plain', settings, database = 'postgres', parent = tmpdir() } = options;
  const timescale = flavour === 'timescale' ? findTimescale() : undefined;
  if (typeof timescale === 'string') throw new Error(`There is ${timescale}`);
  const folder = mkdtempSync(join(parent, 'botgauge-postgres-'));
  const boot = (port?: number) =>
    startLocalPostgres({
      dir: folder,
      database,
      ephemeral: true,
      port,
      binaries: timescale?.binaries,
      settings: { ...(timescale ? TIMESCALE : {}), ...settings },
    });
  let server: LocalPostgres | undefined;
  let lives = false;
  const remove = undoneAtEnd(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  const take = (next: LocalPostgres) => {
    server = next;
    lives = true;
    void next.exited.then(() => (lives = false));
    return next;
  };
  const { url, port } = take(await boot());
  return {
    url,
    folder,
    // The processes of a killed server hold its memory for a moment, and a start is refused until
    // then.
    start: async () => void take(await eventually(() => boot(port), RESTART_MS, 100)),
    lives: () => lives,
    stop: async () => server?.stop(),
    kill: async () => {
      if (!server) return;
      process.kill(server.pid, 'SIGKILL');
      await server.exited;
    },
    query: (sql, values) => query(url, sql, values),
    connect: () => connect(url),
    remove,
  };
}

/** Runs one statement on a separate connection. */
export async function query<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values?: unknown[],
): Promise<Row[]> {
  const client = await connect(url);
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** Opens a connection in UTC that the caller must end. It survives the loss of the server. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    options: '-c timezone=UTC',
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
