// The browser of the suites: a Chromium of the machine, because npm's packages bring none.
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { undoneAtEnd } from '@app/testing';
import { type Browser, chromium } from 'playwright-core';

/** The usual names of the program. The first has no windows, and opens a page in two thirds of the time. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Returns the path of the browser: what BOTGAUGE_TEST_CHROMIUM names, or a program with a usual
 * name. Returns undefined where there is none.
 */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const folders = (env.PATH ?? '').split(delimiter);
  const places = (name: string) =>
    isAbsolute(name) ? [name] : folders.map((folder) => join(folder, name));
  const named = env.BOTGAUGE_TEST_CHROMIUM;
  return (named ? [named] : NAMES).flatMap(places).find(canRun);
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const HOW_TO_GET = 'Debian: apt install chromium-headless-shell, or chromium';

/** A suite that needs a browser: skipped, and said so, where no Chromium is found. */
export function describeInBrowser(name: string, tests: () => void): void {
  if (findChromium()) return describe(name, tests);
  const named = process.env.BOTGAUGE_TEST_CHROMIUM;
  const why = named ? `${named} cannot be run` : 'Chromium is not in PATH';
  console.warn(`Skipped, because ${why} (${HOW_TO_GET}): ${name}`);
  describe.skip(name, tests);
}

/** Starts the browser without a window. It is closed at the end of the suite or program. */
export async function startChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error(`This needs Chromium in PATH (${HOW_TO_GET})`);
  const browser = await chromium.launch({
    executablePath,
    // Chromium refuses to run its sandbox as root, as which containers usually run.
    chromiumSandbox: process.getuid?.() !== 0,
    // Nothing but the pages under test asks the network for anything.
    args: ['--disable-background-networking', '--disable-component-update', '--no-first-run'],
  });
  undoneAtEnd(() => browser.close());
  return browser;
}
