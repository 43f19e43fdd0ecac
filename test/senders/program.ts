import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { eventually, killedAtEnd } from '@app/testing';

/** Debian has servers in /usr/sbin, which is not on the PATH of every user. */
const ENV = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin`, LC_ALL: 'C.UTF-8' };

/** Tells whether a program is installed. */
export function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version'], { env: ENV, stdio: 'ignore' }).error === undefined;
}

/** Runs a program to its end, and returns what it printed. It must end with 0. */
export function run(program: string, args: string[], env: Record<string, string> = {}): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...ENV, ...env },
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stdout}${stderr}`);
  return stdout + stderr;
}

/** A program in the foreground. */
export interface Program {
  pid: number;
  /** Everything that it printed. */
  output(): string;
  /** Ends it with a signal, SIGTERM by default, and waits until it has ended. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts a program in the foreground. It is killed at the end of the suite. */
export function startProgram(
  program: string,
  args: string[],
  env: Record<string, string> = {},
): Program {
  const child: ChildProcess = killedAtEnd(
    spawn(program, args, { env: { ...ENV, ...env }, stdio: ['ignore', 'pipe', 'pipe'] }),
  );
  let text = '';
  child.on('error', (error) => (text += error.message));
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (more: string) => (text += more));
  return {
    pid: child.pid ?? 0,
    output: () => text,
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill(signal);
      await exit;
    },
  };
}

/** Waits until something accepts connections on each of these ports of this machine. */
export async function untilListening(program: Program, ...ports: number[]): Promise<void> {
  for (const port of ports) {
    for (const host of ['127.0.0.1', '::1']) {
      await eventually(async () => {
        const socket = connect(port, host);
        const failed = once(socket, 'error').then(() => {
          throw new Error(`Nothing listens on ${host} ${port}: ${program.output()}`);
        });
        await Promise.race([once(socket, 'connect'), failed]);
        socket.destroy();
      });
    }
  }
}

/** Returns ports of this machine that nothing listens on. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
