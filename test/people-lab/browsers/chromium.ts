import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { undoneAtEnd } from '@app/testing';
import { findChromium } from '../../dashboard/browser/chromium.js';
import type { LabBrowser, Tab } from './browser.js';

const OPENS_TAB = (link: { setAttribute(name: string, value: string): void }) =>
  link.setAttribute('target', '_blank');
const NOT_SPARED = new Set(['document', 'script', 'xhr', 'fetch']);

/** @param fingerprint of the only certificate that it trusts beside the usual ones */
export function findChromiums(fingerprint: string): LabBrowser {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('Chromium is not in PATH (apt install chromium)');
  const running = new Map<string | undefined, Promise<Browser>>();
  return {
    name: 'chromium',
    async open({ door, agent, isSparse }) {
      const browser = running.get(agent) ?? start(executablePath, fingerprint, agent);
      running.set(agent, browser);
      const context = await (
        await browser
      ).newContext({ proxy: { server: `http://127.0.0.1:${door}` } });
      if (isSparse) await loadSparsely(context);
      return { tab: tabOf(await context.newPage()), close: () => context.close() };
    },
  };
}

/** There is one process for each agent: service workers know nothing of the agent of a profile. */
async function start(
  executablePath: string,
  fingerprint: string,
  agent: string | undefined,
): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath,
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      // It is trusted, and not an error that is ignored: of those nothing would be cached.
      `--ignore-certificate-errors-spki-list=${fingerprint}`,
      '--disable-component-update',
      ...(agent === undefined ? [] : [`--user-agent=${agent}`]),
    ],
  });
  undoneAtEnd(() => browser.close());
  return browser;
}

/** With this, nothing is cached. */
function loadSparsely(context: BrowserContext): Promise<unknown> {
  return context.route('**/*', (route) =>
    NOT_SPARED.has(route.request().resourceType()) ? route.continue() : route.abort(),
  );
}

function tabOf(page: Page): Tab {
  return {
    visit: async (address) => void (await page.goto(address)),
    click: async (selector) => {
      await page.click(selector);
      await page.waitForLoadState();
    },
    clickForNewTab: async (selector) => {
      await page.locator(selector).evaluate(OPENS_TAB);
      const opened = page.waitForEvent('popup');
      await page.click(selector);
      await (await opened).waitForLoadState();
    },
    back: async () => void (await page.goBack()),
    reload: async () => void (await page.reload()),
  };
}
