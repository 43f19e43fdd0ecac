import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Binaries, findBinaries } from './binaries.js';
import { ensureCluster } from './cluster.js';
import { ensureDatabase, urlOf } from './database.js';
import { findRunning } from './find-running.js';
import { type Folder, openFolder, passwordOf, writePrivately } from './folder.js';
import { LocalPostgresError } from './local-postgres-error.js';
import type { Postmaster } from './postmaster-file.js';
import { identify, stillRuns } from './process-identity.js';
import { chooseRunAs } from './run-as.js';
import { freePort, type Server, startServer } from './server-process.js';
import { withLock } from './start-lock.js';

const ATTEMPTS_FOR_A_PORT = 3;
/** Longer than any statement may take: 5 s in the API, 30 s in a worker. */
const OLD_SESSIONS_MS = 60_000;

export interface LocalPostgresOptions {
  /**
   * The folder of this PostgreSQL. It is created when missing and contains everything that the
   * server needs.
   */
  dir: string;
  /** The database that `url` names. It is created when missing. */
  database: string;
  /** The programs to run; by default those that npm installed. */
  binaries?: Binaries;
  /** PostgreSQL settings that replace the defaults (60 connections, 128 MB shared buffers, UTC). */
  settings?: Record<string, string>;
  /** The environment of PostgreSQL's processes; by default that of this process. */
  env?: NodeJS.ProcessEnv;
  /** The port on 127.0.0.1; by default a free one. */
  port?: number;
  /**
   * For temporary servers: if this process is killed, the folder is removed with the server.
   * `stop()` does not remove it.
   */
  ephemeral?: boolean;
  /** Receives each line that PostgreSQL logs. */
  log?: (line: string) => void;
}

export interface LocalPostgres {
  /** The address of the database, including the password. */
  url: string;
  port: number;
  /** Pid of PostgreSQL's first process. */
  pid: number;
  /** True when the server was already running. The process that started it also stops it. */
  adopted: boolean;
  /** Resolves when the server has ended, for whatever reason. */
  exited: Promise<void>;
  /** Stops the server and resolves when it is down. An adopted server keeps running. */
  stop(): Promise<void>;
  /**
   * Ends the server at once, without waiting; the next start recovers. An adopted server keeps
   * running.
   */
  kill(): void;
}

/**
 * Starts the embedded PostgreSQL on a folder, or adopts the one that already runs there. It listens
 * on 127.0.0.1 only, can be started by root and by an ordinary user, and ends when this process
 * dies.
 *
 * @throws LocalPostgresError when it cannot run; the message says what to do
 */
export async function startLocalPostgres(options: LocalPostgresOptions): Promise<LocalPostgres> {
  const binaries = options.binaries ?? findBinaries();
  const folder = openFolder(options.dir);
  return withLock(folder.lock, async () => {
    const password = passwordOf(folder);
    const running = await findRunning(folder, password);
    const started = running
      ? adopt(running)
      : own(folder, await startOwn(folder, binaries, options));
    try {
      await ensureDatabase(urlOf(started.port, password, 'postgres'), options.database);
    } catch (error) {
      await started.stop();
      throw error;
    }
    return { ...started, url: urlOf(started.port, password, options.database) };
  });
}

type Started = Omit<LocalPostgres, 'url'>;

function adopt({ pid, port }: Postmaster): Started {
  const server = identify(pid);
  return {
    pid,
    port,
    adopted: true,
    exited: untilGone(() => stillRuns(server)),
    stop: () => Promise.resolve(),
    kill: () => undefined,
  };
}

function own(folder: Folder, { server, port }: { server: Server; port: number }): Started {
  writePrivately(folder.ownerFile, JSON.stringify(identify()));
  // A server on its way down must not be adopted. Without the owner file, nobody adopts it.
  const disown = () => fs.rmSync(folder.ownerFile, { force: true });
  return {
    pid: server.pid,
    port,
    adopted: false,
    exited: server.exited,
    stop: () => {
      disown();
      return server.stop();
    },
    kill: () => {
      disown();
      server.kill();
    },
  };
}

async function startOwn(
  folder: Folder,
  binaries: Binaries,
  options: LocalPostgresOptions,
): Promise<{ server: Server; port: number }> {
  const runAs = chooseRunAs(folder, binaries);
  // On macOS, PostgreSQL does not start with a locale that it does not know.
  const env = options.env && { ...options.env, LC_ALL: 'C', TZ: 'UTC' };
  await ensureCluster(folder, binaries, runAs, env);
  const since = Date.now();
  for (let attempt = 1; ;) {
    const port = options.port ?? (await freePort());
    try {
      const server = await startServer({
        folder,
        postgres: binaries.postgres,
        runAs,
        env,
        settings: options.settings ?? {},
        log: options.log ?? (() => undefined),
        port,
        ephemeral: options.ephemeral ?? false,
      });
      return { server, port };
    } catch (error) {
      const said = error instanceof LocalPostgresError ? error.message : '';
      // The first process of a server was killed, and one of its sessions is still busy and has not
      // noticed.
      if (said.includes('shared memory block') && Date.now() - since < OLD_SESSIONS_MS) {
        await sleep(500);
        continue;
      }
      // Another process may take the port before the server listens on it.
      if (!said.includes('in use') || options.port || attempt++ === ATTEMPTS_FOR_A_PORT)
        throw error;
    }
  }
}

async function untilGone(runs: () => boolean): Promise<void> {
  while (runs()) await sleep(500, undefined, { ref: false });
}
