import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LocalPostgres, startLocalPostgres } from '@app/local-postgres';
import pg from 'pg';
import { findInstallation } from '../../setup/timescale.js';

export type Flavour = 'plain' | 'timescale';

export interface DatabaseOptions {
  flavour?: Flavour;
  /** Over PostgreSQL's defaults; fsync stays on. */
  settings?: Record<string, string>;
  /** Where its folder is made; by default the system's folder for temporary files. */
  parent?: string;
}

/** A PostgreSQL of its own that can be stopped, killed and started again at the same address. */
export interface Database {
  url: string;
  folder: string;
  start(): Promise<void>;
  /** Whether its first process runs. */
  lives(): boolean;
  /** As its operator stops it: everything committed is on disk. */
  stop(): Promise<void>;
  /** `kill -9` of its first process; the others notice and end. */
  kill(): Promise<void>;
  /** One statement over a connection of its own. */
  query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** A connection that the caller ends. */
  connect(): Promise<pg.Client>;
  /** Stops it and removes its folder. */
  remove(): Promise<void>;
}

const RESTART_MS = 60_000;
const SETTINGS = { max_connections: '120' };
/** The refresher of the worker does what TimescaleDB's own scheduler would. */
const TIMESCALE = {
  shared_preload_libraries: 'timescaledb',
  'timescaledb.telemetry_level': 'off',
  'timescaledb.max_background_workers': '0',
  max_locks_per_transaction: '1024',
};

export async function startDatabase(options: DatabaseOptions = {}): Promise<Database> {
  const { flavour = 'plain', settings, parent = tmpdir() } = options;
  const folder = mkdtempSync(join(parent, 'botgauge-faults-'));
  const boot = (port?: number) =>
    startLocalPostgres({
      dir: folder,
      database: 'botgauge',
      ephemeral: true,
      port,
      binaries: flavour === 'timescale' ? timescaleBinaries() : undefined,
      settings: { ...SETTINGS, ...(flavour === 'timescale' ? TIMESCALE : {}), ...settings },
    });
  let server: LocalPostgres;
  let lives = false;
  const take = (next: LocalPostgres) => {
    server = next;
    lives = true;
    void next.exited.then(() => (lives = false));
    return next;
  };
  const { url, port } = take(await boot());
  const connect = async () => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const database: Database = {
    url,
    folder,
    start: async () => {
      take(await untilStarted(() => boot(port)));
    },
    lives: () => lives,
    stop: () => server.stop(),
    kill: async () => {
      process.kill(server.pid, 'SIGKILL');
      await server.exited;
    },
    query: async <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) => {
      const client = await connect();
      try {
        return (await client.query<Row>(sql, values)).rows;
      } finally {
        await client.end();
      }
    },
    connect,
    remove: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  if (flavour === 'timescale') await database.query('CREATE EXTENSION timescaledb');
  return database;
}

/** The processes of a killed server hold its memory for a moment, and a start is refused meanwhile. */
async function untilStarted(boot: () => Promise<LocalPostgres>): Promise<LocalPostgres> {
  for (const deadline = Date.now() + RESTART_MS; ; await sleep(100)) {
    try {
      return await boot();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

function timescaleBinaries() {
  const installation = findInstallation();
  if (!installation) throw new Error('There is no PostgreSQL with TimescaleDB here');
  const program = (name: string) => join(installation, 'bin', name);
  return { initdb: program('initdb'), postgres: program('postgres') };
}
