// Measures the memory of `npm start` while nothing is asked of it: of npm, of what npm runs, of the
// launcher, the API, the worker, and the embedded PostgreSQL with its connections.
import { cpus, totalmem } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { NpmStart } from '../support/npm-start.js';
import { type ProcessInfo, processTree, proportionalSetSize } from '../support/process-tree.js';
import { type Cell, printTable, progress, round } from './figures.js';
import type { Options } from './options.js';

/** What a process is, by its command line. The first that fits counts. */
const PARTS: [command: RegExp, name: string][] = [
  [/^npm\b/, 'npm'],
  [/^(\/bin\/)?sh -c/, 'shells'],
  [/scripts\/run\.mjs/, 'scripts/run.mjs'],
  [/apps\/launcher\//, 'launcher'],
  [/apps\/api\//, 'API'],
  [/apps\/worker\//, 'worker'],
  [/^postgres: botgauge /, 'PostgreSQL, connections'],
  [/^postgres: |\/postgres /, 'PostgreSQL, other processes'],
];

export async function atRest({ seconds }: Options): Promise<void> {
  if (process.platform !== 'linux') {
    console.log('Not measured: only Linux tells the proportional set size of a process.');
    return;
  }
  progress('npm start builds in a copy of the checkout, and starts');
  const start = await NpmStart.serve();
  progress(`${seconds} s at rest`);
  await sleep(Number(seconds) * 1_000);
  const tree = processTree(start.npm.pid ?? 0);
  const parts = [...new Set(tree.map(partOf))];
  printTable(
    `Memory of npm start, ${seconds} s after it began to serve`,
    ['part', 'processes', 'proportional set size'],
    [
      ...parts.map((part) =>
        rowOf(
          part,
          tree.filter((one) => partOf(one) === part),
        ),
      ),
      rowOf('all', tree),
    ],
  );
  console.log(
    `\n${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB; Node ${process.versions.node}`,
  );
}

function partOf({ command }: ProcessInfo): string {
  return PARTS.find(([pattern]) => pattern.test(command))?.[1] ?? command;
}

function rowOf(part: string, processes: ProcessInfo[]): Cell[] {
  const bytes = processes.reduce((sum, { pid }) => sum + proportionalSetSize(pid), 0);
  return [part, processes.length, `${round(bytes / 1e6)} MB`];
}
