import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Folder } from './folder.js';
import { LocalPostgresError } from './local-postgres-error.js';
import type { RunAs } from './run-as.js';
import { startWatchdog, type Watchdog } from './watchdog.js';

// Crash recovery of a large database takes a while.
const READY_MS = 5 * 60_000;
const FAST_STOP_MS = 30_000;
// A socket path may have at most 104 to 108 bytes, and PostgreSQL appends "/.s.PGSQL.65535" to the
// folder.
const LONGEST_SOCKET_FOLDER = 88;

export interface ServerOptions {
  folder: Folder;
  postgres: string;
  runAs: RunAs;
  /** The environment of the server; undefined means that of this process. */
  env: NodeJS.ProcessEnv | undefined;
  settings: Record<string, string>;
  log: (line: string) => void;
  port: number;
  ephemeral: boolean;
}

export interface Server {
  pid: number;
  exited: Promise<void>;
  /** Shuts down fast: sessions are ended, and everything committed is on disk. */
  stop(): Promise<void>;
  /** Ends the server at once; the next start recovers. */
  kill(): void;
}

/**
 * Starts PostgreSQL and waits until it accepts connections.
 *
 * @throws LocalPostgresError with its last output when it ends instead
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const watchdog = startWatchdog();
  const { file, args, options: how } = options.runAs(options.postgres, serverArgs(options));
  const child = spawn(file, args, {
    ...how,
    env: options.env,
    // Detached, because on Ctrl-C the database must outlive the processes that still write to it.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // A wrapping command replaces itself by PostgreSQL, so this pid is the server's.
  if (child.pid) watchdog.watch(child.pid, options.ephemeral ? options.folder.dir : '');
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  try {
    await untilReady(child, options);
  } catch (error) {
    child.kill('SIGQUIT');
    await exited;
    watchdog.dismiss();
    throw error;
  }
  child.unref();
  (child.stderr as unknown as { unref(): void }).unref();
  return {
    pid: child.pid!,
    exited,
    stop: () => stopServer(child, exited, watchdog),
    kill: () => void child.kill('SIGQUIT'),
  };
}

/** Returns a port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function serverArgs({ folder, port, settings }: ServerOptions): string[] {
  const short = Buffer.byteLength(folder.dir) <= LONGEST_SOCKET_FOLDER;
  const sockets = short && process.platform !== 'win32' && !/[",]/.test(folder.dir);
  const all: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    // The setting is a list of folders, so a folder with a space in its name must be quoted.
    unix_socket_directories: sockets ? `"${folder.dir}"` : '',
    max_connections: '60',
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', folder.data, '-p', String(port), ...flags];
}

function untilReady(child: ChildProcess, { folder, log }: ServerOptions): Promise<void> {
  let said = '';
  return new Promise((resolve, reject) => {
    const fail = (what: string) => {
      clearTimeout(timer);
      reject(
        new LocalPostgresError(
          `The embedded PostgreSQL in ${folder.dir} ${what}:\n${said.trim()}\nCorrect that, move the folder away to start with an empty database, or set DATABASE_URL.`,
        ),
      );
    };
    const timer = setTimeout(() => fail('was not ready after 5 minutes'), READY_MS);
    child.once('error', (error) => fail(`cannot be started (${error.message})`));
    // At "close", unlike at "exit", all of its output has been read.
    child.once('close', (status) => fail(`ended with status ${status}`));
    eachLine(child.stderr!, (line) => {
      said = `${said}${line}\n`.slice(-4000);
      log(line);
      if (!line.includes('ready to accept connections')) return;
      clearTimeout(timer);
      resolve();
    });
  });
}

function eachLine(stream: Readable, take: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(take);
  });
}

async function stopServer(
  child: ChildProcess,
  exited: Promise<void>,
  watchdog: Watchdog,
): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', FAST_STOP_MS],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ];
  for (const [signal, patience] of steps) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    child.ref();
    child.kill(signal);
    await Promise.race([exited, sleep(patience, undefined, { ref: false })]);
  }
  watchdog.dismiss();
}
