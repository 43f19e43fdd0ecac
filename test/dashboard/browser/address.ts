import type { Page } from 'playwright-core';

/**
 * Returns the address of a page as the page itself knows it. `page.url()` is told of a change later,
 * so after a key or a click it may still say where the page was.
 */
export function currentAddress(page: Page): Promise<string> {
  return page.evaluate<string>('location.href');
}
