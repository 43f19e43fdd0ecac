// Every table and chart can be downloaded as CSV: with the days and filters that are shown, and with
// what it shows.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { exchange } from '../../support/http.js';
import { settled } from '../browser/settled.js';
import { openView, type Stage } from '../stage.js';

const DAYS = { period: 'last_30_days' };
const VIEWS: Readonly<Record<string, Record<string, string>>> = {
  websites: { ...DAYS, website: '' },
  overview: { ...DAYS, category: 'ai_training', timezone: 'Europe/Berlin' },
  bots: { ...DAYS, view: 'bots', category: 'ai_search', exact_path: '/pricing' },
  'new bots': { ...DAYS, view: 'bots', tab: 'new', sort: 'name' },
  'a bot': { ...DAYS, view: 'bots', bot: 'GPTBot', path: '/docs' },
  pages: { ...DAYS, view: 'pages', provider: 'OpenAI', path: '/docs' },
  'pages never read by AI': { ...DAYS, view: 'pages', tab: 'unread', sort: 'path' },
  hosts: { ...DAYS, view: 'hosts', sort: '-bot_visits' },
  'a host': { ...DAYS, host: 'example.com', timezone: 'Europe/Berlin' },
  'bots of a host': { ...DAYS, view: 'bots', host: 'example.com', category: 'ai_search' },
  coverage: { ...DAYS, view: 'coverage', tab: 'unread', category: 'ai_search' },
  'a page': { ...DAYS, view: 'pages', exact_path: '/pricing', category: 'ai_search' },
};

/** These show sums of the rows of their download, or the first ones of another order. */
const OTHERS = ['Status codes', 'Verified', 'Pages most read by AI'];
/** So many rows are shown; the download has all. */
const FIRST_ROWS: Readonly<Record<string, number>> = {
  ...{ 'Top bots': 8, 'New bots': 6, 'Pages it read': 15 },
};
const MOST_ROWS = 50;

/** The names of the rows of a panel, without what stands beside them. A chart has none. */
const namesIn = (title: string) => `Array.from(
  document.querySelectorAll('.panel[aria-label="${title}"] > .scroll tbody th :is(a, .inside:not(:has(a)))'),
  (name) => name.title || name.firstChild.textContent)`;

export function downloads(stage: () => Stage): void {
  describe('a download', () => {
    it.each(Object.keys(VIEWS))('is what is shown, and what the API answers: %s', async (name) => {
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor, VIEWS[name]);
      for (const chart of await page.getByText('Show as table').all()) await chart.click();
      await settled(page, visitor);
      const links = await page.locator('a.csv').all();
      expect(links.length).toBeGreaterThan(0);
      for (const link of links) {
        const panel = link.locator('xpath=ancestor::section[1]');
        const title = (await panel.getAttribute('aria-label')) ?? '';
        const csv = await downloaded(page, link);
        expect([title, csv]).toEqual([title, await answerOf(link)]);
        if (OTHERS.includes(title)) continue;
        const rows = csv.trimEnd().split('\r\n').slice(1);
        const names = await page.evaluate<string[]>(namesIn(title));
        const missing = names.filter(
          (shown) => !rows.some((row) => row.split(',').includes(shown)),
        );
        expect([title, missing]).toEqual([title, []]);
        if (names.length > 0 && names.length < (FIRST_ROWS[title] ?? MOST_ROWS))
          expect([title, rows.length]).toEqual([title, names.length]);
      }
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });
  });

  async function downloaded(page: Page, link: Locator): Promise<string> {
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    return readFile(await download.path(), 'utf8');
  }

  /** Asks what a link asks, with a key. */
  async function answerOf(link: Locator): Promise<string> {
    const { system, tenant } = stage();
    const url = `${system.base}/${await link.getAttribute('href')}`;
    const answer = await exchange(url, { headers: { 'x-api-key': tenant.apiKey } });
    expect(answer.status).toBe(200);
    return answer.text;
  }
}
