// A real `npm start` in a copy of the checkout that was never built.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { eventually, OFFLINE, removedAtEnd, undoneAtEnd } from '@app/testing';
import { copyCheckout } from './copy-checkout.js';

/** Installing, building and the first start take this long on a slow machine. */
const READY_MS = 300_000;

export class NpmStart {
  /** What npm and the service have printed. */
  output = '';
  private readonly ended: Promise<unknown>;

  private constructor(
    /** The folder of the copy. */
    readonly root: string,
    readonly npm: ChildProcess,
  ) {
    for (const stream of [npm.stdout!, npm.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    // This comes when no process holds the pipes any more, including the service.
    this.ended = once(npm, 'close');
  }

  /**
   * Starts it on a free port, with these settings and no others, and returns it when it serves. It
   * asks the internet for nothing, unless the settings say so. It is stopped at the end.
   *
   * It runs on a copy of this Node, so that its processes share the pages of the program with each
   * other, and with none that happens to run beside them.
   */
  static async serve(settings: Record<string, string> = {}): Promise<NpmStart> {
    const folder = removedAtEnd(realpathSync(mkdtempSync(join(tmpdir(), 'botgauge-start-'))));
    const [root, bin] = [join(folder, 'clone'), join(folder, 'bin')];
    mkdirSync(bin);
    copyFileSync(process.execPath, join(bin, 'node'));
    copyCheckout(root);
    const path = [bin, process.env['PATH']].join(delimiter);
    const npm = spawn('npm', ['start'], {
      cwd: root,
      env: { PATH: path, HOME: folder, PORT: '0', ...OFFLINE, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const start = new NpmStart(root, npm);
    undoneAtEnd(() => start.stop());
    await eventually(() => {
      if (npm.exitCode === null && !start.isReady()) throw new Error(start.output);
    }, READY_MS);
    if (!start.isReady()) throw new Error(`npm start has ended:\n${start.output}`);
    return start;
  }

  private isReady(): boolean {
    return this.output.includes('Press Ctrl-C');
  }

  /** Returns the part of the output that the pattern's first group matches. */
  said(pattern: RegExp): string {
    const found = pattern.exec(this.output)?.[1];
    if (found === undefined) throw new Error(`npm start did not say ${pattern}:\n${this.output}`);
    return found;
  }

  /** Stops it, and returns when nothing of it runs. */
  async stop(): Promise<void> {
    if (this.npm.exitCode === null && this.npm.signalCode === null) this.npm.kill('SIGTERM');
    await this.ended;
  }
}
