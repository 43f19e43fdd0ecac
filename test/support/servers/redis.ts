import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, findRedisServer, undoneAtEnd } from '@app/testing';

/** A separate Redis on a free port of the loopback address. */
export interface RedisServer {
  port: number;
  url: string;
  /** The folder with its files. */
  folder: string;
  pid(): number;
  /** Tells whether it answers. One that ended by itself keeps its process id until `kill`. */
  answers(): Promise<boolean>;
  /** Starts it again on the same port, with what it had on disk, unless it is running. */
  start(): Promise<void>;
  /** Kills it with `kill -9`; what is on disk stays. */
  kill(): Promise<void>;
  /** Lets it keep its connections and answer nothing until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Stops it and removes its folder. */
  stop(): Promise<void>;
}

const START_MS = 60_000;
/**
 * The shell ends the server and removes its folder when the process that started both is gone,
 * however it ended.
 */
const SUPERVISE =
  'folder=$1; shift; "$0" "$@" >&2 & echo $!; read order; kill -9 $!; wait; [ "$order" = keep ] || rm -rf "$folder"';
const DURABLE = {
  appendonly: 'yes',
  appendfsync: 'always',
  'maxmemory-policy': 'noeviction',
  save: '',
};

/**
 * Starts a server and waits until it answers. It is as durable as in production, unless `settings`
 * say otherwise.
 *
 * @param parent where its folder is made; by default in the system's folder for temporary files
 */
export async function startRedisServer(
  settings: Record<string, string> = {},
  parent = tmpdir(),
): Promise<RedisServer> {
  const binary = findRedisServer();
  if (!binary) throw new Error('redis-server is not in PATH');
  const folder = mkdtempSync(join(parent, 'botgauge-redis-'));
  const socket = join(folder, 'redis.sock');
  const port = await freePort();
  let running: { shell: ChildProcess; pid: number } | undefined;
  const runs = () => running !== undefined && running.shell.exitCode === null;
  const start = async () => {
    if (runs()) return;
    const options = { ...DURABLE, ...settings, bind: '127.0.0.1', port: `${port}` };
    const places = { dir: folder, unixsocket: socket };
    const args = Object.entries({ ...options, ...places }).flatMap(([name, value]) => [
      `--${name}`,
      ...value.split(' '),
    ]);
    const shell = spawn('sh', ['-c', SUPERVISE, binary, folder, ...args], {
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: true,
    });
    shell.stdin.on('error', () => undefined);
    const [said] = (await once(shell.stdout, 'data')) as [Buffer];
    running = { shell, pid: Number(said.toString()) };
    await untilAnswers(socket, port, shell);
  };
  const kill = async () => {
    if (!running || !runs()) return;
    const exit = once(running.shell, 'exit');
    running.shell.stdin?.end('keep\n');
    await exit;
  };
  const stop = undoneAtEnd(async () => {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  });
  const signal = (name: NodeJS.Signals) => running && process.kill(running.pid, name);
  await start();
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    folder,
    pid: () => running?.pid ?? 0,
    answers: () => answers(socket),
    start,
    kill,
    freeze: () => void signal('SIGSTOP'),
    thaw: () => void signal('SIGCONT'),
    stop,
  };
}

/** Returns a port of the loopback address that nobody uses. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Waits until this server answers. It is asked on a socket in its own folder: another server may
 * have taken the port, and then answers there, while this one has ended.
 */
async function untilAnswers(socket: string, port: number, shell: ChildProcess): Promise<void> {
  const look = async () => {
    // The shell of a server that ended by itself still waits for input.
    if (!(await answers(socket))) throw new Error(`redis-server on port ${port} did not start`);
  };
  try {
    await eventually(look, START_MS, 20);
  } catch (error) {
    shell.stdin?.end();
    throw error;
  }
}

/** Expects +PONG or the demand for a password, but not -LOADING. */
function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => socket.write('PING\r\n'));
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('data', (data) => settle(/^(\+PONG|-NOAUTH)/.test(data.toString())));
    socket.once('error', () => settle(false));
  });
}
