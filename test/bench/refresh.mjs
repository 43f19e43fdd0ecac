// What the size of the base bucket costs: refreshing, late entries, reports of today, processor time.
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '../../dist/libs/observability/src/index.js';
import {
  createPool,
  migrate,
  TrafficReader,
  VisitWriter,
} from '../../dist/libs/storage/src/index.js';
import { migrateSince, TimedRefresher } from './base-bucket.mjs';
import { median, printTable, progress, round } from './figures.mjs';
import { createBatchMaker, startProbes, writeLoad } from './load.mjs';
import {
  connect,
  createDatabase,
  describeMachine,
  dropDatabase,
  query,
  startPostgres,
} from './servers.mjs';
import { cpuSecondsOf } from './processes.mjs';
import { createWorld, DAY_MS, FOUR_WEBSITES, insertVisits, ONE_WEBSITE } from './traffic.mjs';

const HISTORY_DAYS = 30;
const NOMINAL_A_SECOND = 4_750;
const REPORT_EVERY_MS = 1_000;
/** As many as there can be late entries waiting to be seen. */
const PROBE_CONNECTIONS = 12;

export async function refresh(options) {
  const server = await startPostgres('timescale');
  const results = [];
  for (const base of options.buckets.split(',')) {
    const name = `bench_base_${base}`;
    const url = await createDatabase(server, name, base === 'plain' ? 'plain' : 'timescale');
    const measured = await measureBase(url, base, options);
    printResults(measured);
    results.push(...measured);
    await dropDatabase(server, name);
  }
  console.log((await describeMachine([server])).join('\n'));
  console.log(
    `nominal load 5,000 entries a second in batches of 1,000, 5 % late by 1 to 20 days (late: ${options.late}), ` +
      `${options.history} visits of ${HISTORY_DAYS} days and ${options.tail} minutes of nominal load there before`,
  );
  printResults(results);
}

async function measureBase(url, base, options) {
  const refresher = base === 'plain' ? undefined : await prepareAggregates(url, Number(base));
  if (!refresher) await migrate(url, { flavour: 'plain' });
  const { accountId } = await createWorld(url);
  await preload(url, refresher, base, options);
  const world = { accountId, pages: await readPages(url) };
  const long = Number(options.seconds);
  const four = Number(options['four-seconds']);
  const without = refresher ? Number(options['without-seconds']) : 0;
  const runs = [
    { name: 'one website', shares: ONE_WEBSITE, seconds: long, refresher },
    { name: 'four websites', shares: FOUR_WEBSITES, seconds: four, refresher },
    { name: 'one website, no refresh', shares: ONE_WEBSITE, seconds: without },
  ];
  const results = [];
  for (const [index, run] of runs.entries()) {
    if (run.seconds === 0) continue;
    const measured = await measureRun(url, world, { ...run, index, base }, options.late);
    results.push({ base, name: run.name, ...measured });
    progress(
      `base ${base}, ${run.name}: round ${pair(measured.rounds)} ms, ${processorCost(measured)} s for 1,000`,
    );
  }
  await refresher?.close();
  return results;
}

async function prepareAggregates(url, minutes) {
  await migrateSince(url, HISTORY_DAYS + 1, minutes);
  return new TimedRefresher(url);
}

async function preload(url, refresher, base, { history, tail }) {
  const client = await connect(url);
  const now = Date.now();
  const perDay = Math.floor(Number(history) / HISTORY_DAYS);
  let next = 1;
  for (let day = HISTORY_DAYS; day > 0; day--) {
    const from = now - day * DAY_MS;
    const slice = { first: next, count: perDay, from, to: from + DAY_MS, shares: FOUR_WEBSITES };
    next = await insertVisits(client, slice);
  }
  const count = Number(tail) * 60 * NOMINAL_A_SECOND;
  if (count > 0) {
    const to = Date.now();
    const from = to - Number(tail) * 60_000;
    next = await insertVisits(client, { first: next, count, from, to, shares: ONE_WEBSITE });
  }
  await refresher?.round();
  await client.query('VACUUM ANALYZE');
  await client.end();
  progress(`base ${base}: ${next - 1} visits there, roll-ups computed`);
}

