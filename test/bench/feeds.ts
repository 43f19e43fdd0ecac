// Measures how fast what senders push becomes visible, beside our own entries, in turns within one
// run on one system.
import type { TestFlavour } from '@app/testing';
import { type SenderName, SENDER_NAMES } from './feeds/senders.js';
import { type Cell, median, printTable, progress, round } from './figures.js';
import { combinationsOf, listOf, numbersOf, type Options } from './options.js';
import { type Figures, type Run, startRun } from './pipeline/run.js';
import { describeMachine, type Server, startPostgres } from './servers.js';

const COLUMNS = [
  'sender',
  'visible/s',
  'beside custom',
  'lowest and highest',
  'CPU s/million: API, worker, database',
  '200 p50 ms',
];

/** The figures of each sender, one for each round. */
type Rounds = ReadonlyMap<SenderName, Figures[]>;

export async function feeds(options: Options): Promise<void> {
  const servers = new Map<TestFlavour, Server>();
  const batch = numbersOf(options.batch).at(-1) ?? NaN;
  const senders = SENDER_NAMES.filter((name) => listOf(options.senders).includes(name));
  const tables: (() => void)[] = [];
  for (const combination of combinationsOf(options)) {
    const { flavour, queue } = combination;
    const server = servers.get(flavour) ?? (await startPostgres(flavour));
    servers.set(flavour, server);
    const run = await startRun(server, combination, options, batch);
    try {
      const rounds = await measure(run, senders, options);
      const title = `${flavour}, ${queue}, ${batch} records a delivery, ${options.turns} rounds`;
      tables.push(() => printTable(title, COLUMNS, rowsOf(rounds)));
    } finally {
      await run.stop();
    }
  }
  console.log(`\n${await describeMachine([...servers.values()])}`);
  for (const print of tables) print();
}

async function measure(run: Run, senders: SenderName[], options: Options): Promise<Rounds> {
  const rounds = new Map(senders.map((name): [SenderName, Figures[]] => [name, []]));
  for (let round = 0; round <= Number(options.turns); round++) {
    for (const [name, figures] of rounds) {
      const measured = await run.send(Number(options.entries), 0, { sender: name });
      progress(`round ${round}, ${name}: ${measured.rate.toFixed(0)} entries a second visible`);
      // The first round warms up.
      if (round > 0) figures.push(measured);
    }
  }
  return rounds;
}

function rowsOf(rounds: Rounds): Cell[][] {
  const custom = rounds.get('custom') ?? [];
  return Array.from(rounds, ([name, figures]) => {
    const ratios = figures.map(({ rate }, index) => rate / (custom[index]?.rate ?? NaN));
    const spent = (part: 'api' | 'worker' | 'database') =>
      round(median(figures.map(({ cpu }) => cpu[part])));
    const percent = (ratio: number) => `${round(ratio * 100)} %`;
    return [
      name,
      round(median(figures.map(({ rate }) => rate))),
      percent(median(ratios)),
      `${percent(Math.min(...ratios))} to ${percent(Math.max(...ratios))}`,
      [spent('api'), spent('worker'), spent('database')].join(', '),
      round(median(figures.flatMap(({ latencies }) => latencies))),
    ];
  });
}
