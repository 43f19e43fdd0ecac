// What a reader chooses for this browser, and what the system asks for: colours, keys, motion, paper.
import type { Page } from 'playwright-core';
import { currentAddress } from '../browser/address.js';
import { resize } from '../browser/resize.js';
import { settled } from '../browser/settled.js';
import { openView, type Stage } from '../stage.js';

export function choosing(stage: () => Stage): void {
  const background = (page: Page) =>
    page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
  const LIGHT = 'rgb(246, 247, 249)';
  const DARK = 'rgb(15, 18, 24)';
  const PAPER = 'rgb(255, 255, 255)';

  describe('what one chooses', () => {
    it('has the colours of the system, or those that were chosen', async () => {
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor);
      for (const [colorScheme, colour] of [
        ['dark', DARK],
        ['light', LIGHT],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await background(page)).toBe(colour);
      }
      await page.getByTitle('Settings').click();
      await page.getByLabel('Dark').check();
      expect(await background(page)).toBe(DARK);
      await page.reload();
      await settled(page, visitor);
      expect(await background(page)).toBe(DARK);
      expect(await page.evaluate('Object.keys({ ...localStorage })')).toEqual(['botgauge']);
      await page.getByTitle('Settings').click();
      await page.getByLabel('Light').check();
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await background(page)).toBe(LIGHT);
      await page.getByLabel('As the system').check();
      expect(await background(page)).toBe(DARK);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('needs no single keys, and lets them do nothing', async () => {
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor);
      const before = await currentAddress(page);
      await page.keyboard.press('?');
      await page.getByLabel('Single keys do something').uncheck();
      await page.keyboard.press('Escape');
      expect(await page.evaluate('document.activeElement.title')).toBe('Settings');
      expect(await page.getByLabel('Single keys do something').isVisible()).toBe(false);
      await page.locator('main').focus();
      for (const key of ['3', 'm', 'c', 'x', 'd', '/', '?']) await page.keyboard.press(key);
      expect(await currentAddress(page)).toBe(before);
      expect(await page.getByText('Take all filters away').isVisible()).toBe(false);
      await page.reload();
      await settled(page, visitor);
      await page.keyboard.press('3');
      expect(await currentAddress(page)).toBe(before);
      await page.getByTitle('Settings').click();
      await page.locator('#keys > summary').click();
      await page.getByLabel('Single keys do something').check();
      await page.keyboard.press('Escape');
      await page.keyboard.press('3');
      expect(await currentAddress(page)).toContain('view=bots');
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('moves nothing where the system wants no motion', async () => {
      const visitor = await stage().reader();
      // Answers that do not come: the outlines of what is under way stay.
      await visitor.context.route(/\/api\/v1\/(?!session)/, () => undefined);
      const page = await visitor.open('./');
      await page.locator('.skeleton i').first().waitFor();
      const moving = () => page.evaluate<number>('document.getAnimations().length');
      expect(await moving()).toBe(0);
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      expect(await moving()).toBeGreaterThan(0);
      await visitor.leave();
    });

    it('prints what is shown, on white, without what can only be clicked', async () => {
      const visitor = await stage().reader();
      for (const view of ['overview', 'bots', 'pages']) {
        const page = await openView(stage(), visitor, {
          view,
          bot: view === 'pages' ? 'GPTBot' : '',
        });
        await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
        // The width of A4 between its margins.
        await resize(page, 718, 1016);
        await settled(page, visitor);
        expect(await background(page)).toBe(PAPER);
        for (const name of ['CSV', 'Settings', 'Show as table', 'Compare', 'By day'])
          expect([name, await page.getByText(name).filter({ visible: true }).count()]).toEqual([
            ...[name, 0],
          ]);
        expect(await page.getByRole('table').filter({ visible: true }).count()).toBeGreaterThan(0);
        expect(await page.evaluate(CUT_OFF)).toEqual([]);
        await page.close();
      }
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });
  });

  /** What would be cut off on paper, where nobody can scroll: how wide it is, and how wide it may be. */
  const CUT_OFF = `[document.documentElement, ...document.querySelectorAll('.scroll')]
    .map(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])
    .filter(([wide, most]) => wide > most)`;
}
