import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WebsiteRow } from '@app/storage';
import { eventually, GPTBOT, killedAtEnd, removedAtEnd } from '@app/testing';
import { type Outcome, runCommand } from '../../apps/cli/test/run-command.js';
import type { System, Tenant } from '../support/system-on-queue.js';

const MAIN = join(import.meta.dirname, '..', '..', 'dist', 'apps', 'cli', 'src', 'main.js');

/** Returns a combined line whose path identifies it. */
export function line(path: string, host = ''): string {
  const front = host === '' ? '' : `${host} `;
  return `${front}192.0.2.7 - - [17/May/2025:10:05:03 +0000] "GET ${path} HTTP/1.1" 200 5 "-" "${GPTBOT}"\n`;
}

export function lines(count: number, prefix = '/l'): string {
  return Array.from({ length: count }, (_, i) => line(`${prefix}/${i}`)).join('');
}

/**
 * Returns one line with this number of entries of Azure Front Door, and a copy of every tenth that
 * does not count.
 */
export function wrapped(count: number, from = 0): string {
  const records = Array.from({ length: count }, (_, i) => {
    const properties = {
      requestUri: `https://example.com/w/${from + i}`,
      httpStatusCode: '200',
      userAgent: GPTBOT,
    };
    const record = { category: 'FrontDoorAccessLog', time: '2025-05-17T10:05:03Z', properties };
    const copy = { ...record, properties: { ...properties, isReceivedFromClient: false } };
    return i % 10 === 0 ? [record, copy] : [record];
  });
  return `${JSON.stringify({ records: records.flat() })}\n`;
}

/** A machine with logs, and with the state of its imports. */
export class Operator {
  readonly folder = removedAtEnd(mkdtempSync(join(tmpdir(), 'botgauge-import-')));

  constructor(
    private readonly system: System,
    readonly tenant: Tenant,
    private readonly url = system.base,
  ) {}

  get env(): Record<string, string> {
    return {
      BOTGAUGE_URL: this.url,
      BOTGAUGE_BOT_KEY: this.tenant.botKey,
      IMPORT_STATE_DIR: join(this.folder, 'state'),
    };
  }

  write(name: string, content: string | Buffer): string {
    const path = join(this.folder, name);
    writeFileSync(path, content);
    return path;
  }

  forget(): void {
    rmSync(join(this.folder, 'state'), { recursive: true });
  }

  run(args: string[], env: Record<string, string> = {}, input?: Buffer): Promise<Outcome> {
    return runCommand(['import', ...args], {
      env: { ...this.env, ...env },
      input: input ? [input] : [],
    });
  }

  /** Runs the import and expects the start of its last line. */
  async expectSummary(summary: string, ...args: string[]): Promise<Outcome> {
    const outcome = await this.run(args);
    expect(outcome).toMatchObject({ status: 0 });
    expect(outcome.stdout.trimEnd().split('\n').at(-1)).toContain(summary);
    return outcome;
  }

  /** Runs the built command as a process, and kills it as soon as `when` holds. */
  async runAndKill(args: string[], when: () => Promise<boolean>): Promise<void> {
    const child = killedAtEnd(
      spawn(process.execPath, [MAIN, 'import', ...args], {
        env: { PATH: process.env.PATH, ...this.env },
        stdio: 'ignore',
      }),
    );
    const exit = once(child, 'exit');
    await eventually(
      async () => {
        if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode} by itself`);
        expect(await when()).toBe(true);
      },
      undefined,
      2,
    );
    child.kill('SIGKILL');
    expect(await exit).toEqual([null, 'SIGKILL']);
  }

  /**
   * Waits until everything accepted is written, and expects this number of visits and distinct
   * paths.
   */
  async expectVisits(visits: number, paths = visits, website: WebsiteRow = this.tenant.website) {
    const { pool } = this.system.database;
    await eventually(async () => {
      const waiting = await pool.query<{ n: number }>('SELECT count(*)::int AS n FROM bullmq.job');
      expect(waiting.rows[0]?.n).toBe(0);
    });
    const { rows } = await pool.query<{ visits: number; paths: number }>(
      'SELECT count(*)::int AS visits, count(DISTINCT path)::int AS paths FROM visit_entries WHERE website_id = $1',
      [website.id],
    );
    expect(rows[0]).toEqual({ visits, paths });
  }

  close(): void {
    rmSync(this.folder, { recursive: true });
  }
}
