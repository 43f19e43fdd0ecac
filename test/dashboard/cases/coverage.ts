// The view of coverage shows what the API tells of it, and where the pages come from.
import type { CoveredPage } from '@app/contracts';
import { Sitemaps } from '@app/storage';
import { get, send } from '../../support/http.js';
import { settled } from '../browser/settled.js';
import { openView, type Stage } from '../stage.js';
import { csvOf, downloaded, inFull, panel, rowsOf } from './numbers.js';

const DAYS = 'period=last_30_days';

interface Report {
  of: string;
  counts: { pages: number; read: number };
  categories: { pages: number }[];
  bots: { name: string; pages: number }[];
  pages: CoveredPage[];
}

export function coverage(stage: () => Stage): void {
  const reading = () => ({
    base: stage().system.base,
    apiKey: stage().tenant.apiKey,
    id: stage().tenant.website.public_id,
  });
  const report = async (query = ''): Promise<Report> => {
    const { base, apiKey, id } = reading();
    const path = `/websites/${id}/coverage?${DAYS}&${query}`;
    return (await get(base, path, apiKey)).body.data as Report;
  };
  const listed = (pages: readonly CoveredPage[]) =>
    pages.map(({ path, human_visits, ai_bot_visits, error_visits, read_by }) => [
      ...[path, inFull(human_visits), inFull(ai_bot_visits), inFull(error_visits)],
      inFull(read_by),
    ]);
  const sitemap = (method: 'PUT' | 'DELETE', body?: object) => {
    const { base, apiKey, id } = reading();
    return send(base, apiKey, `${method} /websites/${id}/sitemap`, body);
  };

  describe('the view of coverage', () => {
    afterAll(() => sitemap('DELETE'));

    it('shows which of the pages that people read AI bots read, without a sitemap', async () => {
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor, { view: 'coverage', period: 'last_30_days' });
      await page.getByText('No sitemap is known yet').waitFor();
      await settled(page, visitor);
      const { of, counts, categories, bots, pages } = await report();
      expect([of, pages.length > 1, counts.read > 0]).toEqual(['visited', true, true]);
      const all = new RegExp(`AI bots read ${inFull(counts.read)} of the ${inFull(counts.pages)} `);
      await page.getByText(all).waitFor();
      const read = panel(page, 'What AI bots read');
      const [ofCategories, ofBots] = await Promise.all([
        rowsOf(read.getByRole('table').first()),
        rowsOf(read.getByRole('table').last()),
      ]);
      expect(ofCategories.map((row) => row[1])).toEqual(categories.map((one) => inFull(one.pages)));
      expect(ofBots.map((row) => [row[0]?.split('\n')[0], row[1]])).toEqual(
        bots.map((bot) => [expect.stringContaining(bot.name), inFull(bot.pages)]),
      );
      const rows = await rowsOf(panel(page, 'Pages by visits of browsers').getByRole('table'));
      expect(rows.map((row) => row.slice(0, 5))).toEqual(listed(pages));
      expect(rows.map((row) => row.at(-1) === 'never')).toEqual(
        pages.map((one) => one.last_read === null),
      );
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('shows the pages of a sitemap, and parts of them', async () => {
      const [first] = (await report()).pages;
      await sitemap('PUT', { addresses: [first?.path, '/nobody-was-here', 'https://x.test/'] });
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor, { view: 'coverage', period: 'last_30_days' });
      await page.getByText('It lists 2 pages, as it was given').waitFor();
      await page.getByText('Left out: 1 address of other websites.').waitFor();
      await page.getByText('of the 2 pages of the sitemap').waitFor();
      await page.getByRole('link', { name: 'Never read' }).click();
      await settled(page, visitor);
      const table = panel(page, 'Pages by visits of browsers').getByRole('table');
      const { pages } = await report('show=never_read');
      expect(await rowsOf(table)).toHaveLength(pages.length);
      expect((await rowsOf(table)).at(-1)?.[0]).toBe('/nobody-was-here');
      expect(await downloaded(page, 'CSV of these pages')).toBe(
        await csvOf(reading(), `coverage?${DAYS}&show=never_read&`),
      );
      await page.getByRole('link', { name: 'Pages browsers opened' }).click();
      await page.getByText('pages that browsers opened').first().waitFor();
      await settled(page, visitor);
      expect(await rowsOf(table)).toHaveLength(
        (await report('of=visited&show=never_read')).pages.length,
      );
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('has the sitemap fetched, and forgets it', async () => {
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor, { view: 'coverage' });
      await page.getByRole('button', { name: 'Fetch it every day' }).click();
      await page.getByText('It is fetched').waitFor();
      await page.getByRole('button', { name: 'Forget it' }).click();
      await page.getByText('No sitemap is known yet').waitFor();
      await page.getByText('It is not fetched.').waitFor();
      await settled(page, visitor);
      expect(visitor.takeFaults()).toEqual([]);
      const sitemaps = new Sitemaps(stage().system.database.pool);
      expect(await sitemaps.find(stage().tenant.website.id)).toBeUndefined();
      await visitor.leave();
    });
  });
}
