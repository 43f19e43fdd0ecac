// How long the reports take over HTTP, and what the visits take on disk, in both flavours.
import { Agent, request } from 'node:http';
import { once } from 'node:events';
import { loadConfig } from '../../dist/libs/config/src/index.js';
import { createLogger } from '../../dist/libs/observability/src/index.js';
import { chooseBackend } from '../../dist/libs/queue/src/index.js';
import { migrate, PageDigests, RollUpRefresher } from '../../dist/libs/storage/src/index.js';
import { migrateSince } from './base-bucket.mjs';
import { median, percentile, printTable, progress, round } from './figures.mjs';
import { connect, createDatabase, describeMachine, startApi, startPostgres } from './servers.mjs';
import { printSizes, readSizes } from './sizes.mjs';
import { createWorld, DAY_MS, FOUR_WEBSITES, insertVisits } from './traffic.mjs';

const DAYS = 90;
const WARM_UP = 20;
/** TimescaleDB with visits that came as they happened; `imported`: all of them late. */
const LIVE = 'timescale';
const databaseOf = (flavour) => (flavour === 'imported' ? 'timescale' : flavour);
/** A report that takes longer than this in all is measured with fewer requests. */
const MOST_MS = 20_000;

export async function reports(options) {
  const flavours = options.flavours.split(',');
  const servers = [];
  const results = new Map();
  const sizes = new Map();
  for (const flavour of flavours) {
    const server = await startPostgres(databaseOf(flavour));
    servers.push(server);
    const url = await createDatabase(server, 'bench_reports', databaseOf(flavour));
    const world = await load(url, flavour, Number(options.visits));
    sizes.set(flavour, await readSizes(url, databaseOf(flavour)));
    const base = await startApi(url);
    results.set(flavour, await measure(base, world, Number(options.requests), flavour));
    if (options.hold) console.error({ flavour, url, base, key: world.apiKey });
  }
  console.log((await describeMachine(servers)).join('\n'));
  printLatencies(results);
  printSizes(sizes, Number(options.visits));
  if (options.hold) await new Promise(() => setInterval(() => undefined, 60_000));
}

/** Fills a database day by day, then brings the aggregates up to date, the oldest first. */
async function load(url, flavour, visits) {
  if (flavour === LIVE) {
    await migrateSince(url, DAYS);
  } else {
    await chooseBackend(loadConfig({ DATABASE_URL: url })).migrate();
    await migrate(url, { flavour: databaseOf(flavour) });
  }
  const world = await createWorld(url);
  const client = await connect(url);
  const start = performance.now();
  const now = Date.now();
  const today = now - (now % DAY_MS);
  const perDay = Math.floor(visits / DAYS);
  let next = 1;
  for (let day = 0; day < DAYS; day++) {
    const from = today - (DAYS - 1 - day) * DAY_MS;
    const to = day === DAYS - 1 ? now : from + DAY_MS;
    const slice = {
      first: next,
      count: perDay,
      from,
      to,
      shares: FOUR_WEBSITES,
      late: flavour !== LIVE,
    };
    next = await insertVisits(client, slice);
  }
  progress(`${flavour}: ${next - 1} visits in ${seconds(start)}`);
  if (flavour === LIVE) await materialise(url);
  await digest(url);
  await client.query('VACUUM ANALYZE');
  await client.end();
  return world;
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

const REPORTS = [
  { name: 'summary', path: 'summary' },
  { name: 'bots', path: 'bots' },
  { name: 'pages', path: 'pages' },
  { name: 'timeseries day', path: 'timeseries?interval=day' },
  { name: 'timeseries hour', path: 'timeseries?interval=hour', mostDays: 31 },
  { name: 'timeseries week', path: 'timeseries?interval=week' },
  { name: 'timeseries month', path: 'timeseries?interval=month' },
];

function periods() {
  const first = new Date(Date.now() - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const last = new Date().toISOString().slice(0, 10);
  return [
    { days: 7, query: 'period=last_7_days' },
    { days: 30, query: 'period=last_30_days' },
    { days: DAYS, query: `start_date=${first}&end_date=${last}` },
  ];
}

/** Samples in milliseconds by report and period, of the largest website: one client, one request after the other. */
async function measure(base, { websites, apiKey }, requests, flavour) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const results = new Map();
  for (const { name, path, mostDays = Infinity } of REPORTS) {
    for (const period of periods().filter(({ days }) => days <= mostDays)) {
      const separator = path.includes('?') ? '&' : '?';
      const url = `${base}/api/v1/websites/${websites[0].public_id}/${path}${separator}${period.query}`;
      results.set(`${name}, ${period.days} days`, await sample(agent, url, apiKey, requests));
    }
    progress(`${flavour}: ${name} measured`);
  }
  agent.destroy();
  return results;
}

async function sample(agent, url, key, requests) {
  const samples = [];
  const warm = performance.now();
  for (let i = 0; i < WARM_UP && performance.now() - warm < MOST_MS / 4; i++)
    await timed(agent, url, key);
  const start = performance.now();
  while (samples.length < requests && performance.now() - start < MOST_MS)
    samples.push(await timed(agent, url, key));
  return samples;
}

async function timed(agent, url, key) {
  const start = performance.now();
  const sent = request(url, { agent, headers: { 'x-api-key': key } }).end();
  const [response] = await once(sent, 'response');
  let body = '';
  for await (const chunk of response.setEncoding('utf8')) body += chunk;
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} for ${url}: ${body}`);
  return performance.now() - start;
}

function printLatencies(results) {
  const flavours = [...results.keys()];
  const names = [...results.values().next().value.keys()];
  const cells = (samples) => [
    round(median(samples)),
    round(percentile(samples, 0.99)),
    samples.length,
  ];
  printTable(
    'Reports over HTTP, milliseconds (largest website; one client, keep-alive)',
    ['report', ...flavours.flatMap((flavour) => [`${flavour} p50`, 'p99', 'requests'])],
    names.map((name) => [
      name,
      ...flavours.flatMap((flavour) => cells(results.get(flavour).get(name))),
    ]),
  );
}
