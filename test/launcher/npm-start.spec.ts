import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, removedAtEnd } from '@app/testing';
import { whyNoGit } from '../support/copy-checkout.js';
import { NpmStart } from '../support/npm-start.js';
import { processTree, proportionalSetSize } from '../support/process-tree.js';

const MOST_BYTES = 400e6;

const missing = whyNoGit();
if (missing) console.warn(`Skipped, because ${missing}: npm start in a copy of the checkout`);

// As its user runs it: npm, a build, the embedded database, the API and the worker.
(missing ? describe.skip : describe)('npm start in a copy that was never built', () => {
  let start: NpmStart;
  beforeAll(async () => {
    start = await NpmStart.serve();
  });
  afterAll(() => start.stop());

  /** Runs the command line as it was built, from a folder that has nothing to do with it. */
  function botgauge(...args: string[]) {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(start.root, 'dist/apps/cli/src/main.js'), ...args, '--json'],
      {
        cwd: removedAtEnd(mkdtempSync(join(tmpdir(), 'elsewhere '))),
        env: { PATH: process.env['PATH'], BOTGAUGE_API_KEY: start.said(/API key: +(api_\w+)/) },
        encoding: 'utf8',
      },
    );
    expect([status, stderr]).toEqual([0, '']);
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  it('is found by the built command line from any folder, with its database and its API', () => {
    const base = start.said(/Botgauge is ready: +(\S+)/);
    const website = start.said(/Website .*: +(ws_\w+)/);
    expect(botgauge('websites', 'list')).toEqual([expect.objectContaining({ id: website })]);
    expect(botgauge('report', '--website', website)).toMatchObject({ domain: 'example.com' });
    const { url, text } = botgauge('feeds', 'setup', 'fluent-bit', '--website', website);
    expect(url).toBe(base);
    expect(text).toMatch(new RegExp(`Port +${new URL(base).port}\n +tls +off\n`));
  });

  const unknown = process.platform === 'linux' ? undefined : 'only Linux tells it';
  if (unknown) console.warn(`Skipped, because ${unknown}: the memory of npm start`);
  (unknown ? it.skip : it)('takes at most 400 MB, once nothing is asked of it', async () => {
    await eventually(() => {
      const sizes = processTree(start.npm.pid ?? 0).map(({ pid, command }) => ({
        ...{ megabytes: Math.round(proportionalSetSize(pid) / 1e6), command },
      }));
      const all = sizes.reduce((sum, { megabytes }) => sum + megabytes * 1e6, 0);
      expect([all <= MOST_BYTES, sizes]).toEqual([true, sizes]);
    });
  });
});
