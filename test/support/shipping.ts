import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { GPTBOT, killedAtEnd } from '@app/testing';
import { DIST } from './processes.js';

/** The command `ship` as a process. */
export class ShipProcess {
  private readonly child: ChildProcess;
  private readonly exit: Promise<unknown[]>;
  private text = '';

  constructor(args: string[], env: Record<string, string>) {
    const main = join(DIST, 'apps', 'cli', 'src', 'main.js');
    this.child = killedAtEnd(
      spawn(process.execPath, [main, 'ship', ...args], {
        env: { PATH: process.env.PATH, ...env },
        stdio: ['pipe', 'pipe', 'pipe'],
      }),
    );
    this.exit = once(this.child, 'exit');
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (this.text += text));
    }
  }

  get input() {
    return this.child.stdin!;
  }

  /** Everything that it printed. */
  output(): string {
    return this.text;
  }

  /** Returns the most memory that it had so far, in MiB, or undefined where Linux does not say it. */
  peakMib(): number | undefined {
    try {
      const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
      return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
    } catch {
      return undefined;
    }
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exit;
  }

  /** Sends SIGTERM, and returns the exit status. */
  async stop(): Promise<number | null> {
    this.child.kill('SIGTERM');
    return this.ended();
  }

  async ended(): Promise<number | null> {
    await this.exit;
    return this.child.exitCode;
  }
}

/** A log whose lines are numbered in their paths, as a server and its `logrotate` write it. */
export class RotatingLog {
  readonly path: string;
  lines = 0;
  private rotations = 0;

  constructor(
    private readonly folder: string,
    private readonly name = 'access.log',
    private readonly prefix = '/s',
  ) {
    this.path = join(folder, name);
    writeFileSync(this.path, '');
  }

  /** Returns the next lines without writing them. */
  next(count: number): string {
    const first = this.lines;
    this.lines += count;
    return Array.from({ length: count }, (_, i) => this.lineOf(first + i)).join('');
  }

  append(count: number): void {
    appendFileSync(this.path, this.next(count));
  }

  /** Renames the log and creates a new one. Returns the new name of the old one. */
  rotate(): string {
    const old = join(this.folder, `${this.name}.${++this.rotations}`);
    renameSync(this.path, old);
    writeFileSync(this.path, '');
    return old;
  }

  /** Copies the log and empties it. Returns the copy. */
  copyAndTruncate(): string {
    const copy = join(this.folder, `${this.name}.${++this.rotations}`);
    writeFileSync(copy, readFileSync(this.path));
    writeFileSync(this.path, '');
    return copy;
  }

  private lineOf(number: number): string {
    return `192.0.2.7 - - [17/May/2025:10:05:03 +0000] "GET ${this.prefix}/${number} HTTP/1.1" 200 5 "-" "${GPTBOT}"\n`;
  }
}

/** Zips a rotated log as `gzip` does: the old file is there until the new one is whole. */
export function zip(path: string): string {
  const zipped = `${path}.gz`;
  writeFileSync(zipped, gzipSync(readFileSync(path)));
  rmSync(path);
  return zipped;
}
