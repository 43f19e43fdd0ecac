import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { killedAtEnd } from '@app/testing';
import { copyOfBuild, replaceIn } from '../faults/copy-of-build.js';
import { DIST } from '../support/processes.js';

const ROOT = join(import.meta.dirname, '..', '..');

/** Runs the command, and returns its exit status and what it printed. */
function sameAnswers(args: string[]): Promise<{ status: number | null; output: string }> {
  const child = killedAtEnd(
    spawn(process.execPath, ['test/run.mjs', 'same-answers/main.ts', ...args], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, output })));
}

/** A minute ago, so that no visit must be waited for. */
const instant = new Date(Date.now() - 60_000).toISOString();
const FEW = ['--visits', '1000', '--seed', '1', '--instant', instant, '--flavour', 'plain'];

it('a build gives the answers that it gave, and a series that reads another roll-up is found', async () => {
  const mutated = copyOfBuild();
  const statements = 'libs/storage/src/reports/statements/series.js';
  replaceIn(mutated, statements, "week: clippedTo('week')", () => "week: clippedTo('month')");
  const { status, output } = await sameAnswers([
    DIST,
    mutated,
    ...FEW,
    '--single',
    '--routes',
    'getTimeSeries|Freshness',
  ]);
  expect({ status, output }).toEqual({
    status: 1,
    output: expect.stringMatching(/DIFFERENT +getTimeSeries: .*interval=week/),
  });
  // Freshness is compared, too.
  expect(output).toMatch(/^\| getFreshness .*\| 0 +\|$/m);
  const differing = output.match(/^DIFFERENT .*interval=.*$/gm) ?? [];
  expect(differing.filter((line) => !line.includes('interval=week'))).toEqual([]);
});

it('says what is wrong with its arguments', async () => {
  const { status, output } = await sameAnswers(['dist']);
  expect({ status, output }).toEqual({
    status: 2,
    output: expect.stringContaining('Name two builds'),
  });
});
