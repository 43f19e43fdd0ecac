// npm run screenshots: starts the demo with the log that comes with the project, and writes the
// pictures of README from it. Needs Chromium.
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { undoAll } from '@app/testing';
import type { Browser } from 'playwright-core';
import { LaunchSite } from '../../apps/launcher/test/launched.js';
import { startChromium } from '../dashboard/browser/chromium.js';
import { settled } from '../dashboard/browser/settled.js';
import { Visitor } from '../dashboard/browser/visitor.js';
import { withFewColours } from './few-colours.js';
import { FOLDER, PICTURES, type Picture, SCALE, SIZE, THEMES } from './pictures.js';

const ROOT = join(import.meta.dirname, '../..');
/** What the demo prints when it is ready: the page with the days of the log, and the way in. */
const SIGN_IN = /^ +(http:\S+)\/\?\S*(#sign-in=\S+)$/m;

export async function main(): Promise<number> {
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void undoAll().then(() => process.exit(130)));
  try {
    const demo = new LaunchSite().launch(['demo', '--keep']);
    await demo.says('Press Ctrl-C');
    const [, base = '', code = ''] = SIGN_IN.exec(demo.output) ?? [];
    const browser = await startChromium();
    const state = await signIn(browser, base, code);
    mkdirSync(join(ROOT, FOLDER), { recursive: true });
    for (const picture of PICTURES) {
      for (const theme of THEMES) await take(browser, { base, state, picture, theme });
    }
    await browser.close();
    return 0;
  } finally {
    await undoAll();
  }
}

type Kept = Awaited<ReturnType<Visitor['context']['storageState']>>;

/** Opens the address that the demo prints, and returns what the browser keeps of it. */
async function signIn(browser: Browser, base: string, code: string): Promise<Kept> {
  const visitor = await Visitor.come(browser, base);
  await settled(await visitor.open(`./${code}`), visitor);
  const kept = await visitor.context.storageState();
  await visitor.leave();
  return kept;
}

interface Shot {
  /** Address of the service. */
  base: string;
  state: Kept;
  picture: Picture;
  theme: (typeof THEMES)[number];
}

async function take(browser: Browser, { base, state, picture, theme }: Shot): Promise<void> {
  const visitor = await Visitor.come(browser, base, {
    storageState: state,
    viewport: SIZE,
    deviceScaleFactor: SCALE,
    colorScheme: theme,
    // Then scroll bars take no room, which would be empty in a picture.
    isMobile: true,
  });
  const shown = await visitor.open(`./${picture.query}`);
  await settled(shown, visitor);
  const file = join(ROOT, FOLDER, `${picture.name}-${theme}.png`);
  writeFileSync(file, withFewColours(await shown.screenshot()));
  const faults = visitor.takeFaults();
  if (faults.length > 0) throw new Error(faults.join('\n'));
  await visitor.leave();
  console.log(`${relative(ROOT, file)}: ${Math.round(statSync(file).size / 1000)} kB`);
}
