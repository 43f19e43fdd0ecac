// How much room views take: none of them is wider than its window, nothing that is shown moves while
// the rest comes, columns give way by their weight, and paper has all of it.
import type { Page } from 'playwright-core';
import { faultsOfLook, sidewaysAt } from '../browser/accessibility.js';
import { resize } from '../browser/resize.js';
import { settled } from '../browser/settled.js';
import type { Visitor } from '../browser/visitor.js';
import { addressOf, openView, type Stage } from '../stage.js';
import { EVERY_VIEW } from './every-view.js';
import { panel } from './numbers.js';

const NARROW = [320, 360, 390, 480, 560, 640];
/** 720 is half of 1440: a page at 200 %. */
const BETWEEN = [700, 720, 755, 768, 900, 1023];
const WIDE = [1024, 1152, 1280, 1440, 1600, 1920];

/** Adds up what moves without somebody having done something, as browsers measure it. */
const WATCH_SHIFTS = `(() => {
  const seen = { shift: 0, what: [] };
  Object.defineProperty(globalThis, 'botgaugeShifts', { value: seen });
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => {
    if (entry.hadRecentInput) return;
    seen.shift += entry.value;
    seen.what.push(entry.value.toFixed(3) + ' ' + entry.sources.map(({ node }) =>
      node && (node.className || node.nodeName)).join(', '));
  })).observe({ type: 'layout-shift', buffered: true });
})();`;
/** The bound of what people notice is 0.1. */
const MOST_SHIFT = 0.05;
/** Answers come one after the other, as from a service that is not on the same machine. */
const STEPS_MS = [60, 180, 0, 240, 120];

/** The names of the columns of a table that are shown. */
const columnsOf = async (page: Page, title: string) =>
  (await panel(page, title).getByRole('columnheader').allInnerTexts()).map((name) =>
    name.replace(/ [↑↓]$/, ''),
  );

const BOT_COLUMNS = [
  ...['Bot', 'Provider', 'Category', 'Visits', 'Share', 'Pages', 'Errors', 'Verified'],
  ...['First in period', 'Last in period', 'Trend'],
];

/** The largest font of any text below the title of a print, and those of the title. */
const FONTS = `(() => {
  const size = (one) => parseFloat(getComputedStyle(one).fontSize);
  const isShown = (one) => one.getClientRects().length > 0;
  return {
    title: size(document.querySelector('.paper .name')),
    days: size(document.querySelector('.paper p:last-child')),
    notes: Math.max(...Array.from(document.querySelectorAll(
      '.notice, .summary, .foot p, .shared-line, .detail, .change'), (one) => isShown(one) ? size(one) : 0)),
  };
})()`;

export function room(stage: () => Stage): void {
  async function leave(visitor: Visitor): Promise<void> {
    expect(visitor.takeFaults()).toEqual([]);
    await visitor.leave();
  }

  describe('a view', () => {
    it.each(Object.keys(EVERY_VIEW))(
      'is never wider than its window, and cuts no table: %s',
      async (name) => {
        const visitor = await stage().reader();
        const page = await openView(stage(), visitor, EVERY_VIEW[name]);
        expect(await sidewaysAt(page, [...NARROW, ...BETWEEN, ...WIDE])).toEqual([]);
        await leave(visitor);
      },
    );

    it.each(Object.keys(EVERY_VIEW))('moves nothing while its parts come: %s', async (name) => {
      const visitor = await stage().reader();
      await visitor.context.addInitScript(WATCH_SHIFTS);
      let asked = 0;
      await visitor.context.route('**/api/v1/**', async (route) => {
        const wait = STEPS_MS[asked++ % STEPS_MS.length] ?? 0;
        await new Promise((resolve) => setTimeout(resolve, wait));
        await route.continue();
      });
      const page = await visitor.context.newPage();
      for (const width of [390, 1280]) {
        await resize(page, width, 900);
        await page.goto(addressOf(stage(), EVERY_VIEW[name] ?? {}));
        await settled(page, visitor);
        const seen = await page.evaluate<{ shift: number; what: string[] }>('botgaugeShifts');
        expect([width, seen.shift <= MOST_SHIFT ? [] : seen.what]).toEqual([width, []]);
      }
      await leave(visitor);
    });

    it('lets columns give way by their weight, and gives them back', async () => {
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor, { view: 'bots', period: 'last_30_days' });
      const at = async (width: number) => {
        await resize(page, width, 900);
        await settled(page, visitor);
        return columnsOf(page, 'Bots');
      };
      const all = await at(1920);
      // How much of it has room is up to the fonts of the machine.
      expect(all).toEqual(BOT_COLUMNS.filter((name) => all.includes(name)));
      expect(all.length).toBeGreaterThanOrEqual(BOT_COLUMNS.length - 2);
      const few = await at(800);
      expect(few).toEqual(all.filter((name) => few.includes(name)));
      expect(few).not.toContain('First in period');
      expect(few).toEqual(expect.arrayContaining(['Bot', 'Visits', 'Verified']));
      const least = await at(320);
      expect(least).toEqual(expect.arrayContaining(['Bot', 'Visits']));
      expect(least.length).toBeLessThan(few.length);
      expect(await at(1920)).toEqual(all);
      await leave(visitor);
    });

    it('has targets that a finger can hit', async () => {
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor, { view: 'robots', period: 'last_30_days' });
      expect(await faultsOfLook(page, 'targets', [390])).toEqual([]);
      await leave(visitor);
    });
  });

  describe('on paper', () => {
    it.each(['overview', 'bots', 'pages', 'people', 'verification', 'robots.txt', 'websites'])(
      'a view has the website and its days as its title, and nothing to choose: %s',
      async (name) => {
        const visitor = await stage().reader();
        const page = await openView(stage(), visitor, EVERY_VIEW[name]);
        await page.emulateMedia({ media: 'print' });
        const title = page.locator('.paper');
        expect(await title.locator('.name').innerText()).toBe(
          name === 'websites' ? 'All websites' : 'example.com',
        );
        expect(await title.innerText()).toMatch(/\d{1,2}.* 20\d\d, days of UTC/);
        const { title: size, days, notes } = await page.evaluate<Record<string, number>>(FONTS);
        expect(size).toBeGreaterThan(1.5 * (notes ?? NaN));
        expect(days).toBeGreaterThan(notes ?? NaN);
        expect(await page.getByRole('banner').count()).toBe(0);
        expect(await page.getByRole('navigation', { name: /^Views/ }).count()).toBe(0);
        expect(await page.getByRole('combobox').count()).toBe(0);
        // The width of A4 between its margins, to which a browser fits what it prints.
        await resize(page, 718, 1016);
        expect(await sidewaysAt(page, [718])).toEqual([]);
        await leave(visitor);
      },
    );
  });
}
