// Measures how long somebody waits for the page: from opening it, and from a click to the complete
// view, with HTTP, service and browser on this machine.
import type { Browser } from 'playwright-core';
import { startChromium } from '../dashboard/browser/chromium.js';
import { settled } from '../dashboard/browser/settled.js';
import { type Kept, signedIn } from '../dashboard/browser/sign-in.js';
import { Visitor } from '../dashboard/browser/visitor.js';
import { startProcess } from '../support/processes.js';
import { median, percentile, printTable, progress, round } from './figures.js';
import { type Options, numbersOf } from './options.js';
import { type Step, STEPS } from './page/steps.js';
import { load } from './reports/database.js';
import { createDatabase, describeMachine, dropDatabase, startPostgres } from './servers.js';
import { ONE_WEBSITE } from './traffic.js';

const DATABASE = 'bench_page';
const PERIODS = ['last_7_days', 'last_30_days', '90 days'] as const;

interface Reader {
  browser: Browser;
  base: string;
  /** The cookie of somebody who is signed in. */
  state: Kept;
  website: string;
}

/** What one look took. */
interface Look {
  ms: number;
  /** Answers with a body, and those that said that nothing has changed. */
  requests: number;
}

export async function page(options: Options): Promise<void> {
  const rounds = Number(options.rounds);
  const visits = numbersOf(options.visits).at(-1) ?? 0;
  const days = Number(options.days);
  const server = await startPostgres('plain');
  const url = await createDatabase(server, DATABASE, 'plain');
  const world = await load(url, { flavour: 'plain', visits, days, shares: ONE_WEBSITE });
  const api = await startProcess('api', { DATABASE_URL: url });
  const browser = await startChromium();
  const website = world.websites[0]?.public_id ?? '';
  const state = await signedIn(browser, api.base, world.apiKey);
  const reader = { browser, base: api.base, state, website };

  console.log(`\n${await describeMachine([server])}, Chromium ${browser.version()}`);
  await printOpening(reader, rounds);
  await printSteps(reader, rounds);
  await browser.close();
  await api.stop();
  await dropDatabase(server, DATABASE);
}

/** A browser that has never seen the page opens it. */
async function printOpening(reader: Reader, rounds: number): Promise<void> {
  const rows = [];
  for (const period of PERIODS) {
    const looks: Look[] = [];
    for (let round = 0; round < rounds; round++)
      looks.push(await inNewBrowser(reader, (visitor) => open(visitor, queryOf(reader, period))));
    rows.push([period, ...figuresOf(looks)]);
    progress(`opened with ${period}`);
  }
  printTable(
    'From opening the page in an empty browser to the complete overview, in milliseconds',
    ['period', 'median', '90 %', 'requests'],
    rows,
  );
}

/** Each click is made in a page that has shown nothing but the view where it is made. */
async function printSteps(reader: Reader, rounds: number): Promise<void> {
  const rows = [];
  for (const step of STEPS) {
    for (const period of PERIODS) {
      const looks: Look[] = [];
      for (let round = 0; round < rounds; round++)
        looks.push(
          await inNewBrowser(reader, (visitor) => take(visitor, step, queryOf(reader, period))),
        );
      rows.push([step.name, period, ...figuresOf(looks)]);
    }
    progress(`${step.name} is measured`);
  }
  printTable(
    'From a click to the complete view, in milliseconds',
    ['view', 'period', 'median', '90 %', 'requests'],
    rows,
  );
}

function figuresOf(looks: Look[]): string[] {
  const samples = looks.map(({ ms }) => ms);
  const requests = median(looks.map((look) => look.requests));
  return [round(median(samples)), round(percentile(samples, 0.9)), `${requests}`];
}

async function inNewBrowser<Result>(
  { browser, base, state }: Reader,
  work: (visitor: Visitor) => Promise<Result>,
): Promise<Result> {
  const visitor = await Visitor.come(browser, base, { storageState: state });
  const result = await work(visitor);
  const faults = visitor.takeFaults();
  if (faults.length > 0) throw new Error(faults.join('\n'));
  await visitor.leave();
  return result;
}

async function open(visitor: Visitor, query: string): Promise<Look> {
  const opened = await visitor.open(`./${query}`);
  return { ms: await settled(opened, visitor), requests: visitor.requests.length };
}

async function take(visitor: Visitor, { from, click }: Step, query: string): Promise<Look> {
  const opened = await visitor.open(`./${query}${from}`);
  await settled(opened, visitor);
  const before = visitor.requests.length;
  await click(opened);
  return { ms: await settled(opened, visitor), requests: visitor.requests.length - before };
}

function queryOf({ website }: Reader, period: (typeof PERIODS)[number]): string {
  if (period !== '90 days') return `?website=${website}&period=${period}`;
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  const start = day(Date.now() - 89 * 86_400_000);
  return `?website=${website}&start_date=${start}&end_date=${day(Date.now())}`;
}
