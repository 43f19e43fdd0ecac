import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { childEnvironment } from '@app/config';
import { eventually, OFFLINE, undoneAtEnd } from '@app/testing';

const DIST = path.join(import.meta.dirname, '../../../dist/apps/launcher/src/main.js');
const STAND_INS = path.join(import.meta.dirname, 'launch.mjs');

/** How a launcher is started. */
export interface LaunchOptions {
  env?: Record<string, string>;
  /** Whether API, worker and CLI are replaced. */
  standIns?: boolean;
  /** The user to run as. */
  uid?: number;
}

/** A folder in which launchers are started, as real processes from `dist`. */
export class LaunchSite {
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'launcher '));
  private readonly launched: Launched[] = [];

  launch(args: string[], { env = {}, standIns = false, uid }: LaunchOptions = {}): Launched {
    const child = spawn(process.execPath, [standIns ? STAND_INS : DIST, ...args], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      cwd: this.folder,
      uid,
      gid: uid,
      env: {
        PATH: childEnvironment({})['PATH'],
        TMPDIR: this.folder,
        DATA_DIR: path.join(this.folder, 'data'),
        STAND_IN_PIDS: path.join(this.folder, 'pids'),
        PORT: '0',
        ...OFFLINE,
        ...env,
      },
    });
    const launched = new Launched(child);
    this.launched.push(launched);
    return launched;
  }

  write(name: string, content: string): string {
    const file = path.join(this.folder, name);
    fs.writeFileSync(file, content);
    return file;
  }

  /** Ends what is left, gracefully if possible. */
  readonly close = undoneAtEnd(async () => {
    await Promise.all(this.launched.map((one) => one.stop()));
    fs.rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
}

/** A launcher that was started, and its output. */
export class Launched {
  output = '';
  /** The exit status, as soon as nothing that it started holds its output any more. */
  readonly ended: Promise<number | null>;

  constructor(readonly child: ChildProcess) {
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    }
    const pipes = [child.stdout!, child.stderr!].map((stream) => once(stream, 'end'));
    this.ended = once(child, 'exit').then(async ([status]) => {
      await Promise.all(pipes);
      return status as number | null;
    });
  }

  until(condition: () => boolean): Promise<void> {
    return eventually(() => {
      if (!condition()) throw new Error(`It did not come to that:\n${this.output}`);
    });
  }

  says(text: string): Promise<void> {
    return this.until(() => this.output.includes(text));
  }

  /** Stops it as with Ctrl-C, and returns the exit status. */
  async stop(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill('SIGINT');
    return this.ended;
  }
}
