// Measures a log that is dropped on the page beside the import of the same log by the command line:
// how long both take, how much memory the browser needs, and whether both count the same.
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { removedAtEnd } from '@app/testing';
import type { Browser } from 'playwright-core';
import { startChromium } from '../dashboard/browser/chromium.js';
import { signedIn } from '../dashboard/browser/sign-in.js';
import { Visitor } from '../dashboard/browser/visitor.js';
import { runCli } from '../support/cli.js';
import { get } from '../support/http.js';
import { writeAccessLog } from './access-log.js';
import { memoryOf } from './cpu.js';
import { megabytes, printTable, progress, round } from './figures.js';
import type { Options } from './options.js';
import { describeMachine, startPostgres } from './servers.js';
import { type BenchSystem, startSystem } from './system.js';

const DAYS = 3;

/** What an import took. */
interface Run {
  name: string;
  seconds: number;
  entries: number;
  /** Bytes: of all processes of the browser that run pages, or of the command. */
  before: number;
  peak: number;
}

export async function drop(options: Options): Promise<void> {
  const lines = Number(options.lines);
  const server = await startPostgres('plain');
  const system = await startSystem(server, {
    flavour: 'plain',
    queue: 'postgres',
    dist: options.dist,
  });
  const [path, packed] = await writeLog(lines);
  const [one, two, three] = system.world.websites.map(({ id }) => id);
  const browser = await startChromium();
  const runs = [
    await importLog(system, path, two ?? ''),
    await dropLog(browser, system, { name: 'dropped', path, website: one ?? '' }),
    await dropLog(browser, system, { name: 'dropped, gzip', path: packed, website: three ?? '' }),
  ];
  const counts: string[] = [];
  for (const website of [two, one, three])
    counts.push(await countsOf(system, website ?? '', lines));
  console.log(`\n${await describeMachine([server])}, Chromium ${browser.version()}`);
  printTable(
    `A log of ${lines} lines, ${megabytes(statSync(path).size)}, as gzip ${megabytes(statSync(packed).size)}`,
    ['way', 'seconds', 'entries', 'memory before', 'most memory'],
    runs.map(({ name, seconds, entries, before, peak }) => [
      ...[name, round(seconds), entries],
      ...[before, peak].map((bytes) => (Number.isNaN(bytes) ? '' : megabytes(bytes))),
    ]),
  );
  const isSame = counts.every((count) => count === counts[0]);
  console.log(`\nBots and pages that the reports count: ${isSame ? 'the same' : 'NOT THE SAME'}`);
  await browser.close();
  await system.stop();
}

/** Writes the log, plain and as gzip. */
async function writeLog(lines: number): Promise<[string, string]> {
  const folder = removedAtEnd(mkdtempSync(join(tmpdir(), 'botgauge-drop-')));
  const path = join(folder, 'access.log');
  await writeAccessLog(path, lines, DAYS);
  writeFileSync(`${path}.gz`, gzipSync(readFileSync(path)));
  progress('the log is written');
  return [path, `${path}.gz`];
}

async function importLog(
  { base, world }: BenchSystem,
  path: string,
  website: string,
): Promise<Run> {
  const started = performance.now();
  const { entries } = await runCli<{ entries: number }>(['import', '--website', website, path], {
    ...{ BOTGAUGE_URL: base, BOTGAUGE_API_KEY: world.apiKey, BOTGAUGE_BOT_KEY: world.botKey },
    IMPORT_STATE_DIR: `${path}.state`,
  });
  progress('imported by the command line');
  return { name: 'import', seconds: secondsSince(started), entries, before: NaN, peak: NaN };
}

async function dropLog(
  browser: Browser,
  { base, world }: BenchSystem,
  { name, path, website }: { name: string; path: string; website: string },
): Promise<Run> {
  const storageState = await signedIn(browser, base, world.apiKey);
  const visitor = await Visitor.come(browser, base, { storageState });
  const page = await visitor.open(`?website=${website}`);
  const field = page.getByLabel(/^Choose logs of/);
  await field.waitFor();
  const before = await memory(browser, 'VmRSS');
  const started = performance.now();
  await field.setInputFiles(path);
  const panel = page.getByRole('region', { name: /^Import of/ });
  const looks = setInterval(() => {
    void panel
      .locator('.summary')
      .first()
      .innerText()
      .then((text) => progress(`${name}: ${text}`));
  }, 5_000);
  const end = panel.getByText(/entries imported/);
  await end.waitFor({ timeout: 3_600_000 });
  clearInterval(looks);
  const seconds = secondsSince(started);
  const peak = await memory(browser, 'VmHWM');
  const entries = Number(/^[\d,]+/.exec(await end.innerText())?.[0].replaceAll(',', ''));
  for (const fault of visitor.takeFaults()) console.log(fault);
  await visitor.leave();
  return { name, seconds, entries, before, peak };
}

/** Returns the memory of the processes that run pages and their workers. */
async function memory(browser: Browser, what: 'VmRSS' | 'VmHWM'): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo
    .filter(({ type }) => type === 'renderer')
    .reduce((sum, { id }) => sum + memoryOf(id, what), 0);
}

/** Waits until everything is counted, and returns what the reports tell, as text. */
async function countsOf(
  { base, world }: BenchSystem,
  website: string,
  visits: number,
): Promise<string> {
  const ever = 'start_date=2010-01-01&end_date=2030-01-01';
  const read = async (report: string) =>
    JSON.stringify((await get(base, `/websites/${website}/${report}${ever}`, world.apiKey)).body);
  while (!(await read('summary?')).includes(`"total_visits":${visits},`))
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  return (await read('bots?')) + (await read('pages?limit=1000&'));
}

const secondsSince = (started: number): number => (performance.now() - started) / 1_000;
