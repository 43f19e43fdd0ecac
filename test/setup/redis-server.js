// A Redis server for tests: on a free loopback port, in a folder of its own, as durable as production.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const START_MS = 10_000;
const SUPERVISE = '"$0" "$@" >&2 & echo $!; cat; kill -9 $!; wait';
const DURABLE = {
  appendonly: 'yes',
  appendfsync: 'always',
  'maxmemory-policy': 'noeviction',
  save: '',
};

/** Where `redis-server` is; undefined when it is not installed. */
export function findRedisServer() {
  const candidates = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'redis-server'));
  return candidates.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Starts a server, durable unless `settings` say otherwise, and waits until it answers. */
export async function startRedisServer(settings = {}, parent = tmpdir()) {
  const binary = findRedisServer();
  if (!binary) throw new Error('redis-server is not in PATH');
  const folder = mkdtempSync(join(parent, 'botgauge-redis-'));
  const port = await freePort();
  let child;
  let pid;
  const start = async () => {
    const options = { ...DURABLE, ...settings, bind: '127.0.0.1', port: `${port}`, dir: folder };
    const args = Object.entries(options).flatMap(([name, value]) => [
      `--${name}`,
      ...value.split(' '),
    ]);
    // The shell ends the server when this process is gone, however it went.
    child = spawn('sh', ['-c', SUPERVISE, binary, ...args], {
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: true,
    });
    const [said] = await once(child.stdout, 'data');
    pid = Number(said.toString());
    await untilAnswers(port, child);
  };
  const end = async () => {
    if (!child || child.exitCode !== null) return;
    const exit = once(child, 'exit');
    child.stdin.end();
    await exit;
  };
  await start();
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    folder,
    pid: () => pid,
    start,
    kill: end,
    freeze: () => void process.kill(pid, 'SIGSTOP'),
    thaw: () => void process.kill(pid, 'SIGCONT'),
    stop: async () => {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function untilAnswers(port, child) {
  const deadline = Date.now() + START_MS;
  while (!(await answers(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.stdin.end();
      throw new Error(`redis-server on port ${port} did not start`);
    }
    await sleep(20);
  }
}

/** +PONG, or that a password is wanted; not -LOADING. */
function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    const settle = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('data', (data) => settle(/^(\+PONG|-NOAUTH)/.test(data.toString())));
    socket.once('error', () => settle(false));
  });
}
