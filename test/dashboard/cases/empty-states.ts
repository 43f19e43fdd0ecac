// Where there is nothing to show, the page says why, and leads to what there is.
import { newPublicId } from '@app/access';
import type { Page } from 'playwright-core';
import { currentAddress } from '../browser/address.js';
import { send } from '../../support/http.js';
import { settled } from '../browser/settled.js';
import { signedIn } from '../browser/sign-in.js';
import { Visitor } from '../browser/visitor.js';
import { openView, type Stage } from '../stage.js';

export function emptyStates(stage: () => Stage): void {
  const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
  const people = (page: Page) => page.getByRole('region', { name: 'People', exact: true });

  describe('where there is nothing', () => {
    it('says how to make the first website, and shows it as soon as it is there', async () => {
      const { system, browser } = stage();
      const publicId = newPublicId('account');
      const account = await system.accounts.createAccount({
        ...{ publicId, name: publicId, plan: 'enterprise' },
      });
      const apiKey = await system.createKey('api', account);
      const storageState = await signedIn(browser, system.base, apiKey);
      const visitor = await Visitor.come(browser, system.base, { storageState });
      await visitor.context.clock.install();
      const page = await visitor.open('./');
      await heading(page, 'There is no website yet').waitFor();
      await page.getByText('By command, or by program').click();
      await page.getByText('websites create --account').waitFor();
      await settled(page, visitor);
      const made = await send(system.base, apiKey, 'POST /websites', { domain: 'first.example' });
      expect(made.status).toBe(201);
      await page.clock.fastForward('00:31');
      await heading(page, 'No entries for first.example yet').waitFor();
      expect(await page.getByText('botgauge -- import --website').innerText()).toContain(
        made.body.data.id,
      );
      await settled(page, visitor);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('tells filters that let nothing through from days without visits', async () => {
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor, { bot: 'Nobodybot' });
      await heading(page, 'Nothing fits these filters').waitFor();
      await page.getByRole('link', { name: 'Take all filters away' }).click();
      await people(page).waitFor();
      expect(await currentAddress(page)).not.toContain('bot=');

      const old = await openView(stage(), visitor, {
        ...{ start_date: '2020-02-01', end_date: '2020-02-02' },
      });
      await heading(old, 'No visits in 1 – 2 Feb 2020').waitFor();
      await old.getByRole('link', { name: 'Show these days' }).click();
      await people(old).waitFor();
      await settled(old, visitor);
      expect(await people(old).locator('.figure').innerText()).not.toBe('0');
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('says of a bot and of a page that they were not there', async () => {
      const visitor = await stage().reader();
      const bot = await openView(stage(), visitor, { view: 'bots', bot: 'Nobodybot' });
      await bot.getByText(/^Nobodybot did not come in .* Choose other days/).waitFor();
      const page = await openView(stage(), visitor, { view: 'pages', exact_path: '/nowhere' });
      await page.getByText(/^Nobody asked for this page in these days/).waitFor();
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('leads from a website of somebody else to those of the account', async () => {
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor, { website: 'ws_nobody' });
      await heading(page, 'This website is not there').waitFor();
      await page.getByRole('link', { name: 'Show the websites of this account' }).click();
      await page.getByRole('link', { name: 'example.com', exact: true }).click();
      await people(page).waitFor();
      await settled(page, visitor);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('says why it cannot show what an address asks for, and what it can', async () => {
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor, { timezone: 'Asia/Kathmandu' });
      await heading(page, 'This cannot be shown').waitFor();
      await page.getByRole('link', { name: /^Show these days without/ }).click();
      await people(page).waitFor();
      await settled(page, visitor);
      for (const fault of visitor.takeFaults()) expect(fault).toMatch(/ 400 /);
      await visitor.leave();
    });
  });
}
