// A database with the visits of many days, and with current aggregates and digests.
import { countMergeTask, pageDigestsTask, rollUpRefreshTask } from '@app/storage';
import { runUpkeepRound, type TestFlavour } from '@app/testing';
import pg from 'pg';
import { connect, query } from '../../support/servers/postgres.js';
import { progress, round } from '../figures.js';
import { nodesOf } from '../servers.js';
import { migrateBoth, migrateSince } from '../refresh/migrate-since.js';
import { VisitSource } from '../drawn/visit-source.js';
import { addCounts, writeVisits } from '../drawn/write-visits.js';
import { createWorld, DAY_MS, FOUR_WEBSITES, type TrafficWorld } from '../traffic.js';
import { insertVerdicts } from './verdicts.js';

/**
 * `timescale`: visits came as they happened. `imported`: also on TimescaleDB, but all visits are
 * late.
 */
export type LoadedFlavour = TestFlavour | 'imported';

interface Amount {
  visits: number;
  days: number;
  /** Upper bounds of the shares of the first three websites. */
  shares?: readonly number[];
  /** How many paths a website has. */
  paths?: number;
  /** Whether the visitors of all days are judged. */
  judged?: boolean;
}

/** Returns the database flavour on which a flavour of the benchmark is measured. */
export const databaseOf = (flavour: LoadedFlavour): TestFlavour =>
  flavour === 'imported' ? 'timescale' : flavour;

/**
 * Fills a database day by day, and then updates aggregates and digests. Returns who can ask, and
 * about what.
 */
export async function load(
  url: string,
  { flavour, visits, days, shares, paths, judged }: Amount & { flavour: LoadedFlavour },
): Promise<TrafficWorld> {
  const live = flavour === 'timescale';
  if (live) await migrateSince(url, days);
  else await migrateBoth(url, databaseOf(flavour));
  const world = await createWorld(url, paths);
  const client = await connect(url);
  const start = performance.now();
  if (flavour === 'citus')
    await client.query('SELECT make_visit_partitions(now() - make_interval(days => $1), now())', [
      days,
    ]);
  await insertDays(url, { visits, days, shares, late: !live });
  progress(`${flavour}, ${visits}: inserted in ${seconds(start)}`);
  const pool = poolOf(url);
  if (live) await materialise(pool);
  if (judged) await insertVerdicts(client);
  await digest(pool);
  await pool.end();
  await client.end();
  for (const node of await nodesOf({ url })) await query(node, 'VACUUM ANALYZE');
  return world;
}

/**
 * Writes the visits of one day after the other, as a service does: then the rows of counts stand on
 * disk in the order of time, and reports read them faster. Those of a day are counted while the
 * next ones are written.
 */
async function insertDays(
  url: string,
  { visits, days, shares = FOUR_WEBSITES, late }: Amount & { late: boolean },
): Promise<void> {
  const now = Date.now();
  const today = now - (now % DAY_MS);
  const [writer, counter] = [poolOf(url), poolOf(url)];
  const source = await VisitSource.read(writer);
  const writing = { late, compressed: late };
  let counted = Promise.resolve();
  for (let day = 0, next = 1; day < days; day++) {
    const from = today - (days - 1 - day) * DAY_MS;
    const count = Math.floor((visits * (day + 1)) / days) - next + 1;
    const to = day === days - 1 ? now : from + DAY_MS;
    const slice = { first: next, count, from, to, shares };
    const pieces = await writeVisits(writer, source, slice, writing);
    await counted;
    counted = addCounts(counter, source, pieces, writing).then(() => merge(counter));
    next += count;
    if (day % 30 === 29) progress(`${day + 1} days inserted`);
  }
  await counted;
  await Promise.all([writer, counter].map((pool) => pool.end()));
}

const poolOf = (url: string) =>
  new pg.Pool({ connectionString: url, max: 1, options: '-c timezone=UTC -c jit=off' });

async function merge(pool: pg.Pool): Promise<void> {
  await runUpkeepRound(pool, countMergeTask());
}

async function digest(pool: pg.Pool): Promise<void> {
  const start = performance.now();
  const task = pageDigestsTask();
  await runUpkeepRound(pool, task);
  const { done } = await runUpkeepRound(pool, task);
  const took = seconds(start);
  const look = performance.now();
  await runUpkeepRound(pool, task);
  const lookedForMs = round(performance.now() - look);
  progress(`${done?.digests ?? 0} digests made in ${took}, a look takes ${lookedForMs} ms`);
}

async function materialise(pool: pg.Pool): Promise<void> {
  const start = performance.now();
  await runUpkeepRound(pool, rollUpRefreshTask());
  progress(`aggregates computed in ${seconds(start)}`);
}

const seconds = (start: number) => `${((performance.now() - start) / 1000).toFixed(0)} s`;
