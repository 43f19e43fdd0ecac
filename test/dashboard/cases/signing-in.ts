import { createSignInCode } from '@app/access';
import { Sessions } from '@app/storage';
import type { Page } from 'playwright-core';
import { currentAddress } from '../browser/address.js';
import { openView, type Stage } from '../stage.js';

export function signingIn(stage: () => Stage): void {
  const newCode = async () => {
    const { system, tenant } = stage();
    return (await createSignInCode(new Sessions(system.database.pool), tenant.account.id)).code;
  };
  const view = (name: string, query = '') =>
    `./?view=${name}&website=${stage().tenant.website.public_id}${query}`;
  const keyField = (page: Page) => page.getByLabel('API key', { exact: true });
  const overview = (page: Page) => page.getByRole('heading', { name: 'Overview of example.com' });
  /** The browser writes every refused request on its console. */
  const REFUSED = /^console: Failed to load resource: .* 40[13]/;

  describe('signing in', () => {
    it('takes a code once, and removes it from the address', async () => {
      const code = await newCode();
      const first = await stage().visitor();
      const page = await openView(stage(), first, { view: 'bots' });
      // Whoever is not signed in is not refused anything either.
      expect(first.takeFaults()).toEqual([]);
      // The page is open already, so that only the fragment changes.
      await page.goto(`${await currentAddress(page)}#sign-in=${code}`);
      await page.getByRole('heading', { name: 'Bots of example.com' }).waitFor();
      expect(await currentAddress(page)).toMatch(/\/\?website=ws_\w+&view=bots$/);
      const [cookie] = await first.context.cookies();
      expect(cookie).toMatchObject({ name: 'botgauge', httpOnly: true, sameSite: 'Strict' });
      expect(await page.evaluate('document.cookie + JSON.stringify(localStorage)')).not.toContain(
        cookie?.value,
      );
      await first.leave();

      const second = await stage().visitor();
      const late = await second.open(`${view('overview')}#sign-in=${code}`);
      await late.getByText('This address was used before').waitFor();
      expect(await currentAddress(late)).not.toContain(code);
      await keyField(late).fill(stage().tenant.apiKey);
      await late.getByRole('button', { name: 'Sign in' }).click();
      await overview(late).waitFor();
      expect(second.takeFaults()).toEqual([expect.stringMatching(REFUSED)]);
      await second.leave();
    });

    it('says what is wrong with a key, and does not keep a right one', async () => {
      const visitor = await stage().visitor();
      const page = await visitor.open(view('overview'));
      const { apiKey, botKey } = stage().tenant;
      const changed = apiKey.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
      for (const [key, words] of [
        ['hello', 'An API key starts with api_.'],
        [botKey, 'This is a Bot Tracking Key'],
        [changed, 'This is not a valid API key.'],
      ] as const) {
        await keyField(page).fill(key);
        await page.keyboard.press('Enter');
        await page.getByRole('alert').getByText(words).waitFor();
      }
      await keyField(page).fill(apiKey);
      await page.keyboard.press('Enter');
      await overview(page).waitFor();
      expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain(apiKey);
      for (const fault of visitor.takeFaults()) expect(fault).toMatch(REFUSED);
      await visitor.leave();
    });

    it('ends the session on the server when one signs out', async () => {
      const visitor = await stage().visitor();
      const page = await visitor.open(`${view('overview')}#sign-in=${await newCode()}`);
      await overview(page).waitFor();
      const kept = await visitor.context.cookies();
      await page.getByTitle('Settings').click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await keyField(page).waitFor();
      await visitor.context.addCookies(kept);
      await page.reload();
      await keyField(page).waitFor();
      await visitor.leave();
    });

    it('comes back to the same view after the session has ended', async () => {
      const visitor = await stage().visitor();
      const page = await visitor.open(
        `${view('bots', '&period=last_30_days')}#sign-in=${await newCode()}`,
      );
      await page.getByRole('heading', { name: 'Bots of example.com' }).waitFor();
      await page.getByRole('link', { name: 'Googlebot' }).waitFor();
      await stage().system.database.pool.query(
        'DELETE FROM sessions WHERE id = (SELECT max(id) FROM sessions)',
      );
      await page.getByRole('link', { name: 'Pages', exact: true }).click();
      await page.getByText('Your session has ended.').waitFor();
      expect(await currentAddress(page)).toMatch(
        /\?view=pages&website=ws_\w+&period=last_30_days$/,
      );
      await keyField(page).fill(stage().tenant.apiKey);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Pages of example.com' }).waitFor();
      await page.getByRole('link', { name: '/pricing' }).waitFor();
      expect(await currentAddress(page)).toMatch(
        /\?view=pages&website=ws_\w+&period=last_30_days$/,
      );
      await visitor.leave();
    });
  });
}
