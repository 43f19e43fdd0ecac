// Figures that could be taken for more than they are: of a period that is not over, of a log that does
// not tell, of an address that asks for what there is not, and of all AI bots together.
import type { Page } from 'playwright-core';
import { currentAddress } from '../browser/address.js';
import { send } from '../../support/http.js';
import { readSummaries, readSummary, type Reading } from '../../support/reports.js';
import { settled } from '../browser/settled.js';
import { openView, type Stage } from '../stage.js';
import { inFull, panel, rowsOf } from './numbers.js';

const DAY_MS = 86_400_000;
const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);

export function fairFigures(stage: () => Stage): void {
  const reading = (): Reading => ({
    base: stage().system.base,
    apiKey: stage().tenant.apiKey,
    id: stage().tenant.website.public_id,
  });
  const change = (page: Page, title: string) => panel(page, title).locator('.change').innerText();

  describe('a figure', () => {
    it('of a period that is over is compared with the days before', async () => {
      const visitor = await stage().reader();
      const days = { start_date: day(4), end_date: day(2) };
      const page = await openView(stage(), visitor, days);
      const query = `start_date=${day(4)}&end_date=${day(2)}&compare=previous`;
      const { previous } = await readSummary(reading(), query);
      expect(await change(page, 'Bots')).toMatch(
        new RegExp(`^[+-]?[\\d,]+% from ${inFull(previous?.bot_visits ?? NaN)} before$`),
      );
      expect(await panel(page, 'Visits').locator('path.unfinished:not([d=""])').count()).toBe(0);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('of a period that is not over is compared with the same hours before', async () => {
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor);
      expect(await change(page, 'Bots')).toMatch(/% from [\d,]+ in the same hours before$/);
      const title = await panel(page, 'Bots').locator('.change').getAttribute('title');
      expect(title).toMatch(/^[\d,]+ until .*:00, [\d,]+ before$/);
      const chart = panel(page, 'Visits');
      await chart.getByText('Show as table').click();
      const rows = await rowsOf(chart.getByRole('table'));
      expect(rows.map(([name]) => /not over yet/.test(name ?? ''))).toEqual([
        ...[false, false, false, false, false, false, true],
      ]);
      await page.goto('./');
      await settled(page, visitor);
      await panel(page, 'All websites')
        .getByText(/change from the same hours before/)
        .waitFor();
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('that the logs do not tell is not known', async () => {
      const { public_id: website } = stage().odd;
      const { websites } = await readSummaries(reading());
      expect(websites.find(({ id }) => id === website)?.referers_logged).toBe(false);
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor, { website, period: 'last_30_days' });
      expect(await panel(page, 'Sent by AI').innerText()).toMatch(
        /^Sent by AI\s+–\s+not known: the logs have no referers$/,
      );
      await panel(page, 'Visitors from AI')
        .getByText(/^Not known: the logs have no/)
        .waitFor();
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('of all AI bots is found by their name, and they are one filter of every view', async () => {
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor, { start_date: day(9), end_date: day(2) });
      await page.locator('#filter').fill('AI');
      await page.locator('#filter').press('Enter');
      await settled(page, visitor);
      expect(new URL(await currentAddress(page)).searchParams.get('visitors')).toBe('ai_bots');
      expect(await page.locator('.chip').innerText()).toMatch(/^Only\s*AI bots/);
      const query = `start_date=${day(9)}&end_date=${day(2)}`;
      const { ai_bot_visits: visits } = await readSummary(reading(), query);
      expect(await panel(page, 'Bots').locator('.figure').innerText()).toBe(inFull(visits));
      const groups = page.getByRole('navigation', { name: 'Views', exact: true }).getByRole('link');
      const tabs = page.getByRole('navigation', { name: /^Views of / }).getByRole('link');
      for (const group of await groups.allInnerTexts()) {
        await groups.getByText(group, { exact: true }).click();
        await settled(page, visitor);
        expect([group, visitor.takeFaults()]).toEqual([group, []]);
        for (const view of (await tabs.allInnerTexts()).slice(1)) {
          await tabs.getByText(view, { exact: true }).click();
          await settled(page, visitor);
          expect([view, visitor.takeFaults()]).toEqual([view, []]);
        }
      }
      const links = visitor.requests.filter(({ status }) => (status ?? 200) >= 400);
      expect(links).toEqual([]);
      await visitor.leave();
    });
  });

  describe('an address', () => {
    it.each([
      ['timezone=Mars/Base', /time zone “Mars\/Base”, which does not exist/],
      ['period=last_week', /names the period “last_week”/],
      ['start_date=2026-02-30&end_date=2026-03-01', /“2026-02-30”, which is no calendar day/],
    ])('with %s says what is wrong', async (query, words) => {
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor, Object.fromEntries(new URLSearchParams(query)));
      await page.getByRole('alert').getByText(words).waitFor();
      await page.getByTitle('Period').click();
      await page.getByRole('link', { name: 'Last 30 days' }).click();
      await settled(page, visitor);
      if (!query.startsWith('timezone')) expect(await page.getByText(words).count()).toBe(0);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });
  });

  describe('a shared link with days', () => {
    it('opens on all of them, and says so when its address asks for others', async () => {
      const { base, apiKey, id } = reading();
      const fields = { name: 'Days', from: day(9), to: day(2) };
      const answer = await send(base, apiKey, `POST /websites/${id}/shares`, fields);
      const { hash } = new URL((answer.body.data as { url: string }).url);
      const visitor = await stage().visitor();
      const page = await visitor.open(`./${hash}`);
      await settled(page, visitor);
      const { bot_visits: all } = await readSummary(
        reading(),
        `start_date=${day(9)}&end_date=${day(2)}`,
      );
      const bots = () => panel(page, 'Bots').locator('.figure').innerText();
      expect(await bots()).toBe(inFull(all));
      expect(new URL(await currentAddress(page)).search).toBe('');
      await page.reload();
      await settled(page, visitor);
      expect(await bots()).toBe(inFull(all));
      await page.goto(`./?start_date=${day(20)}&end_date=${day(5)}`);
      await page
        .getByRole('alert')
        .getByText(/^This link shows .* only\.$/)
        .waitFor();
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });
  });
}
