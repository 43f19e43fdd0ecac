// The scripts of views are loaded when they are opened, and what happens when one does not come.
import type { Page, Route } from 'playwright-core';
import { currentAddress } from '../browser/address.js';
import { settled } from '../browser/settled.js';
import { signedIn } from '../browser/sign-in.js';
import { Visitor } from '../browser/visitor.js';
import type { Stage } from '../stage.js';

export function lazy(stage: () => Stage): void {
  const PAGES_SCRIPT = /\/assets\/pages-[\w-]+\.js$/;
  /** The browser writes every script that did not come on its console, and why. */
  const NOT_LOADED = /pages-[\w-]+\.js/;

  async function open(): Promise<{ visitor: Visitor; page: Page }> {
    const { system, browser } = stage();
    const { apiKey } = await system.createTenant();
    const storageState = await signedIn(browser, system.base, apiKey);
    const visitor = await Visitor.come(browser, system.base, { storageState });
    const page = await visitor.open('');
    await settled(page, visitor);
    return { visitor, page };
  }

  const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
  const scripts = (visitor: Visitor) =>
    visitor.requests.flatMap(({ path }) => /\/(\w+)-[\w-]+\.js$/.exec(path)?.[1] ?? []);

  describe('the script of a view', () => {
    it('is loaded when the view is opened, or is about to be', async () => {
      const { visitor, page } = await open();
      expect(scripts(visitor)).toEqual(expect.arrayContaining(['index', 'overview']));
      expect(scripts(visitor)).not.toContain('bots');
      await link(page, 'Bots').hover();
      await settled(page, visitor);
      expect(scripts(visitor)).toContain('bots');
      expect(scripts(visitor)).not.toContain('pages');
      await page.keyboard.press('4');
      await page.getByRole('heading', { name: /^Pages/, level: 2 }).waitFor();
      expect(scripts(visitor).filter((name) => name === 'pages')).toHaveLength(1);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('can be asked for again when it did not come', async () => {
      const { visitor, page } = await open();
      const lose = (route: Route) => route.abort();
      await page.route(PAGES_SCRIPT, lose);
      await page.keyboard.press('4');
      await page.getByText('The service answers, but this part did not come.').waitFor();
      await page.unroute(PAGES_SCRIPT, lose);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('heading', { name: /^Pages/, level: 2 }).waitFor();
      for (const fault of visitor.takeFaults()) expect(fault).toMatch(NOT_LOADED);
      await visitor.leave();
    });

    it('says so when the service is not reached', async () => {
      const { visitor, page } = await open();
      await visitor.context.setOffline(true);
      await page.keyboard.press('4');
      await page.getByText('The service cannot be reached from this browser. Look').waitFor();
      await visitor.context.setOffline(false);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('heading', { name: /^Pages/, level: 2 }).waitFor();
      expect(visitor.takeFaults()).not.toEqual([]);
      await visitor.leave();
    });

    it('says that the page was updated when a new release has other scripts', async () => {
      const { visitor, page } = await open();
      const update = async (route: Route) => {
        const answer = await route.fetch();
        const html = (await answer.text()).replace(/index-[\w-]+\.js/, 'index-other.js');
        await route.fulfill({ response: answer, body: html });
      };
      await page.route(PAGES_SCRIPT, (route) => route.fulfill({ status: 404, body: '{}' }));
      await page.route(`${stage().system.base}/`, update);
      await page.keyboard.press('4');
      await page.getByRole('heading', { name: 'Botgauge was updated' }).waitFor();
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Load the page again' }).click();
      await page.getByRole('heading', { name: /^Pages/, level: 2 }).waitFor();
      expect(await currentAddress(page)).toContain('view=pages');
      for (const fault of visitor.takeFaults()) expect(fault).toMatch(NOT_LOADED);
      await visitor.leave();
    });
  });
}
