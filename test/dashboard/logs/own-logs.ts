// Logs that somebody has, and what the command line makes of them.
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { CHROME, GPTBOT, removedAtEnd } from '@app/testing';
import { startCli } from '../../support/cli.js';
import type { System, Tenant } from '../../support/system-on-queue.js';

const FIXTURES = join(import.meta.dirname, '../../../libs/log-formats/fixtures');
const DAY_MS = 86_400_000;

/** What the command line says of a log. */
export interface Imported {
  name: string;
  entries: number;
  rejected: number;
  skipped: Record<string, number>;
  first_rejects: { line: number; reason: string }[];
}

/** A folder of logs, which is deleted at the end. */
export class OwnLogs {
  readonly folder = removedAtEnd(mkdtempSync(join(tmpdir(), 'botgauge-logs-')));

  /** Writes a log, as gzip when its name says so, and returns its path. */
  write(name: string, text: string): string {
    const path = join(this.folder, name);
    writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
    return path;
  }

  writeBytes(name: string, bytes: Uint8Array): string {
    const path = join(this.folder, name);
    writeFileSync(path, bytes);
    return path;
  }

  /** Writes a log of each format that has fixtures; every second one is gzip. */
  writeEachFormat(): string[] {
    const names = readdirSync(FIXTURES).filter((name) => name.endsWith('.txt'));
    return names.map((name, at) =>
      this.write(
        `${name.slice(0, -4)}.log${at % 2 === 0 ? '' : '.gz'}`,
        readFileSync(join(FIXTURES, name), 'utf8'),
      ),
    );
  }

  /** Imports logs with the command line, for the website of a tenant. */
  async import(system: System, tenant: Tenant, paths: readonly string[]): Promise<Imported[]> {
    const { ended } = startCli(
      ['import', '--json', '--website', tenant.website.public_id, ...paths],
      {
        BOTGAUGE_URL: system.base,
        BOTGAUGE_API_KEY: tenant.apiKey,
        BOTGAUGE_BOT_KEY: tenant.botKey,
        IMPORT_STATE_DIR: join(this.folder, 'state'),
      },
    );
    const { status, stdout, stderr } = await ended;
    if (status !== 0) throw new Error(`The import ended with ${status}: ${stderr}`);
    return (JSON.parse(stdout) as { logs: Imported[] }).logs;
  }
}

/** Returns lines in the combined format, the oldest first, of the last three days. */
export function combinedLines(count: number): string {
  const first = Date.now() - 2 * DAY_MS;
  return Array.from({ length: count }, (_, at) => {
    // `Fri, 20 Nov 2026 08:15:00 GMT` has all parts of the time of such a line.
    const [, day, month, year, clock] = new Date(first + (at * 2 * DAY_MS) / count)
      .toUTCString()
      .split(' ');
    const agent = at % 3 === 0 ? GPTBOT : CHROME;
    const status = at % 10 === 0 ? 404 : 200;
    return `198.51.100.${at % 250} - - [${day}/${month}/${year}:${clock} +0000] "GET /p/${at % 40}?q=${at} HTTP/1.1" ${status} 512 "-" "${agent}"\n`;
  }).join('');
}
