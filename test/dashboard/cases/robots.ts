// The view of robots.txt shows what the API tells of it, and takes a text.
import type { RobotsReport } from '@app/contracts';
import { get } from '../../support/http.js';
import { settled } from '../browser/settled.js';
import { openView, type Stage } from '../stage.js';
import { csvOf, downloaded, inFull, panel, rowsOf } from './numbers.js';

const DAYS = 'period=last_30_days';
const TEXT = 'User-agent: GPTBot\nDisallow: /docs\n\nUser-agent: *\nDisallow: /blog';

export function robots(stage: () => Stage): void {
  const reading = () => ({
    base: stage().system.base,
    apiKey: stage().tenant.apiKey,
    id: stage().tenant.website.public_id,
  });
  const report = async (): Promise<RobotsReport> => {
    const { base, apiKey, id } = reading();
    return (await get(base, `/websites/${id}/robots?${DAYS}`, apiKey)).body.data as RobotsReport;
  };

  describe('the view of robots.txt', () => {
    it('takes a text, and shows who kept to it', async () => {
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor, { view: 'robots', period: 'last_30_days' });
      await page.getByText('No text is known for these days').waitFor();
      await page.getByRole('button', { name: 'Show or replace the text' }).click();
      await page.getByLabel('The text, as the website answers it').fill(TEXT);
      await page.getByLabel('In force from (UTC)').fill('2026-01-01');
      await page.getByRole('button', { name: 'Keep this text' }).click();
      await page.getByText('is in force since 1 Jan').waitFor();
      await settled(page, visitor);

      const { bots } = await report();
      expect(bots.some(({ disallowed_visits: visits }) => visits > 0)).toBe(true);
      const rows = await rowsOf(panel(page, 'Who keeps to it').getByRole('table'));
      expect(rows.map((row) => [row[0]?.split('\n')[0], row[1], row[2]])).toEqual(
        bots.map((bot) => [
          expect.stringContaining(bot.name),
          inFull(bot.disallowed_visits),
          inFull(bot.visits),
        ]),
      );
      // What came under a false name is not theirs.
      const own = (bot: (typeof bots)[number]) =>
        bot.disallowed_visits - bot.disallowed_spoofed_visits;
      const strays = bots.filter((bot) => own(bot) > 0).sort((a, b) => own(b) - own(a));
      const verdict = panel(page, 'Who keeps to it').locator('.verdict-line');
      expect(await verdict.innerText()).toMatch(
        new RegExp(`^${strays.length} of ${bots.length} bots made .*: ${strays[0]?.name} `),
      );
      const gptbot = rows.find(([name]) => name?.startsWith('GPTBot'));
      expect(gptbot?.slice(3, 5)).toEqual(['A part', 'by name']);
      const samples = bots.flatMap((bot) => bot.samples);
      const pages = await rowsOf(panel(page, 'What was not allowed').getByRole('table'));
      expect(pages).toHaveLength(samples.length);
      expect(new Set(pages.map(([path]) => path))).toEqual(
        new Set(samples.map(({ path }) => path)),
      );
      expect(await downloaded(page, 'CSV of who keeps to robots.txt')).toBe(
        await csvOf(reading(), `robots?${DAYS}&`),
      );
      // Whoever opens the form again finds the text in it.
      await page.getByRole('button', { name: 'Show or replace the text' }).click();
      await settled(page, visitor);
      expect(await page.getByLabel('The text, as the website answers it').inputValue()).toBe(TEXT);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('has the text fetched, or not', async () => {
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor, { view: 'robots' });
      await page.getByText('It is not fetched.').waitFor();
      await page.getByRole('button', { name: 'Fetch it every day' }).click();
      await page.getByText('It is fetched').waitFor();
      await page.getByRole('button', { name: 'Fetch it no more' }).click();
      await page.getByText('It is not fetched.').waitFor();
      await settled(page, visitor);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('writes rules against the categories that are chosen', async () => {
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor, { view: 'robots' });
      const rules = panel(page, 'Rules against bots');
      await rules.getByLabel('AI training').check();
      await rules.getByText('User-agent: GPTBot').waitFor();
      await rules.getByLabel('SEO').check();
      await rules.getByText('# Bots of the category seo').waitFor();
      await settled(page, visitor);
      await rules.getByLabel('AI training').uncheck();
      await settled(page, visitor);
      expect(await rules.locator('pre').innerText()).not.toContain('GPTBot');
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });
  });
}
