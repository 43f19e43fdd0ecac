// Everything that is shown stands in the address, and everything can be done by keyboard.
import type { Page } from 'playwright-core';
import { currentAddress } from '../browser/address.js';
import { settled } from '../browser/settled.js';
import { openView, type Stage } from '../stage.js';

export function moving(stage: () => Stage): void {
  /** What the address says, apart from the website. */
  const query = async (page: Page): Promise<Record<string, string>> => {
    const { searchParams } = new URL(await currentAddress(page));
    searchParams.delete('website');
    return Object.fromEntries(searchParams);
  };

  describe('moving through the page', () => {
    it('keeps what is shown in the address: filters, days, back and forward, links', async () => {
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor);
      const visits = () => page.getByRole('region', { name: 'Top bots' }).innerText();
      const unfiltered = await visits();
      await page
        .getByRole('link', { name: /^GPTBot/ })
        .first()
        .click();
      expect(await query(page)).toEqual({ bot: 'GPTBot' });
      await page.getByRole('button', { name: 'Take the filter Bot GPTBot away' }).waitFor();
      await page.getByRole('link', { name: 'Bots', exact: true }).click();
      await page.getByTitle('Period').click();
      await page.getByRole('link', { name: 'Last 30 days' }).click();
      expect(await query(page)).toEqual({ view: 'bots', bot: 'GPTBot', period: 'last_30_days' });
      await settled(page, visitor);
      const whole = await page.locator('main').innerText();

      // Whoever gets the link sees the same.
      const other = await visitor.open(await currentAddress(page));
      await settled(other, visitor);
      expect(await other.locator('main').innerText()).toBe(whole);
      await other.close();

      await page.goBack();
      expect(await query(page)).toEqual({ view: 'bots', bot: 'GPTBot' });
      await page.goBack();
      await page.goBack();
      expect(await query(page)).toEqual({});
      await settled(page, visitor);
      expect(await visits()).toBe(unfiltered);
      await page.goForward();
      expect(await query(page)).toEqual({ bot: 'GPTBot' });
      await page.getByRole('button', { name: 'Take the filter Bot GPTBot away' }).click();
      await settled(page, visitor);
      expect(await visits()).toBe(unfiltered);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('chooses days by two clicks on a chart, and a series by its legend', async () => {
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor, { view: 'bots', group_by: 'category' });
      const chart = page.getByRole('slider');
      const box = await chart.boundingBox();
      if (!box) throw new Error('There is no chart');
      const at = (part: number) => ({ position: { x: box.width * part, y: box.height / 2 } });
      await chart.click(at(0.35));
      await page.getByText('Choose the last one').waitFor();
      await chart.click(at(0.5));
      const { start_date: start = '', end_date: end = '' } = await query(page);
      expect(Date.parse(end) - Date.parse(start)).toBe(86_400_000);
      await settled(page, visitor);
      await page.getByRole('button', { name: 'AI training' }).click();
      expect(await query(page)).toMatchObject({ category: 'ai_training', start_date: start });
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('needs no mouse', async () => {
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor);
      const { keyboard } = page;
      // The single keys, which do nothing in a field.
      await keyboard.press('3');
      expect(await query(page)).toEqual({ view: 'bots' });
      await keyboard.press('m');
      expect(await query(page)).toEqual({ view: 'bots', period: 'last_30_days' });
      await keyboard.press('/');
      await keyboard.type('d3 openai');
      expect(await query(page)).toEqual({ view: 'bots', period: 'last_30_days' });
      await page.getByRole('combobox', { name: /^Filter by/ }).fill('openai');
      await keyboard.press('Enter');
      expect(await query(page)).toMatchObject({ provider: 'OpenAI' });
      await keyboard.press('Escape');
      await keyboard.press('x');
      expect(await query(page)).toEqual({ view: 'bots', period: 'last_30_days' });
      await keyboard.press('?');
      await page.getByText('Take all filters away').waitFor();
      await keyboard.press('Escape');

      // From the start: skip the header, read the chart, choose two days, open a row.
      await page.goto((await currentAddress(page)).replace('&period=last_30_days', ''));
      await settled(page, visitor);
      await keyboard.press('Tab');
      await keyboard.press('Enter');
      expect(await focused(page)).toBe('main');
      await tabTo(page, 'slider');
      await keyboard.press('End');
      await keyboard.press('ArrowLeft');
      await keyboard.press('Enter');
      await keyboard.press('ArrowLeft');
      await keyboard.press('Enter');
      expect(Object.keys(await query(page))).toEqual(['view', 'start_date', 'end_date']);
      await settled(page, visitor);
      await tabTo(page, 'Googlebot');
      await keyboard.press('Enter');
      expect(await query(page)).toMatchObject({ view: 'bots', bot: 'Googlebot' });
      await settled(page, visitor);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });
  });

  async function tabTo(page: Page, wanted: string): Promise<void> {
    for (let tabs = 0; (await focused(page)) !== wanted; tabs++) {
      if (tabs > 60) throw new Error(`Tab never comes to ${wanted}`);
      await page.keyboard.press('Tab');
    }
  }

  /** What has the focus: its id or role, or else its text. */
  const focused = (page: Page) =>
    page.evaluate<string>(
      '(({ id, role, textContent }) => id || role || textContent)(document.activeElement)',
    );
}
