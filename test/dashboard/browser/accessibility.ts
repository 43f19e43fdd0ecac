// What axe finds wrong with a page, and how a page looks, in both themes, narrow and wide.
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { resize } from './resize.js';

/** Run in the page. It is no part of the service. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RUN = `axe.run({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } }).then(({ violations }) => violations
  .flatMap(({ id, help, nodes }) => nodes.map(({ target, failureSummary }) =>
    id + ' (' + help + ') at ' + target.join(' ') + ': ' + failureSummary)))`;

/** Tables that are cut off, because they are wider than their place. */
const CUT_OFF = `Array.from(document.querySelectorAll('.scroll'), (place) => ({
  wide: place.scrollWidth, most: place.clientWidth,
  what: place.closest('[aria-label]')?.getAttribute('aria-label'),
})).filter(({ wide, most }) => wide > most)
  .map(({ what, wide, most }) => 'the table in ' + what + ' needs ' + wide + ' px of ' + most)`;

const THEMES = ['light', 'dark'] as const;
/** A small telephone, or a page at 400 %, and a usual window. */
const WIDTHS = [320, 1280];
const HEIGHT = 900;

/**
 * Looks at a page in each form, and returns what is wrong: violations that axe finds, and content
 * that is cut off or can only be reached by scrolling sideways. With TEST_SCREENSHOTS, it also
 * leaves a picture of each form in that folder.
 *
 * @param name of the pictures
 * @param widths in pixels
 */
export async function faultsOfLook(
  page: Page,
  name: string,
  widths: readonly number[] = WIDTHS,
): Promise<string[]> {
  const before = page.viewportSize();
  const faults: string[] = [];
  for (const width of widths) {
    await resize(page, width, HEIGHT);
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      const found = await violations(page);
      const sideways = await page.evaluate<number>('document.documentElement.scrollWidth');
      if (sideways > width) found.push(`the page is ${sideways} px wide`);
      found.push(...(await page.evaluate<string[]>(CUT_OFF)));
      faults.push(...found.map((fault) => `${name}, ${colorScheme}, ${width} px: ${fault}`));
      await shoot(page, `${name}-${colorScheme}-${width}`);
    }
  }
  await page.emulateMedia({ colorScheme: null });
  if (before) await resize(page, before.width, before.height);
  return faults;
}

/** Returns at which of these widths a page is wider than its window, or has a table that is cut off. */
export async function sidewaysAt(page: Page, widths: readonly number[]): Promise<number[]> {
  const before = page.viewportSize();
  const wider: number[] = [];
  for (const width of widths) {
    await resize(page, width, HEIGHT);
    if (!(await comesToFit(page, width))) wider.push(width);
    await shoot(page, `sideways-${width}`);
  }
  if (before) await resize(page, before.width, before.height);
  return wider;
}

/** How long charts and tables may take to follow a new width: some frames, on a busy machine. */
const FOLLOW_MS = 2_000;

/** Tells whether a page is as wide as its window once what it has has followed the width. */
async function comesToFit(page: Page, width: number): Promise<boolean> {
  for (const end = Date.now() + FOLLOW_MS; ;) {
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
    const cut = await page.evaluate<string[]>(CUT_OFF);
    if (wide <= width && cut.length === 0) return true;
    if (Date.now() > end) return false;
    await page.evaluate('new Promise((followed) => requestAnimationFrame(followed))');
  }
}

async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(AXE);
  return page.evaluate<string[]>(RUN);
}

/** Leaves a picture of the whole page in the folder that TEST_SCREENSHOTS names, if it does. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.TEST_SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
