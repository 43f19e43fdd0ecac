// What all suites of the page share: one service with its data, and one browser.
import type { Browser, Page } from 'playwright-core';
import { currentLists } from '../support/current-lists.js';
import { startSystemOn, type System } from '../support/system-on-queue.js';
import { startChromium } from './browser/chromium.js';
import { settled } from './browser/settled.js';
import { signedIn } from './browser/sign-in.js';
import { Visitor } from './browser/visitor.js';
import { type Data, fill } from './data.js';

export interface Stage extends Data {
  system: System;
  browser: Browser;
  /** Opens a browser profile that knows nothing of the others. */
  visitor(base?: string): Promise<Visitor>;
  /** Opens one that is signed in to the account of the data. */
  reader(): Promise<Visitor>;
  stop(): Promise<void>;
}

/** Secrets can be kept, messages be sent to this machine, and visitors are judged. */
const SETTINGS = {
  ...{ SECRET_KEY: 'ab'.repeat(32), WEBHOOK_ALLOW_PRIVATE: 'true' },
  BEHAVIOUR: 'visitor',
};

export async function startStage(): Promise<Stage> {
  const [system, browser] = await Promise.all([
    startSystemOn('postgres', {
      env: { ...SETTINGS, VERIFY_LISTS: currentLists() },
    }),
    startChromium(),
  ]);
  const data = await fill(system);
  const storageState = await signedIn(browser, system.base, data.tenant.apiKey);
  return {
    ...{ system, browser, ...data },
    visitor: (base = system.base) => Visitor.come(browser, base),
    reader: () => Visitor.come(browser, system.base, { storageState }),
    stop: async () => {
      await browser.close();
      await system.stop();
    },
  };
}

/** Opens a view, by default of the website with the sample log, and waits until it is complete. */
export async function openView(
  stage: Stage,
  visitor: Visitor,
  parameters: Readonly<Record<string, string>> = {},
): Promise<Page> {
  const page = await visitor.open(addressOf(stage, parameters));
  await settled(page, visitor);
  return page;
}

/** The address of a view, by default of the website with the sample log. */
export function addressOf(stage: Stage, parameters: Readonly<Record<string, string>>): string {
  const website = stage.tenant.website.public_id;
  return `./?${new URLSearchParams({ website, ...parameters }).toString()}`;
}
