// The servers of a benchmark: PostgreSQL of either flavour, set up like in production, and the API.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startLocalPostgres } from '../../dist/libs/local-postgres/src/index.js';
import { startTimescale } from '../setup/timescale.js';

const SETTINGS = {
  shared_buffers: '1GB',
  work_mem: '32MB',
  maintenance_work_mem: '256MB',
  max_wal_size: '8GB',
  checkpoint_timeout: '15min',
};
const API = join(import.meta.dirname, '..', '..', 'dist', 'apps', 'api', 'src', 'main.js');
/** Linux counts the processor time of a process in hundredths of a second. */
const TICKS = 100;

const started = [];

/** Stops everything that was started, the last first. */
export async function stopServers() {
  for (let stop = started.pop(); stop; stop = started.pop()) await stop();
}

/** A server of the flavour with an empty database. */
export async function startPostgres(flavour) {
  const server = flavour === 'plain' ? await startPlain() : await startTimescaleOrThrow();
  started.push(server.stop);
  return server;
}

async function startPlain() {
  const folder = mkdtempSync(join(tmpdir(), 'botgauge-bench-'));
  const server = await startLocalPostgres({
    dir: folder,
    database: 'postgres',
    ephemeral: true,
    settings: SETTINGS,
  });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startTimescaleOrThrow() {
  const server = await startTimescale(startLocalPostgres, SETTINGS);
  if (server.missing) throw new Error(`TimescaleDB cannot be measured: ${server.missing}`);
  return server;
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
  const child = fork(API, [], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', PORT: '0', DATABASE_URL: databaseUrl },
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exit = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await exit;
  };
  started.push(stop);
  const [{ port }] = await Promise.race([
    once(child, 'message'),
    exit.then(([status]) => Promise.reject(new Error(`The API ended with ${status}`))),
  ]);
  return `http://127.0.0.1:${port}`;
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

/** Processor seconds that a server has used, its ended connections included; NaN where /proc is not there. */
export async function cpuSecondsOf(client) {
  const { rows } = await client.query("SELECT pg_read_file('postmaster.pid') AS file");
  const postmaster = Number(rows[0].file.split('\n')[0]);
  try {
    const own = statOf(postmaster);
    let ticks = own.ticks + own.childTicks;
    for (const entry of readdirSync('/proc')) {
      if (!/^\d+$/.test(entry)) continue;
      const stat = statOfLiving(Number(entry));
      if (stat?.parent === postmaster) ticks += stat.ticks;
    }
    return ticks / TICKS;
  } catch {
    return NaN;
  }
}

function statOfLiving(pid) {
  try {
    return statOf(pid);
  } catch {
    return undefined;
  }
}

function statOf(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name may hold blanks; it ends at the last bracket.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const number = (place) => Number(fields[place - 3]);
  return { parent: number(4), ticks: number(14) + number(15), childTicks: number(16) + number(17) };
}
