import type { BrowserContext, Page } from 'playwright-core';

/**
 * Lets a suite hide a page as if somebody looked at another window. A browser without windows shows
 * every page, so the page is told what a browser would tell it.
 */
export async function canBeHidden(context: BrowserContext): Promise<void> {
  await context.addInitScript(`(() => {
    let state = 'visible';
    Object.defineProperty(document, 'visibilityState', { get: () => state });
    Object.defineProperty(document, 'hidden', { get: () => state === 'hidden' });
    Object.defineProperty(globalThis, 'botgaugeShow', { value: (isShown) => {
      state = isShown ? 'visible' : 'hidden';
      document.dispatchEvent(new Event('visibilitychange'));
    } });
  })();`);
}

export const show = (page: Page): Promise<unknown> => page.evaluate('botgaugeShow(true)');
export const hide = (page: Page): Promise<unknown> => page.evaluate('botgaugeShow(false)');
