// Measures how long the database works each minute for the alerts of many websites.
import { BOT_REGISTRY, REGISTRY_VERSION } from '@app/classification';
import { createLogger, type Logger } from '@app/observability';
import { createPool, type Pool, rollUpRefreshTask, upsertBots } from '@app/storage';
import { runUpkeepRound, type TestFlavour } from '@app/testing';
import type pg from 'pg';
import { watchAlertsTask } from '../../apps/worker/src/alerts/watch-alerts.js';
import { connect } from '../support/servers/postgres.js';
import { fillWorld } from './alerts/world.js';
import { median, printTable, progress, round } from './figures.js';
import { listOf, type Options } from './options.js';
import { migrateBoth, migrateSince } from './refresh/migrate-since.js';
import {
  createDatabase,
  describeMachine,
  dropDatabase,
  type Server,
  startPostgres,
} from './servers.js';

const ROUNDS = 10;
const MINUTE_MS = 60_000;

/** What one round took. */
interface Round {
  /** Milliseconds in which this process waited for the database, by statement. */
  statements: Map<string, number>;
  /** Milliseconds of the whole round. */
  ms: number;
  learnt: boolean;
}

export async function alerts(options: Options): Promise<void> {
  const servers: Server[] = [];
  const measured: [TestFlavour, Round[]][] = [];
  for (const flavour of listOf(options.flavour) as TestFlavour[]) {
    const server = await startPostgres(flavour);
    servers.push(server);
    const url = await createDatabase(server, 'bench_alerts', flavour);
    if (flavour === 'plain') await migrateBoth(url, flavour);
    else await migrateSince(url, 40);
    const logger = createLogger('bench', 'warn');
    const pool = createPool({ url, max: 2, name: 'bench', statementTimeoutMs: 600_000, logger });
    await upsertBots(pool, BOT_REGISTRY, REGISTRY_VERSION);
    const client = await connect(url);
    await fillWorld(client, flavour, Number(options.websites));
    if (flavour === 'timescale') await runUpkeepRound(pool, rollUpRefreshTask());
    progress(`${flavour}: ${options.websites} websites are there`);
    measured.push([flavour, await run(client, pool, logger)]);
    await pool.end();
    await client.end();
    await dropDatabase(server, 'bench_alerts');
  }
  console.log(await describeMachine(servers));
  for (const [flavour, rounds] of measured) print(flavour, Number(options.websites), rounds);
}

/** The rounds after an election, in which it is learnt what is usual, and then ten more. */
async function run(client: pg.Client, pool: Pool, logger: Logger): Promise<Round[]> {
  let now = Date.now();
  const task = watchAlertsTask({ pool, logger, now: () => now });
  const rounds: Round[] = [];
  for (let steady = 0; steady < ROUNDS; now += MINUTE_MS) {
    const statements = new Map<string, number>();
    const timed = { query: (query: unknown) => time(client, query as pg.QueryConfig, statements) };
    const begun = performance.now();
    const slices = task.round(timed as unknown as pg.ClientBase);
    while (!(await slices.next()).done);
    const learnt = statements.has('past_hours');
    rounds.push({ statements, ms: performance.now() - begun, learnt });
    if (!learnt) steady += 1;
  }
  return rounds;
}

async function time(
  client: pg.Client,
  query: pg.QueryConfig,
  statements: Map<string, number>,
): Promise<unknown> {
  const begun = performance.now();
  const result = await client.query(query);
  const { name = '' } = query;
  statements.set(name, (statements.get(name) ?? 0) + performance.now() - begun);
  return result;
}

function print(flavour: TestFlavour, websites: number, rounds: readonly Round[]): void {
  const sum = ({ statements }: Round) => [...statements.values()].reduce((all, ms) => all + ms, 0);
  const rows = (['after an election', 'every minute'] as const).map((what) => {
    const some = rounds.filter(({ learnt }) => learnt === (what === 'after an election'));
    const database = some.map(sum);
    return [
      ...[what, some.length, round(median(database)), round(Math.max(...database))],
      round(median(some.map(({ ms }) => ms))),
    ];
  });
  printTable(
    `${flavour}: alerts of ${websites} websites, milliseconds a round, of which there is one a minute`,
    ['rounds', 'number', 'database, median', 'database, most', 'whole round, median'],
    rows,
  );
  const steady = rounds.filter(({ learnt }) => !learnt);
  const names = new Set(rounds.flatMap(({ statements }) => [...statements.keys()]));
  printTable(
    `${flavour}: by statement, milliseconds a round (medians; the most of all rounds)`,
    ['statement', 'every minute', 'most'],
    [...names].map((name) => [
      name,
      round(median(steady.map(({ statements }) => statements.get(name) ?? 0))),
      round(Math.max(...rounds.map(({ statements }) => statements.get(name) ?? 0))),
    ]),
  );
}
