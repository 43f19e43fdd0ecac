// What all suites of the page share: one service and one browser.
import type { Browser } from 'playwright-core';
import { startSystemOn, type System } from '../support/system-on-queue.js';
import { startChromium } from './browser/chromium.js';
import { Visitor } from './browser/visitor.js';

export interface Stage {
  system: System;
  browser: Browser;
  /** Opens a browser profile that knows nothing of the others. */
  visitor(base?: string): Promise<Visitor>;
  stop(): Promise<void>;
}

export async function startStage(): Promise<Stage> {
  const [system, browser] = await Promise.all([startSystemOn('postgres'), startChromium()]);
  return {
    system,
    browser,
    visitor: (base = system.base) => Visitor.come(browser, base),
    stop: async () => {
      await browser.close();
      await system.stop();
    },
  };
}
