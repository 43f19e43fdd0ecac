// Feeds: from an empty account to a chart by what the page says, and what arrives as the API tells it.
import { aLogEntryInput, eventually, GPTBOT } from '@app/testing';
import type { Page } from 'playwright-core';
import { currentAddress } from '../browser/address.js';
import { get, request, send } from '../../support/http.js';
import type { Tenant } from '../../support/system-on-queue.js';
import { faultsOfLook } from '../browser/accessibility.js';
import { settled } from '../browser/settled.js';
import { signedIn } from '../browser/sign-in.js';
import { Visitor } from '../browser/visitor.js';
import type { Stage } from '../stage.js';

export function feeds(stage: () => Stage): void {
  async function signIn(tenant: Tenant): Promise<Visitor> {
    const { browser, system } = stage();
    const storageState = await signedIn(browser, system.base, tenant.apiKey);
    return Visitor.come(browser, system.base, { storageState });
  }

  const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
  const entries = (host: string, count: number) =>
    Array.from({ length: count }, (_, index) =>
      aLogEntryInput({
        timestamp: new Date().toISOString(),
        host,
        path: `/page-${index}`,
        user_agent: GPTBOT,
      }),
    );

  describe('feeds', () => {
    it('lead from an empty account to a chart, by the configuration that is copied', async () => {
      const { system } = stage();
      const tenant = await system.createTenant();
      await send(system.base, tenant.apiKey, `DELETE /websites/${tenant.website.public_id}`);
      const visitor = await signIn(tenant);
      await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const page = await visitor.open('');
      await page.getByRole('heading', { name: 'There is no website yet' }).waitFor();
      expect(await faultsOfLook(page, 'first-website')).toEqual([]);
      await page.getByLabel('Domain').fill('https://first.example/');
      await page.getByRole('button', { name: 'Add the website' }).click();
      await page.getByText('must be a domain name like shop.example').waitFor();
      await page.getByLabel('Domain').fill('first.example');
      await page.getByRole('button', { name: 'Add the website' }).click();

      await page.getByRole('heading', { name: 'Who sends the logs of first.example?' }).waitFor();
      const search = page.getByLabel('Find a sender');
      await search.fill('Squid');
      await page.getByText(/^No sender has the name Squid/).waitFor();
      // Vector sends the logs of Kubernetes, among others.
      await search.fill('kubernetes');
      const links = region(page, /^Who sends/).getByRole('link');
      expect((await links.allInnerTexts()).every((text) => /Kubernetes/.test(text))).toBe(true);
      await links.filter({ hasText: /^Vector/ }).click();
      const log = page.getByRole('table', { name: /^What its log has/ });
      expect(await log.getByRole('row', { name: /^Countries/ }).innerText()).toMatch(
        /^Countries\s+with geoip2 in the format for nginx\s+visits by country/,
      );
      await page.getByRole('heading', { name: 'Waiting for the first entry …' }).waitFor();
      await page.getByRole('button', { name: 'Make a key and fill it in' }).click();
      await region(page, 'New key').waitFor();
      const block = page.locator('.block').filter({ hasText: 'uri = ' });
      await block.getByRole('button', { name: 'Copy this block' }).click();
      await block.getByRole('button', { name: 'Copied this block' }).waitFor();
      const copied = await page.evaluate<string>('navigator.clipboard.readText()');
      const uri = /uri = "(.*)"/.exec(copied)?.[1] ?? '';
      const key = /x-api-key = "(bot_.*)"/.exec(copied)?.[1] ?? '';
      expect(uri).toBe(`${system.base}/api/v1/logs/json`);
      const deliver = async (body: unknown) => {
        const headers = { 'x-api-key': key, 'content-type': 'application/json' };
        const answer = await request(uri, { method: 'POST', headers, body: JSON.stringify(body) });
        expect(answer.status).toBe(200);
      };

      await deliver([{ nothing: 'to read' }]);
      await page.getByRole('heading', { name: 'Something came, but no entry' }).waitFor();
      await page.getByText('No record could be read as a visit').waitFor();
      await deliver(entries('first.example', 3));
      await page.getByRole('heading', { name: 'The first entry has come' }).waitFor();
      const arrivals = region(page, 'What arrives');
      await arrivals.getByText('No entry has a country: the view Countries stays empty.').waitFor();
      expect(await arrivals.getByText('No entry names its host').count()).toBe(0);
      await arrivals.getByText('can be told when more entries have come').waitFor();
      expect(await currentAddress(page)).not.toContain(key);
      expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain(key);
      await eventually(async () => {
        const { body } = await get(system.base, '/summary', tenant.apiKey);
        expect(body.data.websites[0].total_visits).toBe(3);
      });
      await page.getByRole('link', { name: 'See it in Overview' }).click();
      await region(page, 'Top bots')
        .getByRole('link', { name: /^GPTBot/ })
        .waitFor();
      expect(await region(page, 'Top bots').getByRole('row').last().innerText()).toMatch(/3\s*$/);
      await page.getByRole('link', { name: 'Sources', exact: true }).click();
      await settled(page, visitor);
      expect(await page.locator('body').innerText()).not.toContain(key);
      for (const fault of visitor.takeFaults()) expect(fault).toMatch(/status of 400/);
      await visitor.leave();
    });

    it('show what arrives as the API tells it', async () => {
      const { system } = stage();
      const tenant = await system.createTenant({ domain: 'arrives.example' });
      const deliver = (feed: string, body: unknown) =>
        send(system.base, tenant.botKey, `POST /logs/${feed}`, body);
      await deliver('json', [...entries('arrives.example', 4), { path: '/no-time' }, {}]);
      await deliver('lines', '# a comment\nno line of a log\n');
      await deliver('custom', '{');
      const path = `/websites/${tenant.website.public_id}/feeds`;
      const report = await eventually(async () => {
        const { body } = await get(system.base, path, tenant.apiKey);
        expect(body.data.feeds).toHaveLength(3);
        return body.data.feeds as ShownFeed[];
      });
      const visitor = await signIn(tenant);
      const page = await visitor.open('./?view=feeds');
      await settled(page, visitor);
      for (const { feed, last_24_hours: today, last_30_days: month } of report) {
        const panel = region(page, `Log source ${feed}`);
        const table = panel.getByRole('table', { name: `What came from the log source ${feed}` });
        const rows = table.getByRole('row');
        const shown = (await rows.allInnerTexts()).slice(1).map((row) =>
          row
            .split(/\s*\t\s*/)
            .slice(1)
            .map(Number),
        );
        const counts = [
          'deliveries',
          'records',
          'entries',
          'without_address',
          'skipped',
          'rejected',
          'refused',
        ] as const;
        expect([feed, shown]).toEqual([feed, counts.map((count) => [today[count], month[count]])]);
        for (const word of Object.keys({ ...month.reasons, ...month.refusals }))
          await panel.getByRole('rowheader', { name: word }).waitFor();
      }
      await region(page, 'Log source json').getByText('Last rejects and refusals (2)').click();
      await region(page, 'Log source json').getByText('"path":"/aa-aaaa"').waitFor();
      expect(await faultsOfLook(page, 'feeds')).toEqual([]);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });
  });
}

type Numbers = Record<
  'deliveries' | 'records' | 'entries' | 'without_address' | 'skipped' | 'rejected' | 'refused',
  number
> & { reasons: Record<string, number>; refusals: Record<string, number> };

/** A feed as the API reports it. */
interface ShownFeed {
  feed: string;
  last_24_hours: Numbers;
  last_30_days: Numbers;
}
