import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, killedAtEnd, removedAtEnd } from '@app/testing';
import { copyCheckout, whyNoGit } from '../support/copy-checkout.js';
import { processTree } from '../support/process-tree.js';

const missing =
  whyNoGit() ?? (process.platform === 'linux' ? undefined : 'only Linux tells which processes run');
if (missing) console.warn(`Skipped, because ${missing}: builds that are interrupted`);

// `scripts/run.mjs` in a copy of the checkout that was never built.
(missing ? describe.skip : describe)('a build that is interrupted', () => {
  let clone: string;
  beforeEach(() => {
    clone = join(removedAtEnd(realpathSync(mkdtempSync(join(tmpdir(), 'clone ')))), 'copy');
    copyCheckout(clone);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGKILL', null],
  ] as const)(
    'by %s ends at once, and leaves nothing that counts as built',
    async (signal, status) => {
      const run = killedAtEnd(
        spawn(process.execPath, ['scripts/run.mjs', 'botgauge'], { cwd: clone, stdio: 'ignore' }),
      );
      const ended = new Promise((resolve) => run.once('exit', resolve));
      const builder = await eventually(() => {
        const found = processTree(run.pid ?? 0).find(({ command }) =>
          command.includes('build.mjs'),
        );
        if (!found) throw new Error('Nothing is built yet');
        return found;
      });
      run.kill(signal);
      expect(await ended).toBe(status);
      await eventually(() => expect(processTree(builder.pid)).toEqual([]));
      expect(existsSync(join(clone, 'dist/.built-from'))).toBe(false);
    },
  );
});
