// Settings: websites, keys, sessions and limits, as the API has them before and after.
import { aLogEntryInput, eventually } from '@app/testing';
import type { Page } from 'playwright-core';
import { get, ingest, send } from '../../support/http.js';
import type { Tenant } from '../../support/system-on-queue.js';
import { faultsOfLook } from '../browser/accessibility.js';
import { settled } from '../browser/settled.js';
import { signedIn } from '../browser/sign-in.js';
import { Visitor } from '../browser/visitor.js';
import type { Stage } from '../stage.js';

export function settings(stage: () => Stage): void {
  let tenant: Tenant;
  beforeEach(async () => {
    tenant = await stage().system.createTenant({ domain: 'one.example' });
  });

  const ask = (path: string, key = tenant.apiKey) => get(stage().system.base, path, key);

  async function open(tab: string, apiKey = tenant.apiKey): Promise<[Visitor, Page]> {
    const { browser, system } = stage();
    const storageState = await signedIn(browser, system.base, apiKey);
    const visitor = await Visitor.come(browser, system.base, { storageState });
    const website = tenant.website.public_id;
    const page = await visitor.open(`./?website=${website}&view=settings${tab && `&tab=${tab}`}`);
    await settled(page, visitor);
    return [visitor, page];
  }

  const item = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

  async function domains(): Promise<string[]> {
    const { body } = await ask('/websites');
    return body.data.websites.map(({ domain }: { domain: string }) => domain);
  }

  describe('settings', () => {
    it('make, change and delete websites', async () => {
      const [visitor, page] = await open('');
      await page
        .getByRole('form', { name: 'Add a website' })
        .getByLabel('Domain')
        .fill('two.example');
      await page.getByRole('button', { name: 'Add the website' }).click();
      await page.getByRole('heading', { name: 'Overview of two.example' }).waitFor();
      expect(await domains()).toEqual(['one.example', 'two.example']);

      await page.getByRole('link', { name: 'Settings', exact: true }).click();
      await page.getByRole('button', { name: 'Change two.example' }).click();
      const change = page.getByRole('form', { name: 'Change two.example' });
      await change.getByLabel('Domain').fill('three.example');
      await change.getByLabel('What counts').selectOption('pages');
      await change.getByRole('button', { name: 'Save' }).click();
      await item(page, 'three.example').getByText('Counts pages').waitFor();
      const { body } = await ask('/websites');
      expect(body.data.websites[1]).toMatchObject({ domain: 'three.example', count: 'pages' });

      await page.getByRole('button', { name: 'Delete three.example' }).click();
      const remove = page.getByRole('form', { name: 'Delete three.example' });
      const button = remove.getByRole('button', { name: 'Delete this website' });
      await remove.getByLabel('Type three.example').fill('one.example');
      expect(await button.isDisabled()).toBe(true);
      expect(await faultsOfLook(page, 'settings')).toEqual([]);
      await remove.getByLabel('Type three.example').fill('three.example');
      await button.click();
      await page.getByRole('heading', { name: 'Overview of one.example' }).waitFor();
      expect(await domains()).toEqual(['one.example']);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('make, rotate and end keys, whose values are shown once', async () => {
      const [visitor, page] = await open('keys');
      const newKey = page.getByRole('region', { name: 'New key' });
      const value = () => newKey.locator('code').innerText();
      const form = page.getByRole('form', { name: 'Make an API Key' });
      await form.getByLabel('What it is for').fill('Team <b>reports</b>');
      await form.getByRole('button').click();
      await newKey.waitFor();
      const first = await value();
      expect((await ask('/account', first)).status).toBe(200);
      expect(await faultsOfLook(page, 'settings-keys')).toEqual([]);
      await newKey.getByRole('button', { name: 'I have it' }).click();
      expect(await page.content()).not.toContain(first);

      await page.getByRole('button', { name: 'Rotate Team <b>reports</b>' }).click();
      await page.getByLabel('How long the old key works').selectOption('0');
      await page.getByRole('button', { name: 'Make the new key' }).click();
      await newKey.waitFor();
      const second = await value();
      expect(second).not.toBe(first);
      expect((await ask('/account', second)).status).toBe(200);
      await eventually(async () => expect((await ask('/account', first)).status).toBe(401));

      await page.getByRole('button', { name: 'Revoke Team <b>reports</b>' }).click();
      await page.getByRole('button', { name: 'Revoke it' }).click();
      await page.getByText('2 keys have ended').waitFor();
      await eventually(async () => expect((await ask('/account', second)).status).toBe(401));
      await page.reload();
      await settled(page, visitor);
      expect(await page.content()).not.toContain(second);

      const bot = page.getByRole('form', { name: 'Make a Bot Tracking Key' });
      await bot.getByLabel('What it is for').fill('CDN');
      await bot.getByRole('button').click();
      await newKey.waitFor();
      const sends = async (key: string) =>
        (await send(stage().system.base, key, 'POST /logs/custom', [])).status;
      const cdn = await value();
      expect([200, 400]).toContain(await sends(cdn));
      await newKey.getByRole('button', { name: 'I have it' }).click();
      await page.getByRole('button', { name: 'Rotate CDN' }).click();
      await page.getByRole('button', { name: 'Make the new key' }).click();
      await newKey.waitFor();
      for (const key of [cdn, await value()]) expect([200, 400]).toContain(await sends(key));
      const { body } = await ask(`/websites/${tenant.website.public_id}/keys`);
      const keys = body.data.keys as { name: string; expires_at: string | null }[];
      const ends = keys.filter(({ name }) => name === 'CDN').map(({ expires_at }) => expires_at);
      expect(ends).toHaveLength(2);
      const hours = (Date.parse(ends.find((end) => end !== null) ?? '') - Date.now()) / 3_600_000;
      expect(Math.round(hours)).toBe(24);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('list the browsers that are signed in, and sign one out', async () => {
      const [other, otherPage] = await open('');
      const [visitor, page] = await open('sessions');
      const { body } = await ask('/sessions');
      expect(await page.getByRole('listitem').filter({ hasText: 'Signed in with' }).count()).toBe(
        body.data.sessions.length,
      );
      const foreign = page.getByRole('listitem').filter({ hasNotText: 'this browser' });
      await foreign.getByRole('button', { name: /^End the session/ }).click();
      await foreign.getByRole('button', { name: 'End it' }).click();
      await foreign.filter({ hasText: 'Signed in with' }).waitFor({ state: 'detached' });
      expect((await ask('/sessions')).body.data.sessions).toHaveLength(1);
      await otherPage.reload();
      await otherPage.getByLabel('API key', { exact: true }).waitFor();
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
      await other.leave();
    });

    it('show the limits of the account, and nothing to change to whoever may only read', async () => {
      const { system } = stage();
      const made = await send(system.base, tenant.apiKey, 'POST /keys', {
        name: 'r',
        scope: 'read',
      });
      const visits = [1, 2, 3].map(() =>
        aLogEntryInput({ host: tenant.website.domain, timestamp: Date.now() }),
      );
      await ingest(system.base, tenant.botKey, visits);
      await system.untilVisits(tenant.website, visits.length);
      const [visitor, page] = await open('usage', made.body.data.key);
      const { limits, usage } = (await ask('/account')).body.data;
      expect(usage.month.visits).toBe(visits.length);
      const used = page.locator('dl > div').filter({ hasText: 'Visits since' }).locator('b');
      expect(await used.innerText()).toBe(`${visits.length}`);
      for (const limit of [limits.max_live_keys, limits.total_ingest_requests_per_minute])
        await page.getByText(limit.toLocaleString('en'), { exact: false }).first().waitFor();
      await page.getByText('which may read everything and change nothing').waitFor();
      for (const tab of ['Websites', 'Keys', 'Sessions']) {
        await page.getByRole('link', { name: tab, exact: true }).click();
        await settled(page, visitor);
        const buttons = page.locator('main').getByRole('button');
        expect([tab, await buttons.allInnerTexts()]).toEqual([tab, []]);
      }
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });
  });
}
