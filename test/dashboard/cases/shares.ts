// A shared link in the browser of somebody who has nothing else: it shows the numbers of the API, of
// one website and on its days, until it is revoked.
import type { CreatedShareDocument } from '@app/contracts';
import type { Page } from 'playwright-core';
import { currentAddress } from '../browser/address.js';
import { get, send } from '../../support/http.js';
import { readBots, readSummary, type Reading } from '../../support/reports.js';
import { faultsOfLook } from '../browser/accessibility.js';
import { settled } from '../browser/settled.js';
import type { Visitor } from '../browser/visitor.js';
import { openView, type Stage } from '../stage.js';
import { inFull, rowsOf } from './numbers.js';

const DAY_MS = 86_400_000;
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** What a reader may ask for. */
const ALLOWED =
  /^(?:GET|POST|DELETE) \/(?:$|\?|assets\/|api\/v1\/(?:session$|bots(?:$|\?)|websites\/(ws_\w+)\/(?:summary|bots|pages|timeseries|referrals|clients|visitors|countries|coverage|providers|landings)(?:$|\?)))/;

export function shares(stage: () => Stage): void {
  const reading = (): Reading => ({
    base: stage().system.base,
    apiKey: stage().tenant.apiKey,
    id: stage().tenant.website.public_id,
  });

  async function make(body: object = {}): Promise<CreatedShareDocument> {
    const { base, apiKey, id } = reading();
    const fields = { name: 'Our <b>agency</b>', ...body };
    const answer = await send(base, apiKey, `POST /websites/${id}/shares`, fields);
    expect(answer.status).toBe(201);
    return answer.body.data as CreatedShareDocument;
  }

  /** Opens a link in a browser that knows nothing else. */
  async function open(url: string, query = ''): Promise<[Visitor, Page]> {
    const visitor = await stage().visitor();
    const { hash } = new URL(url);
    const page = await visitor.open(`./${query}${hash}`);
    await settled(page, visitor);
    return [visitor, page];
  }

  /** What was asked for and is not for readers. */
  const strayed = (visitor: Visitor) => {
    const { id } = reading();
    return visitor.requests
      .map(({ method, path }) => `${method} ${path}`)
      .filter((request) => {
        const found = ALLOWED.exec(request);
        return !found || (found[1] !== undefined && found[1] !== id);
      });
  };

  const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  const heading = (page: Page, name: string) => page.getByRole('heading', { name });
  const line = (page: Page) => page.locator('.shared-line').innerText();

  describe('a shared link', () => {
    it('shows the numbers of the API, and is taken out of the address', async () => {
      const { url, token } = await make();
      const [visitor, page] = await open(url);
      expect(await currentAddress(page)).not.toContain('#');
      expect(
        await page.evaluate('location.href + document.cookie + JSON.stringify(localStorage)'),
      ).not.toContain(token);
      const [cookie] = await visitor.context.cookies();
      expect(cookie).toMatchObject({ name: 'botgauge', httpOnly: true, sameSite: 'Strict' });
      expect(await line(page)).toContain(
        'Shared with “Our <b>agency</b>”: reports of example.com, all days',
      );
      const summary = await readSummary(reading());
      for (const [title, count] of [
        ['People', summary.people_visits],
        ['Bots', summary.bot_visits],
        ['AI bots', summary.ai_bot_visits],
      ] as const)
        expect(await panel(page, title).locator('.figure').innerText()).toBe(inFull(count));
      await page.getByRole('link', { name: 'Bots', exact: true }).click();
      await heading(page, 'Bots of example.com').waitFor();
      await settled(page, visitor);
      const bots = await readBots(reading());
      const shown = await rowsOf(panel(page, 'Bots').getByRole('table'));
      expect(shown.map(([name, , , visits]) => [name, visits])).toEqual(
        bots.slice(0, 50).map(({ name, visits }) => [name, inFull(visits)]),
      );
      await page.reload();
      await heading(page, 'Bots of example.com').waitFor();
      await settled(page, visitor);
      expect(strayed(visitor)).toEqual([]);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('shows which pages AI bots read, and not where the sitemap comes from', async () => {
      const { url } = await make();
      const [visitor, page] = await open(url);
      await page.getByRole('link', { name: 'AI', exact: true }).click();
      await page.getByRole('link', { name: 'Coverage', exact: true }).click();
      await heading(page, 'Coverage of example.com').waitFor();
      await page.getByText(/^AI bots read/).waitFor();
      await settled(page, visitor);
      expect(await page.getByText('Sitemap of example.com').count()).toBe(0);
      expect(strayed(visitor)).toEqual([]);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('leads to no other website, view or setting', async () => {
      const { url } = await make();
      const [visitor, page] = await open(url);
      const views = await page
        .getByRole('navigation', { name: 'Views', exact: true })
        .getByRole('link')
        .allInnerTexts();
      expect(views).toEqual(['Overview', 'AI', 'Bots', 'Pages', 'People', 'Sources']);
      expect(await page.getByLabel('Website').count()).toBe(0);
      const other = stage().odd.public_id;
      for (const query of [
        `website=${other}`,
        'view=feeds',
        'view=settings',
        'view=spoofed',
        'view=hosts',
        `website=${other}&view=settings&tab=keys`,
        'view=bots&bot=GPTBot',
      ]) {
        await page.goto(`./?${query}`);
        await page.getByRole('heading', { name: /^(?:Overview|Bots) of example\.com$/ }).waitFor();
        await settled(page, visitor);
      }
      for (const key of ['6', '8', '9']) await page.keyboard.press(key);
      await heading(page, 'Bots of example.com').waitFor();
      for (const key of ['7', '2', '4']) await page.keyboard.press(key);
      await settled(page, visitor);
      expect(strayed(visitor)).toEqual([]);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('shows its days and no others', async () => {
      const [from, to] = [dayBefore(5), dayBefore(2)];
      const { url } = await make({ from, to });
      const [visitor, page] = await open(
        url,
        '?period=last_30_days&compare=previous&timezone=Europe/Berlin',
      );
      const summary = await readSummary(reading(), `start_date=${from}&end_date=${to}`);
      expect(summary.total_visits).toBeGreaterThan(0);
      expect(await panel(page, 'Bots').locator('.figure').innerText()).toBe(
        inFull(summary.bot_visits),
      );
      // All of its days need not be named.
      expect(new URL(await currentAddress(page)).search).toBe('');
      await page.getByRole('alert').getByText('A shared link shows days of UTC only.').waitFor();
      expect(await page.getByRole('button', { name: 'Compare' }).count()).toBe(0);
      expect(await panel(page, 'New bots').count()).toBe(0);

      await page.getByTitle('Period').click();
      const choices = page.locator('.period').getByRole('link');
      // Their script comes when the menu is opened.
      await choices.first().waitFor();
      expect(await choices.allInnerTexts()).toEqual(['All days of this link']);
      await page.getByLabel('From', { exact: true }).fill(dayBefore(6));
      await page
        .locator('.period')
        .getByText(/^This link shows /)
        .waitFor();
      expect(await page.getByRole('button', { name: 'Show', exact: true }).isDisabled()).toBe(true);
      await page.getByLabel('From', { exact: true }).fill(dayBefore(3));
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await settled(page, visitor);
      const half = await readSummary(reading(), `start_date=${dayBefore(3)}&end_date=${to}`);
      expect(await panel(page, 'Bots').locator('.figure').innerText()).toBe(
        inFull(half.bot_visits),
      );
      await page.getByRole('button', { name: 'Compare' }).waitFor();

      for (const query of [
        'period=today',
        'start_date=2000-01-01&end_date=2099-12-31',
        'view=bots&tab=new',
        'view=answers',
        'view=answers&tab=ai',
        'view=people',
        'view=people&compare=previous',
        'view=countries',
        'view=bots&country=DE',
        'view=pages&tab=unread',
        'view=bots&bot=GPTBot&compare=previous',
        'exact_path=/pricing&view=pages',
      ]) {
        await page.goto(`./?${query}`);
        await settled(page, visitor);
      }
      for (const key of ['1', 'd', 'w', 'm', 'y', 'c', 'x']) {
        await page.keyboard.press(key);
        await settled(page, visitor);
      }
      const refused = visitor.requests.filter(({ status }) => status === 403);
      expect(refused).toEqual([]);
      expect(strayed(visitor)).toEqual([]);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('is made, copied, opened elsewhere, listed and revoked in the settings', async () => {
      const owner = await stage().reader();
      const page = await openView(stage(), owner, { view: 'settings', tab: 'shares' });
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const form = page.getByRole('form', { name: 'Make a shared link' });
      await form.getByLabel('For whom').fill('A <i>customer</i>');
      await form.getByLabel('First day it shows').fill(dayBefore(3));
      await form.getByLabel('Last day').fill(dayBefore(4));
      await page.getByText('The first day is after the last one.').waitFor();
      expect(await form.getByRole('button').isDisabled()).toBe(true);
      await form.getByLabel('Last day').fill(dayBefore(1));
      await form.getByRole('button').click();
      const made = page.getByRole('region', { name: 'New link' });
      await made.waitFor();
      expect(await faultsOfLook(page, 'settings-shares')).toEqual([]);
      await made.getByRole('button', { name: 'Copy' }).click();
      await made.getByRole('button', { name: 'Copied' }).waitFor();
      const url = (await page.evaluate('navigator.clipboard.readText()')) as string;
      expect(url).toBe(await made.locator('code').innerText());
      expect(url).toMatch(new RegExp(`^${stage().system.base}/#share=[\\w-]{43}$`));
      await made.getByRole('button', { name: 'I have it' }).click();
      expect(await page.content()).not.toContain(url.split('=')[1]);

      const [reader, shown] = await open(url);
      expect(await line(shown)).toContain(
        'Shared with “A <i>customer</i>”: reports of example.com',
      );
      const days = `start_date=${dayBefore(3)}&end_date=${dayBefore(1)}`;
      const summary = await readSummary(reading(), days);
      expect(await panel(shown, 'Bots').locator('.figure').innerText()).toBe(
        inFull(summary.bot_visits),
      );

      await page.reload();
      await settled(page, owner);
      const item = page.getByRole('listitem').filter({ hasText: 'A <i>customer</i>' });
      expect(await item.innerText()).toMatch(/ · token .{4}… · made .* · last used .* · expires /);
      await item.getByRole('button', { name: 'Revoke' }).click();
      await item.getByRole('button', { name: 'Revoke it' }).click();
      await item.waitFor({ state: 'detached' });
      await shown.getByRole('link', { name: 'Bots', exact: true }).click();
      await heading(shown, 'This shared link does not open').waitFor();
      expect(owner.takeFaults()).toEqual([]);
      await Promise.all([owner.leave(), reader.leave()]);
    });

    it('ends when it is revoked, while it is open', async () => {
      const { url, id } = await make();
      const [visitor, page] = await open(url);
      const { base, apiKey } = reading();
      expect((await send(base, apiKey, `DELETE /shares/${id}`)).status).toBe(200);
      await page.getByRole('link', { name: 'Pages', exact: true }).click();
      await heading(page, 'This shared link does not open').waitFor();
      await page.getByText('This link was revoked or has expired.').waitFor();
      visitor.takeFaults();
      await page.goto(`./${new URL(url).hash}`);
      await page.reload();
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      await visitor.leave();
    });

    it('asks before it signs somebody out', async () => {
      const { url } = await make();
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor);
      const kept = await visitor.context.cookies();
      const account = await get(reading().base, '/account', reading().apiKey);
      // The page is open already, so that only the fragment changes.
      await page.goto(`./${new URL(url).hash}`);
      await heading(page, 'Open this shared link?').waitFor();
      await page.getByText(`signed in to the account ${account.body.data.name}`).waitFor();
      expect(await faultsOfLook(page, 'shared-question')).toEqual([]);
      expect(await visitor.context.cookies()).toEqual(kept);
      await page.getByRole('button', { name: 'Stay signed in' }).click();
      await page.getByLabel('Website', { exact: true }).waitFor();
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('is what axe and the policy accept, narrow and wide', async () => {
      const { url } = await make({ from: dayBefore(9), expires_at: '2099-01-01T00:00:00Z' });
      const [visitor, page] = await open(url);
      for (const view of ['overview', 'bots', 'pages', 'answers', 'people', 'countries']) {
        await page.goto(`./?view=${view}`);
        await settled(page, visitor);
        expect(await faultsOfLook(page, `shared-${view}`)).toEqual([]);
        expect(await page.getByRole('region', { name: 'Automation, and why' }).count()).toBe(0);
      }
      await page.getByTitle('Period').click();
      expect(await faultsOfLook(page, 'shared-period')).toEqual([]);
      await page.getByTitle('Settings').click();
      await page.getByRole('button', { name: 'Close this link' }).click();
      await page.getByLabel('API key', { exact: true }).waitFor();
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });
  });
}