/** Id and path by website, in the order of rank. */
async function readPages(url) {
  const rows = await query(
    url,
    'SELECT website_id, id::float8 AS id, path FROM bench_pages ORDER BY website_id, rank',
  );
  const pages = new Map();
  for (const { website_id: website, id, path } of rows) {
    if (!pages.has(website)) pages.set(website, []);
    pages.get(website).push({ id, path });
  }
  return pages;
}

async function measureRun(url, world, { shares, seconds, refresher, index, base }, late) {
  const logger = createLogger('bench', 'warn');
  const pool = (max) => createPool({ url, max, name: 'bench', statementTimeoutMs: 60_000, logger });
  const [writers, readers, pollers] = [pool(3), pool(1), pool(PROBE_CONNECTIONS)];
  const client = await connect(url);
  const writer = new VisitWriter(writers);
  const makeBatch = createBatchMaker({ ...world, shares, late, seed: 1 + index });
  if (refresher) refresher.rounds = [];
  const before = await cpuSecondsOf(client);

  const stopRefresh = refresher?.start();
  const probed = refresher !== undefined || base === 'plain';
  const stopProbes = probed && startProbes(writer, pollers, world, index * 10_000);
  const stopReports = startReports(new TrafficReader(readers));
  const load = await writeLoad(writer, makeBatch, seconds);
  const [reports, probes] = await Promise.all([
    stopReports(),
    stopProbes ? stopProbes() : undefined,
  ]);
  await stopRefresh?.();

  const after = await cpuSecondsOf(client);
  await Promise.all([writers.end(), readers.end(), pollers.end(), client.end()]);
  return {
    load,
    reports,
    probes,
    rounds: refresher?.rounds,
    cpu: after - before,
  };
}

/** Asks for today's summary and pages of the first website in turn; returns how to end it, which gives milliseconds. */
function startReports(reader) {
  const stop = new AbortController();
  const samples = { summary: [], pages: [] };
  const timed = async (name, work) => {
    const start = performance.now();
    await work();
    samples[name].push(performance.now() - start);
  };
  const loop = (async () => {
    while (!stop.signal.aborted) {
      const from = new Date(Date.now() - (Date.now() % DAY_MS));
      const today = { from, to: new Date(from.getTime() + DAY_MS) };
      await timed('summary', () => reader.summary(1, today));
      await timed('pages', () => reader.pages(1, today, 10));
      await sleep(REPORT_EVERY_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  })();
  return async () => {
    stop.abort();
    await loop;
    return samples;
  };
}

const processorCost = ({ load, cpu }) => (cpu / (load.entries / 1000)).toFixed(3);
const baseName = (base) => (base === 'plain' ? 'plain (trigger)' : `${base} min`);
const worst = (samples) => Math.max(...samples);
const pair = (samples) =>
  samples?.length ? `${round(median(samples))} / ${round(worst(samples))}` : '–';

function printResults(results) {
  printTable(
    'Refreshing under load, milliseconds as p50 / max',
    [
      'base bucket',
      'run',
      'round',
      'late visible after',
      'not seen',
      'summary today',
      'pages today',
      'write of a batch',
    ],
    results.map(({ base, name, rounds, probes, reports, load }) => [
      baseName(base),
      name,
      pair(rounds),
      pair(probes?.seen),
      probes ? `${probes.unseen} of ${probes.unseen + probes.seen.length}` : '–',
      pair(reports.summary),
      pair(reports.pages),
      pair(load.writes),
    ]),
  );
  printTable(
    'Processor seconds of PostgreSQL for 1,000 entries, reports and probes included',
    ['base bucket', 'run', 'entries a second', 'CPU seconds'],
    results.map(({ base, name, load, cpu }) => [
      baseName(base),
      name,
      (load.entries / load.seconds).toFixed(0),
      processorCost({ load, cpu }),
    ]),
  );
}
