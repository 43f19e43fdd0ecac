// A chart shows the numbers of the API: as a drawing, as words that are read out, and as a table.
import type { Locator } from 'playwright-core';
import { currentAddress } from '../browser/address.js';
import { readGroups, readSeries, type Reading } from '../../support/reports.js';
import { settled } from '../browser/settled.js';
import { openView, type Stage } from '../stage.js';
import { inFull, rowsOf } from './numbers.js';

export function charts(stage: () => Stage): void {
  const reading = (): Reading => ({
    base: stage().system.base,
    apiKey: stage().tenant.apiKey,
    id: stage().tenant.website.public_id,
  });
  const DAY_MS = 86_400_000;
  const day = (daysAgo: number) =>
    new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);

  /** Opens the table of a chart and returns its rows without the dates. */
  async function tableOf(chart: Locator): Promise<string[][]> {
    await chart.getByText('Show as table').click();
    // It is made when it is opened.
    await chart.getByRole('table').waitFor();
    return (await rowsOf(chart.getByRole('table'))).map((row) => row.slice(1));
  }

  /** The heights of the points of a line that is drawn, in pixels from the top. */
  async function heightsOf(chart: Locator, line: string): Promise<number[]> {
    const drawn = (await chart.locator(line).getAttribute('d')) ?? '';
    return Array.from(drawn.matchAll(/[ML ]?(-?[\d.]+)[ ,](-?[\d.]+)/g), ([, , y]) => Number(y));
  }

  describe('a chart', () => {
    it('shows the days before as a dashed line', async () => {
      const visitor = await stage().reader();
      const days = { start_date: day(7), end_date: day(1) };
      const page = await openView(stage(), visitor, days);
      const chart = page.getByRole('region', { name: 'Visits', exact: true });
      expect(await chart.locator('path.ghost').count()).toBe(0);
      await page.keyboard.press('c');
      await settled(page, visitor);
      expect(await currentAddress(page)).toContain('compare=previous');
      const before = (
        await readSeries(reading(), `start_date=${day(14)}&end_date=${day(8)}&interval=day`)
      ).map(({ total_visits }) => total_visits);
      expect(before).toHaveLength(7);
      expect((await tableOf(chart)).map((row) => row.at(-1))).toEqual(before.map(inFull));

      // On one scale with the bars: the same number of visits is always as many pixels high.
      const heights = await heightsOf(chart, 'path.ghost');
      const [most, least] = [
        before.indexOf(Math.max(...before)),
        before.indexOf(Math.min(...before)),
      ];
      const pixels = (of: number[], at: number) => of[at] ?? NaN;
      const perVisit =
        (pixels(heights, least) - pixels(heights, most)) /
        (pixels(before, most) - pixels(before, least));
      const base = pixels(heights, most) + pixels(before, most) * perVisit;
      expect(perVisit).toBeGreaterThan(0);
      expect(heights).toHaveLength(before.length);
      heights.forEach((y, at) =>
        expect(Math.abs(base - y - pixels(before, at) * perVisit)).toBeLessThan(0.5),
      );
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it.each(['bot', 'provider', 'category', 'status'])(
      'breaks visits down by %s',
      async (group) => {
        const visitor = await stage().reader();
        const page = await openView(stage(), visitor, { group_by: group, interval: 'day' });
        const chart = page.getByRole('region', { name: 'Visits', exact: true });
        const { groups } = await readGroups(reading(), `interval=day&group_by=${group}`);
        const shown = await tableOf(chart);
        expect(shown).toEqual(
          shown.map((_, at) => groups.map(({ series }) => inFull(series[at] ?? 0))),
        );
        const legend = await chart.locator('.legend li b').allInnerTexts();
        expect(legend).toEqual(groups.map(({ visits }) => inFull(visits)));
        expect(visitor.takeFaults()).toEqual([]);
        await visitor.leave();
      },
    );

    it('counts by the hour in the time zone that one chooses', async () => {
      const visitor = await stage().reader();
      const asked = { start_date: day(1), end_date: day(1), timezone: 'Asia/Tokyo' };
      const page = await openView(stage(), visitor, { ...asked, interval: 'hour' });
      const chart = page.getByRole('region', { name: 'Visits', exact: true });
      await page.getByText('Days of Asia/Tokyo', { exact: true }).waitFor();
      const series = await readSeries(
        reading(),
        new URLSearchParams({ ...asked, interval: 'hour' }).toString(),
      );
      const shown = await tableOf(chart);
      const sums = shown.map((row) =>
        row.reduce((sum, count) => sum + Number(count.replace(/\D/g, '')), 0),
      );
      expect(sums).toHaveLength(24);
      expect(sums).toEqual(series.map(({ total_visits }) => total_visits));
      expect(series[8]?.date).toMatch(/T08:00:00\+09:00$/);
      const eighth = chart.getByRole('row').nth(9).locator('th');
      expect(await eighth.innerText()).toMatch(/, 08:00$/);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('reads out each bar by the arrow keys', async () => {
      const visitor = await stage().reader();
      const days = { start_date: day(7), end_date: day(1) };
      const page = await openView(stage(), visitor, days);
      const series = await readSeries(reading(), `start_date=${day(7)}&end_date=${day(1)}`);
      const slider = page.getByRole('slider');
      await slider.focus();
      await page.keyboard.press('Home');
      for (const point of series) {
        const said = (await slider.getAttribute('aria-valuetext')) ?? '';
        expect(said).toContain(`${Number(point.date.slice(8, 10))} `);
        expect(said).toContain(`People ${inFull(point.people_visits)}, `);
        expect(said).toContain(`AI bots ${inFull(point.ai_bot_visits)}, `);
        await page.keyboard.press('ArrowRight');
      }
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('lets go of the first day by Escape, and chooses nothing by one click', async () => {
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor);
      const before = await currentAddress(page);
      const slider = page.getByRole('slider');
      await slider.focus();
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await page.getByText('Choose the last one; Escape lets go.').waitFor();
      await page.keyboard.press('Escape');
      await page.getByText('Choose the last one').waitFor({ state: 'detached' });
      expect(await currentAddress(page)).toBe(before);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });
  });
}
