// Measures how long somebody waits for the page: from opening it, and from a click to the complete
// view, with HTTP, service and browser on this machine.
import { loadavg } from 'node:os';
import type { Browser, Page } from 'playwright-core';
import { startChromium } from '../dashboard/browser/chromium.js';
import { settled } from '../dashboard/browser/settled.js';
import { type Kept, signedIn } from '../dashboard/browser/sign-in.js';
import { Visitor } from '../dashboard/browser/visitor.js';
import { startProcess } from '../support/processes.js';
import { query } from '../support/servers/postgres.js';
import { median, percentile, printTable, progress, round } from './figures.js';
import { type Options, numbersOf } from './options.js';
import { interactiveAfter, WATCH_INTERACTIVE } from './page/interactive.js';
import { refresh, type Step, stepsOf } from './page/steps.js';
import { type Traffic, Wire } from './page/wire.js';
import { load } from './reports/database.js';
import { createDatabase, describeMachine, dropDatabase, startPostgres } from './servers.js';
import { ONE_WEBSITE } from './traffic.js';

const DATABASE = 'bench_page';
const DAYS_SHOWN = [7, 30, 90] as const;

interface Reader {
  browser: Browser;
  /** Of the service. */
  base: string;
  /** Of its database. */
  url: string;
  /** The cookie of somebody who is signed in. */
  state: Kept;
  website: string;
  rounds: number;
}

/** What one look took. */
interface Look extends Traffic {
  ms: number;
  /** When the page took clicks, if it was opened for this look. */
  interactive: number;
}

/** A page that is open and complete. */
interface Opened {
  page: Page;
  visitor: Visitor;
  wire: Wire;
  look: Look;
}

export async function page(options: Options): Promise<void> {
  const visits = numbersOf(options.visits).at(-1) ?? 0;
  const days = Number(options.days);
  const server = await startPostgres('plain');
  const url = await createDatabase(server, DATABASE, 'plain');
  const world = await load(url, { flavour: 'plain', visits, days, shares: ONE_WEBSITE });
  const api = await startProcess('api', { DATABASE_URL: url });
  const browser = await startChromium();
  const website = world.websites[0]?.public_id ?? '';
  const state = await signedIn(browser, api.base, world.apiKey);
  const rounds = Number(options.rounds);
  const reader = { browser, base: api.base, url, state, website, rounds };

  console.log(`\n${await describeMachine([server])}, Chromium ${browser.version()}`);
  console.log(`${visits.toLocaleString('en')} visits over ${days} days, ${rounds} rounds`);
  sayLoad('before');
  await printOpening(reader);
  const steps = await inNewBrowser(reader, 7, '', ({ page }) => stepsOf(page));
  await printSteps(reader, steps);
  await printRefreshes(reader, steps);
  sayLoad('after');
  await browser.close();
  await api.stop();
  await dropDatabase(server, DATABASE);
}

/** Whoever reads the figures must know what else the machine did. */
function sayLoad(when: string): void {
  const [minute = NaN, , quarter = NaN] = loadavg();
  console.log(`Load ${when}: ${round(minute)} in the last minute, ${round(quarter)} in 15 minutes`);
}

/** A browser that has never seen the page opens it. */
async function printOpening(reader: Reader): Promise<void> {
  const rows = [];
  for (const days of DAYS_SHOWN) {
    const looks = await repeated(reader, days, '', async ({ look }) => look);
    const interactive = looks.map((look) => look.interactive);
    const [ms, worst, ...traffic] = figuresOf(looks);
    rows.push([
      ...[days, round(median(interactive)), round(percentile(interactive, 0.9))],
      ...[ms ?? '', worst ?? '', ...traffic],
    ]);
    progress(`opened with ${days} days`);
  }
  printTable(
    'Opening the overview in an empty browser, in milliseconds',
    ['days', 'takes clicks', '90 %', 'complete', '90 %', 'requests', 'one by one', 'KiB'],
    rows,
  );
}

/** Each click is made in a page that has shown nothing but the view where it is made. */
async function printSteps(reader: Reader, steps: readonly Step[]): Promise<void> {
  const rows = [];
  for (const { name, from, click } of steps) {
    for (const days of DAYS_SHOWN) {
      const looks = await repeated(reader, days, from, (opened) => after(opened, click));
      rows.push([name, days, ...figuresOf(looks)]);
    }
    progress(`${name} is measured`);
  }
  printTable(
    'From a click to the complete view, in milliseconds',
    ['view', 'days', 'median', '90 %', 'requests', 'one by one', 'KiB'],
    rows,
  );
}

/** The page asks again every 30 seconds. */
async function printRefreshes(reader: Reader, steps: readonly Step[]): Promise<void> {
  const rows = [];
  for (const { name, from, click } of steps) {
    const looks = await repeated(reader, 7, from, async (opened) => {
      await after(opened, click);
      return after(opened, refresh);
    });
    const unchanged = median(looks.map((look) => look.unchanged));
    const [ms = '', , requests = '', , kib = ''] = figuresOf(looks);
    rows.push([name, ms, requests, unchanged, kib]);
  }
  progress('refreshing is measured');
  printTable(
    'Asking again for a view of 7 days that has not changed',
    ['view', 'ms', 'requests', 'of them 304', 'KiB'],
    rows,
  );
}

function figuresOf(looks: Look[]): string[] {
  const samples = looks.map(({ ms }) => ms);
  const middle = (of: (look: Look) => number) => median(looks.map(of));
  return [
    round(median(samples)),
    round(percentile(samples, 0.9)),
    `${middle(({ requests }) => requests)}`,
    `${middle(({ steps }) => steps)}`,
    round(middle(({ bytes }) => bytes) / 1024),
  ];
}

async function repeated(
  reader: Reader,
  days: number,
  view: string,
  look: (opened: Opened) => Promise<Look>,
): Promise<Look[]> {
  const looks: Look[] = [];
  while (looks.length < reader.rounds) looks.push(await inNewBrowser(reader, days, view, look));
  return looks;
}

/** Opens a view in a browser profile that keeps nothing but the session. */
async function inNewBrowser<Result>(
  { browser, base, url, state, website }: Reader,
  days: number,
  view: string,
  work: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  // Nobody looks as often as this, so the limit of sessions must not be what is measured.
  await query(url, 'TRUNCATE rate_limits');
  const visitor = await Visitor.come(browser, base, { storageState: state });
  await visitor.context.addInitScript(WATCH_INTERACTIVE);
  const page = await visitor.context.newPage();
  const wire = await Wire.of(page);
  await page.goto(`./?website=${website}&${spanOf(days)}${view}`);
  const ms = await settled(page, visitor);
  const look = { ms, interactive: await interactiveAfter(page), ...wire.take() };
  const result = await work({ page, visitor, wire, look });
  const faults = visitor.takeFaults();
  if (faults.length > 0) throw new Error(faults.join('\n'));
  await visitor.leave();
  return result;
}

async function after(
  { page, visitor, wire, look }: Opened,
  act: (page: Page) => Promise<void>,
): Promise<Look> {
  wire.take();
  await act(page);
  return { ...look, ms: await settled(page, visitor), ...wire.take() };
}

function spanOf(days: number): string {
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  const start = day(Date.now() - (days - 1) * 86_400_000);
  return `start_date=${start}&end_date=${day(Date.now())}`;
}
