import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, removedAtEnd, storeOf } from '@app/testing';
import { query } from '../support/servers/postgres.js';

const ROOT = join(import.meta.dirname, '..', '..');
const JEST = join(ROOT, 'node_modules/jest/bin/jest.js');
/** Finding processes by their environment needs Linux's /proc. */
const onLinux = process.platform === 'linux' ? it : it.skip;

/** What the fixture says that it has started. */
interface Started {
  database: string;
  folders: string[];
}

/** Lets a Jest of its own run the fixture on the servers of this run, and returns what it says. */
async function runFixture(env: Record<string, string>): Promise<string> {
  const file = join(ROOT, 'jest.config.js');
  const { default: config } = (await import(file)) as { default: Record<string, unknown> };
  const fixture = {
    ...config,
    globalSetup: undefined,
    globalTeardown: undefined,
    testRegex: 'fails-half-way\\.fixture\\.ts$',
  };
  const args = [JEST, '--config', JSON.stringify(fixture), '--runInBand'];
  return new Promise((resolve) => {
    const options = { cwd: ROOT, env: { ...process.env, ...env } };
    execFile(process.execPath, args, options, (_, _stdout, stderr) => resolve(stderr));
  });
}

/** Returns the processes that have this text in their environment. */
function processesWith(text: string): string[] {
  const read = (pid: string, file: string) => {
    try {
      return readFileSync(join('/proc', pid, file), 'utf8');
    } catch {
      return ''; // It has ended.
    }
  };
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .filter((pid) => read(pid, 'environ').includes(text))
    .map((pid) => read(pid, 'cmdline').replaceAll('\0', ' '));
}

onLinux('a suite that fails half-way leaves no process, no folder and no database', async () => {
  const mark = randomUUID();
  const file = join(removedAtEnd(mkdtempSync(join(tmpdir(), 'botgauge-leftovers-'))), 'started');
  const output = await runFixture({ MARK: mark, STARTED: file });
  expect(output).toContain('half-way');
  const started = JSON.parse(readFileSync(file, 'utf8')) as Started;
  const left = async () => ({
    processes: processesWith(mark),
    folders: started.folders.filter((folder) => existsSync(folder)),
    databases: await query(
      (await storeOf('plain')).servers[0],
      'SELECT datname FROM pg_database WHERE datname = $1',
      [new URL(started.database).pathname.slice(1)],
    ),
  });
  await eventually(async () =>
    expect(await left()).toEqual({ processes: [], folders: [], databases: [] }),
  );
});
