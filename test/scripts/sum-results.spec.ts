import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkRows } from '@app/testing';

const PROGRAM = join(import.meta.dirname, '../../.ci/sum-results.mjs');

/** A run of Jest: passed, failed and skipped tests, suites that could not be loaded. */
type Run = [passed: number, failed: number, skipped: number, unloaded: number];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'botgauge-results-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns a file with what Jest writes about a run, or with this text. */
function fileOf(run: Run | string, name: number): string {
  const file = join(folder, `${name}.json`);
  if (typeof run === 'string') {
    writeFileSync(file, run);
    return file;
  }
  const [numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites] = run;
  const success = numFailedTests + numRuntimeErrorTestSuites === 0;
  const counts = { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites };
  writeFileSync(file, JSON.stringify({ ...counts, success, testResults: [] }));
  return file;
}

function sum(status: number, runs: (Run | string)[]) {
  const args = [PROGRAM, `${status}`, ...runs.map(fileOf)];
  const { stdout, status: exit } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    cwd: folder,
  });
  return { says: stdout, exit };
}

it('adds up both runs, and fails when anything has failed', () =>
  checkRows<[number, (Run | string)[], string, number]>(
    [
      [
        0,
        [
          [10, 0, 2, 0],
          [5, 0, 1, 0],
        ],
        '15 passed, 0 failed, 3 skipped',
        0,
      ],
      [
        1,
        [
          [10, 1, 2, 0],
          [5, 2, 1, 0],
        ],
        '15 passed, 3 failed, 3 skipped',
        1,
      ],
      // A suite that could not be loaded.
      [
        1,
        [
          [10, 0, 2, 1],
          [5, 0, 1, 0],
        ],
        '15 passed, 1 failed, 3 skipped',
        1,
      ],
      // A run that wrote nothing, or only a part.
      [1, [[10, 0, 2, 0], ''], '10 passed, 1 failed, 2 skipped', 1],
      [0, ['{"numPassedTests":', [5, 0, 1, 0]], '5 passed, 1 failed, 1 skipped', 1],
      // Something else has failed: a check, or the demo.
      [
        2,
        [
          [10, 0, 2, 0],
          [5, 0, 1, 0],
        ],
        '15 passed, 1 failed, 3 skipped',
        1,
      ],
    ],
    ([status, runs, says, exit]) => expect(sum(status, runs)).toEqual({ says: `${says}\n`, exit }),
  ));

it('counts files that are not there as failed', () => {
  const args = [PROGRAM, '1', join(folder, 'none.json'), join(folder, 'neither.json')];
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(stdout).toBe('0 passed, 2 failed, 0 skipped\n');
});

it('names what failed, and what took longest', () => {
  const suite = (name: string, seconds: number, tests: Record<string, string>) => ({
    ...{ name, status: 'failed', startTime: 1_000, endTime: 1_000 * (seconds + 1) },
    assertionResults: Object.entries(tests).map(([fullName, status]) => ({ fullName, status })),
  });
  const testResults = [
    suite(join(folder, 'quick.spec.ts'), 0.4, { 'one works': 'passed', 'two works': 'failed' }),
    suite(join(folder, 'long.spec.ts'), 62, {}),
  ];
  const counts = { numPassedTests: 1, numFailedTests: 1, numRuntimeErrorTestSuites: 1 };
  const run = { ...counts, numPendingTests: 0, success: false, testResults };
  const { says, exit } = sum(1, [JSON.stringify(run)]);
  expect(exit).toBe(1);
  expect(says.split('\n')).toEqual([
    'The suites that took longest:',
    '    62.0 s  long.spec.ts (0)',
    '     0.4 s  quick.spec.ts (0)',
    'Failed: long.spec.ts: it did not run to its end',
    'Failed: quick.spec.ts: two works',
    '1 passed, 2 failed, 0 skipped',
    '',
  ]);
});
