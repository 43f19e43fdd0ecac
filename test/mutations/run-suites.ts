import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { CopyOfSources } from './copy-of-sources.js';
import type { JestResults } from './judge.js';

/** How a run of Jest ended. */
export type SuiteRun =
  | { kind: 'ended'; results: JestResults }
  /** It was killed, because it took longer than it may. */
  | { kind: 'timed out' }
  /** It was killed, because the command was interrupted. */
  | { kind: 'interrupted' }
  /** Jest ended without results. The text is the end of what it said. */
  | { kind: 'failed'; said: string };

export interface Patience {
  mostSeconds: number;
  interrupted: AbortSignal;
}

/** So much of what Jest said is shown when it gives no results. */
const LAST_CHARACTERS = 2_000;

/**
 * Runs suites of a copy with Jest. All its runs share a cache, so that only the first one compiles
 * everything.
 *
 * @param suites paths from the root of the copy
 */
export async function runSuites(
  { root, notes }: CopyOfSources,
  suites: string[],
  { mostSeconds, interrupted }: Patience,
): Promise<SuiteRun> {
  const file = join(notes, 'results.json');
  rmSync(file, { force: true });
  const jest = [
    join(root, 'node_modules/jest/bin/jest.js'),
    ...['--json', `--outputFile=${file}`, `--cacheDirectory=${join(notes, 'cache')}`],
    ...['--runTestsByPath', ...suites],
  ];
  // A group of its own, because Jest starts processes.
  const child = spawn(process.execPath, jest, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream
      .setEncoding('utf8')
      .on('data', (text: string) => (said = (said + text).slice(-LAST_CHARACTERS)));
  let isLate = false;
  const kill = () => killGroup(child);
  const timer = setTimeout(() => {
    isLate = true;
    kill();
  }, mostSeconds * 1_000);
  interrupted.addEventListener('abort', kill, { once: true });
  await once(child, 'close');
  clearTimeout(timer);
  interrupted.removeEventListener('abort', kill);
  if (interrupted.aborted) return { kind: 'interrupted' };
  if (isLate) return { kind: 'timed out' };
  if (!existsSync(file)) return { kind: 'failed', said };
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as JestResults;
  const named = testResults.map((suite) => ({ ...suite, name: relative(root, suite.name) }));
  return { kind: 'ended', results: { testResults: named } };
}

/**
 * Ends Jest and its processes at once. The servers that it has started watch their parent: they
 * stop, and remove their folders, when it is gone.
 */
function killGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL');
}
