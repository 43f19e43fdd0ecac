// A database with the visits of many days, its aggregates and digests up to date.
import { createLogger } from '@app/observability';
import { PageDigests, RollUpRefresher } from '@app/storage';
import type { TestFlavour } from '@app/testing';
import type pg from 'pg';
import { connect } from '../../support/servers/postgres.js';
import { progress, round } from '../figures.js';
import { migrateBoth, migrateSince } from '../refresh/migrate-since.js';
import { createWorld, DAY_MS, FOUR_WEBSITES, insertVisits, type TrafficWorld } from '../traffic.js';

/** `timescale`: visits that came as they happened; `imported`: on TimescaleDB too, all of them late. */
export type LoadedFlavour = TestFlavour | 'imported';

interface Amount {
  visits: number;
  days: number;
}

const logger = createLogger('bench', 'warn');

/** The flavour of the database that a flavour of the benchmark is measured on. */
export const databaseOf = (flavour: LoadedFlavour): TestFlavour =>
  flavour === 'imported' ? 'timescale' : flavour;

/** Fills a database day by day, then brings aggregates and digests up to date; who can ask about what. */
export async function load(
  url: string,
  { flavour, visits, days }: Amount & { flavour: LoadedFlavour },
): Promise<TrafficWorld> {
  const live = flavour === 'timescale';
  if (live) await migrateSince(url, days);
  else await migrateBoth(url, databaseOf(flavour));
  const world = await createWorld(url);
  const client = await connect(url);
  const start = performance.now();
  await insertDays(client, { visits, days, late: !live });
  progress(`${flavour}, ${visits}: inserted in ${seconds(start)}`);
  if (live) await materialise(url);
  await digest(url);
  await client.query('VACUUM ANALYZE');
  await client.end();
  return world;
}

async function insertDays(
  client: pg.Client,
  { visits, days, late }: Amount & { late: boolean },
): Promise<void> {
  const now = Date.now();
  const today = now - (now % DAY_MS);
  let next = 1;
  for (let day = 0; day < days; day++) {
    const from = today - (days - 1 - day) * DAY_MS;
    next = await insertVisits(client, {
      first: next,
      count: Math.floor((visits * (day + 1)) / days) - next + 1,
      from,
      to: day === days - 1 ? now : from + DAY_MS,
      shares: FOUR_WEBSITES,
      late,
    });
  }
}

async function digest(url: string): Promise<void> {
  const start = performance.now();
  const digests = new PageDigests(url, logger);
  try {
    await digests.run();
    const { made = 0, lookedForMs = NaN } = (await digests.run()) ?? {};
    progress(`${made} digests made in ${seconds(start)}, a look takes ${round(lookedForMs)} ms`);
  } finally {
    await digests.close();
  }
}

async function materialise(url: string): Promise<void> {
  const start = performance.now();
  const refresher = new RollUpRefresher(url, logger, 0);
  try {
    await refresher.run();
  } finally {
    await refresher.close();
  }
  progress(`aggregates computed in ${seconds(start)}`);
}

const seconds = (start: number) => `${((performance.now() - start) / 1000).toFixed(0)} s`;
