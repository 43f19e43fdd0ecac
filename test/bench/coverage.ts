// Measures how long the reports `coverage` and `robots` take over HTTP, for the pages of a sitemap,
// for those that people read, and for a robots.txt that changed meanwhile, in both flavours.
import { RobotsTexts, Sitemaps } from '@app/storage';
import type { TestFlavour } from '@app/testing';
import { loadavg } from 'node:os';
import pg from 'pg';
import { startProcess } from '../support/processes.js';
import { connect } from '../support/servers/postgres.js';
import { cpuSeconds, cpuSecondsOf } from './cpu.js';
import { type Cell, median, percentile, printTable, progress, round } from './figures.js';
import { listOf, numbersOf, type Options } from './options.js';
import { latencies, throughput } from './reports/clients.js';
import { load } from './reports/database.js';
import {
  createDatabase,
  describeMachine,
  dropDatabase,
  type Server,
  startPostgres,
} from './servers.js';
import { ONE_WEBSITE, pathOf } from './traffic.js';

interface Plan {
  visits: number;
  days: number;
  /** Paths that are visited, and addresses of the sitemap. */
  paths: number;
  requests: number;
  hold: boolean;
}

const DATABASE = 'bench_coverage';
/** This share of the addresses of the sitemap was never asked for by anybody. */
const NEVER_VISITED = 0.1;

const QUESTIONS = [
  ['pages of the sitemap', 'coverage?of=sitemap'],
  ['those never read', 'coverage?of=sitemap&show=never_read'],
  ['those with errors', 'coverage?of=sitemap&show=errors'],
  ['those not read by GPTBot', 'coverage?of=sitemap&show=never_read&bot=GPTBot'],
  ['1,000 of them', 'coverage?of=sitemap&limit=1000'],
  ['pages that people read', 'coverage?of=visited'],
  ['who keeps to robots.txt', 'robots?limit=1000'],
] as const;
const PERIODS = [7, 30, 90];
/** So long is asked for the processor time, which depends less on what else the machine does. */
const CPU_SECONDS = 4;

export async function coverage(options: Options): Promise<void> {
  const plan: Plan = {
    visits: numbersOf(options.visits).at(-1) ?? 0,
    days: Number(options.days),
    paths: Number(options.paths),
    requests: Number(options.requests),
    hold: options.hold,
  };
  for (const flavour of listOf(options.flavour) as TestFlavour[]) {
    const server = await startPostgres(flavour);
    const rows = await measure(server, flavour, plan);
    console.log(`\n${await describeMachine([server])}`);
    printTable(
      `Milliseconds p50 / p99 / of processor time of coverage: ${plan.paths} addresses, ${plan.visits} visits over ${plan.days} days`,
      ['report', ...PERIODS.map((days) => `${days} days`)],
      rows,
    );
    const [minute = NaN, , quarter = NaN] = loadavg();
    console.log(`Load: ${round(minute)} in the last minute, ${round(quarter)} in 15 minutes`);
  }
}

async function measure(server: Server, flavour: TestFlavour, plan: Plan): Promise<Cell[][]> {
  const { visits, days, paths, requests } = plan;
  const url = await createDatabase(server, DATABASE, flavour);
  const world = await load(url, { flavour, visits, days, paths, shares: ONE_WEBSITE });
  const [website] = world.websites;
  await listPages(url, website?.id ?? 0, paths);
  await giveRobots(url, website?.id ?? 0);
  const api = await startProcess('api', { DATABASE_URL: url });
  const client = await connect(url);
  const cpu = async () => cpuSeconds(api.pid) + (await cpuSecondsOf(client));
  const rows: Cell[][] = [];
  for (const [name, parameters] of QUESTIONS) {
    const cells = [];
    for (const period of PERIODS) {
      const asked = `${parameters}&start_date=${dayBefore(period - 1)}&end_date=${dayBefore(0)}`;
      const target = {
        url: `${api.base}/api/v1/websites/${website?.public_id}/${asked}`,
        key: world.apiKey,
      };
      const samples = await latencies(target, requests);
      const before = await cpu();
      const { count } = await throughput(target, 1, CPU_SECONDS);
      const cpuMs = (((await cpu()) - before) / count) * 1_000;
      const times = [median(samples), percentile(samples, 0.99), cpuMs].map(round);
      cells.push(times.join(' / '));
    }
    progress(`${flavour}: ${name}: ${cells.join(', ')}`);
    rows.push([name, ...cells]);
  }
  if (plan.hold) {
    console.error({ flavour, url, base: api.base, key: world.apiKey });
    await new Promise<never>(() => setInterval(() => undefined, 60_000));
  }
  await client.end();
  await api.stop();
  await dropDatabase(server, DATABASE);
  return rows;
}

async function listPages(url: string, websiteId: number, count: number): Promise<void> {
  const first = Math.round(count * NEVER_VISITED);
  const paths = Array.from({ length: count }, (_, place) => pathOf(first + place + 1));
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const leftOut = { other_hosts: 0, no_addresses: 0, too_long: 0, beyond_bound: 0, files: 0 };
  await new Sitemaps(pool).keep(websiteId, {
    ...{ paths, leftOut, source: 'given', now: new Date(), files: 1, addresses: count },
  });
  await pool.query('ANALYZE sitemaps');
  await pool.end();
}

/** Three texts with rules for many bots, for some and for all, and with wildcards. */
async function giveRobots(url: string, websiteId: number): Promise<void> {
  const rules = (part: number) =>
    [
      ...['GPTBot', 'ClaudeBot', 'CCBot', 'Bytespider'].map((bot) => `User-agent: ${bot}`),
      ...['Disallow: /', ''],
      ...['bingbot', 'Googlebot'].flatMap((bot) => [
        `User-agent: ${bot}`,
        'Disallow: /*/private',
        '',
      ]),
      'User-agent: *',
      ...Array.from({ length: 40 }, (_, n) => `Disallow: ${pathOf((n + 1) * 10 + part)}`),
      ...['Disallow: /*.pdf$', 'Disallow: /search?q=', 'Allow: /search'],
    ].join('\n');
  const client = await connect(url);
  for (const [part, days] of [90, 40, 5].entries()) {
    const order = { content: rules(part), source: 'given', from: dayBefore(days) } as const;
    await new RobotsTexts(client).keep(websiteId, { ...order, now: new Date() });
  }
  await client.end();
}

function dayBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
