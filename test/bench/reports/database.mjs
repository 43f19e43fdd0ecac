// A database with the visits of many days, its aggregates and digests up to date.
import { loadConfig } from '../../../dist/libs/config/src/index.js';
import { createLogger } from '../../../dist/libs/observability/src/index.js';
import { chooseBackend } from '../../../dist/libs/queue/src/index.js';
import { migrate, PageDigests, RollUpRefresher } from '../../../dist/libs/storage/src/index.js';
import { migrateSince } from '../base-bucket.mjs';
import { progress, round } from '../figures.mjs';
import { connect } from '../servers.mjs';
import { createWorld, DAY_MS, FOUR_WEBSITES, insertVisits } from '../traffic.mjs';

/** TimescaleDB with visits that came as they happened; `imported`: all of them late. */
const LIVE = 'timescale';

/** The flavour of the database that a flavour of the benchmark is measured on. */
export const databaseOf = (flavour) => (flavour === 'imported' ? 'timescale' : flavour);

/** Fills a database day by day, then brings aggregates and digests up to date; who can ask about what. */
export async function load(url, { flavour, visits, days }) {
  if (flavour === LIVE) {
    await migrateSince(url, days);
  } else {
    await chooseBackend(loadConfig({ DATABASE_URL: url })).migrate();
    await migrate(url, { flavour: databaseOf(flavour) });
  }
  const world = await createWorld(url);
  const client = await connect(url);
  const start = performance.now();
  await insertDays(client, { visits, days, late: flavour !== LIVE });
  progress(`${flavour}, ${visits}: inserted in ${seconds(start)}`);
  if (flavour === LIVE) await materialise(url);
  await digest(url);
  await client.query('VACUUM ANALYZE');
  await client.end();
  return world;
}

async function insertDays(client, { visits, days, late }) {
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

async function digest(url) {
  const start = performance.now();
  const digests = new PageDigests(url, createLogger('bench', 'warn'));
  try {
    await digests.run();
    const { made, lookedForMs } = await digests.run();
    progress(`${made} digests made in ${seconds(start)}, a look takes ${round(lookedForMs)} ms`);
  } finally {
    await digests.close();
  }
}

async function materialise(url) {
  const start = performance.now();
  const refresher = new RollUpRefresher(url, createLogger('bench', 'warn'), 0);
  try {
    await refresher.run();
  } finally {
    await refresher.close();
  }
  progress(`aggregates computed in ${seconds(start)}`);
}

const seconds = (start) => `${((performance.now() - start) / 1000).toFixed(0)} s`;
