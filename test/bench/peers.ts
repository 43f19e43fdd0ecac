// Measures how fast the import reads a log, beside other programs that count the visits of logs. All
// read the same log, in turns within one run.
import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { removedAtEnd } from '@app/testing';
import { startCli } from '../support/cli.js';
import { writeAccessLog } from './access-log.js';
import { cpuSecondsOfEnded, memoryOf } from './cpu.js';
import { type Cell, median, megabytes, printTable, progress, round } from './figures.js';
import type { Options } from './options.js';
import { PEERS, type Started } from './peers/programs.js';
import { describeMachine, type Server, startPostgres } from './servers.js';
import { startSystem } from './system.js';
import { watch } from './visible.js';

/** What it took to read the log once. */
interface Took {
  name: string;
  lines: number;
  seconds: number;
  /** Processor seconds of the program, and its bytes of memory; NaN where others do the work. */
  cpu: number;
  memory: number;
}

/** Reads the log once in one way, or in several at the same time. */
type Way = (log: string) => Promise<Took[]>;

/** The reports are asked for the visits of today and yesterday. */
const DAYS = 1;
/** How often the memory of a program is looked at. */
const LOOK_MS = 50;
const COLUMNS = [
  ...['program', 'lines/s', 'lowest and highest', 'lines counted', 'processor seconds'],
  'memory at most',
];

export async function peers(options: Options): Promise<void> {
  const lines = Number(options.lines);
  const log = join(newFolder(), 'access.log');
  await writeAccessLog(log, lines, DAYS);
  const server = await startPostgres('plain');
  const dist = resolve(options.dist);
  const ways: Way[] = [
    (path) => timed('import --dry-run', started(['import', '--dry-run', path], {}, dist)),
    ...PEERS.flatMap(({ name, packaged, found, start }): Way[] => {
      if (found) return [(path) => timed(name, start(found, path, newFolder()))];
      console.log(`${name}: not on this machine; install it with: apt install ${packaged}`);
      return [];
    }),
    (path) => importInto(server, path, dist),
  ];
  const results = new Map<string, Took[]>();
  for (let number = 1; number <= Number(options.rounds); number++) {
    for (const way of ways) {
      for (const took of await way(log)) {
        results.set(took.name, [...(results.get(took.name) ?? []), took]);
        progress(`round ${number}, ${took.name}: ${round(took.seconds)} s`);
      }
    }
  }
  console.log(`\n${await describeMachine([server])}`);
  const title = `A log of ${lines} lines, ${megabytes(statSync(log).size)}, ${options.rounds} rounds`;
  printTable(
    title,
    COLUMNS,
    Array.from(results, ([name, all]) => rowOf(name, all)),
  );
}

const newFolder = () => removedAtEnd(mkdtempSync(join(tmpdir(), 'botgauge-peers-')));

function started(args: string[], env: Record<string, string>, dist: string): Started {
  const { child, ended } = startCli([...args, '--json'], env, dist);
  const counted = ended.then(({ status, stdout, stderr }) => {
    if (status !== 0) throw new Error(`botgauge ${args.join(' ')} ended with ${status}: ${stderr}`);
    return (JSON.parse(stdout) as { entries: number }).entries;
  });
  return { pid: child.pid ?? NaN, counted };
}

/** Waits until a program has ended. */
async function timed(name: string, { pid, counted }: Started): Promise<Took[]> {
  const [start, cpuBefore] = [performance.now(), cpuSecondsOfEnded()];
  let memory = 0;
  const looks = setInterval(() => {
    memory = Math.max(memory, memoryOf(pid, 'VmHWM') || 0);
  }, LOOK_MS);
  try {
    const lines = await counted;
    const seconds = (performance.now() - start) / 1_000;
    return [{ name, lines, seconds, memory, cpu: cpuSecondsOfEnded() - cpuBefore }];
  } finally {
    clearInterval(looks);
  }
}

/** Imports the log into a service that has nothing yet. */
async function importInto(server: Server, log: string, dist: string): Promise<Took[]> {
  const system = await startSystem(server, { flavour: 'plain', queue: 'postgres', dist });
  try {
    const { base, world } = system;
    const env = {
      ...{ BOTGAUGE_URL: base, BOTGAUGE_API_KEY: world.apiKey, BOTGAUGE_BOT_KEY: world.botKey },
      IMPORT_STATE_DIR: newFolder(),
    };
    const start = Date.now();
    const command = started(['import', '--website', world.websites[0]?.id ?? '', log], env, dist);
    const accepted = await timed('import, until all is accepted', command);
    const lines = accepted[0]?.lines ?? NaN;
    const seconds = ((await watch(system, 0, lines)).at(-1)?.time ?? NaN) - start;
    const shown = { name: 'import, until the reports show all', lines, seconds: seconds / 1_000 };
    return [...accepted, { ...shown, cpu: NaN, memory: NaN }];
  } finally {
    await system.stop();
  }
}

function rowOf(name: string, all: readonly Took[]): Cell[] {
  const rates = all.map(({ lines, seconds }) => lines / seconds);
  return [
    name,
    round(median(rates)),
    `${round(Math.min(...rates))} to ${round(Math.max(...rates))}`,
    [...new Set(all.map(({ lines }) => lines))].join(', '),
    round(median(all.map(({ cpu }) => cpu))),
    Number.isFinite(all[0]?.memory) ? megabytes(Math.max(...all.map(({ memory }) => memory))) : '–',
  ];
}
