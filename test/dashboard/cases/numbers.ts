// What a reader sees is what the API answers.
import { readFile } from 'node:fs/promises';
import type { BotEntry, PageEntry } from '@app/contracts';
import type { Locator, Page } from 'playwright-core';
import { currentAddress } from '../browser/address.js';
import { exchange, get } from '../../support/http.js';
import {
  readBots,
  readPages,
  readSeries,
  readSummary,
  type Reading,
} from '../../support/reports.js';
import { settled } from '../browser/settled.js';
import { openView, type Stage } from '../stage.js';

/** A table that has no row by then has none. */
const FIRST_ROW_MS = 10_000;

/** The cells of every row of a table, as they are shown. A click may just have asked for them. */
export async function rowsOf(table: Locator): Promise<string[][]> {
  const first = table.locator('tbody tr').first();
  await first.waitFor({ state: 'attached', timeout: FIRST_ROW_MS }).catch(() => undefined);
  const rows = await table.locator('tbody tr').all();
  return Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
}

export const inFull = (count: number | null): string =>
  count === null ? '–' : new Intl.NumberFormat('en-GB').format(count);

export const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Clicks on a link, and returns what it downloads. */
export async function downloaded(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name, exact: true }).click(),
  ]);
  return readFile(await download.path(), 'utf8');
}

/** Returns a report of the API as CSV. */
export async function csvOf({ base, apiKey, id }: Reading, report: string): Promise<string> {
  const url = `${base}/api/v1/websites/${id}/${report}format=csv`;
  return (await exchange(url, { headers: { 'x-api-key': apiKey } })).text;
}

export function numbers(stage: () => Stage): void {
  const reading = (): Reading => ({
    base: stage().system.base,
    apiKey: stage().tenant.apiKey,
    id: stage().tenant.website.public_id,
  });

  describe('what is shown', () => {
    it('are the numbers of the API: overview', async () => {
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor, { compare: 'previous' });
      const summary = await readSummary(reading());
      for (const [title, count] of [
        ['People', summary.people_visits],
        ['Bots', summary.bot_visits],
        ['AI bots', summary.ai_bot_visits],
        ['Sent by AI', summary.ai_referred_visits],
      ] as const)
        expect(await panel(page, title).locator('.figure').innerText()).toBe(inFull(count));
      const series = await readSeries(reading());
      const chart = panel(page, 'Visits');
      await chart.getByText('Show as table').click();
      const shown = await rowsOf(chart.getByRole('table'));
      expect(shown.map((row) => row.slice(1, 5))).toEqual(
        series.map((point) =>
          [
            point.people_visits,
            (point.undecided_visits ?? 0) + (point.not_judged_visits ?? 0),
            point.ai_bot_visits,
            point.bot_visits - point.ai_bot_visits,
          ].map(inFull),
        ),
      );
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('are the numbers of the API: bots, and they can be downloaded', async () => {
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor, { view: 'bots', category: 'search_engine' });
      const bots = await readBots(reading(), 'category=search_engine');
      const all = bots.reduce((sum, { visits }) => sum + visits, 0);
      const table = panel(page, 'Bots').getByRole('table');
      const shown = await rowsOf(table);
      expect(
        shown.map(([name, provider, , visits, , pages, errors]) => [
          ...[name, provider, visits, pages, errors],
        ]),
      ).toEqual(
        bots.map((bot) => [
          ...[bot.name, bot.provider, inFull(bot.visits)],
          ...[inFull(bot.pages_visited), inFull(bot.error_visits)],
        ]),
      );
      expect(bots.length).toBeGreaterThan(1);
      expect(shown.map(([, , , , share]) => share)).toEqual(
        bots.map(({ visits }) => `${Math.round((visits / all) * 100)}%`),
      );
      const csv = await downloaded(page, 'CSV of these bots');
      expect(csv).toBe(await csvOf(reading(), 'bots?category=search_engine&'));
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('are the numbers of the API: one bot', async () => {
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor, { view: 'bots', bot: 'GPTBot' });
      const [bot] = await readBots(reading(), 'bot=GPTBot');
      const pages = await readPages(reading(), 'bot=GPTBot&limit=15');
      const facts = await panel(page, 'GPTBot').locator('dl').innerText();
      expect(facts.split('\n').slice(0, 4)).toEqual([
        ...['Visits', inFull(bot?.visits ?? 0), 'Pages read', inFull(bot?.pages_visited ?? 0)],
      ]);
      expect(await panel(page, 'GPTBot').getByRole('link').last().getAttribute('href')).toBe(
        'https://developers.openai.com/api/docs/bots',
      );
      const read = await rowsOf(panel(page, 'Pages it read').getByRole('table'));
      expect(read.map((row) => [row[0], row.at(-1)])).toEqual(
        pages.map(({ path, bot_visits }) => [path, inFull(bot_visits)]),
      );
      const addresses = await rowsOf(panel(page, 'Verified').getByRole('table'));
      const verdicts = [
        ['Verified', bot?.verified_visits],
        ['Spoofed', bot?.spoofed_visits],
        ['Unverifiable', bot?.unverifiable_visits],
      ] as const;
      expect(addresses.map((row) => [row[0]?.split(' ')[0], row[2]])).toEqual(
        verdicts.filter(([, visits]) => visits).map(([word, visits = 0]) => [word, inFull(visits)]),
      );
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('button', { name: 'Copy' }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
        'User-agent: GPTBot\nDisallow: /',
      );
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it.each([
      ['Read by bots', 'limit=50', 'Bots'],
      ['Read by AI', 'limit=50&ai=some&sort=ai_bot_visits', 'AI bots'],
      ['Never read by AI', 'limit=50&ai=none&sort=human_visits', 'Browsers'],
      ['Read by people', 'limit=50&sort=people_visits', 'People'],
      ['Read by automation', 'limit=50&sort=automation_visits', 'Automation'],
    ])('are the numbers of the API: pages, %s', async (tab, query, column) => {
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor, { view: 'pages', period: 'last_30_days' });
      await page.getByRole('link', { name: tab, exact: true }).click();
      const table = page.getByRole('table', { name: `Pages: ${tab}` });
      await table.waitFor();
      await settled(page, visitor);
      const all = await sorted('pages', `period=last_30_days&only=content&${query}`);
      // These lists have only pages that such visitors read.
      const has =
        column === 'People' ? 'people_visits' : column === 'Automation' && 'automation_visits';
      const pages = all.filter((one) => !has || one[has]);
      expect(pages.length).toBeGreaterThan(0);
      expect((await rowsOf(table)).map((row) => row.slice(0, 6))).toEqual(
        pages.map((one) => [
          one.path,
          ...[one.bot_visits, one.automation_visits, one.ai_bot_visits].map(inFull),
          ...[one.people_visits, one.human_visits].map(inFull),
        ]),
      );
      expect(await table.locator('th[aria-sort=descending]').innerText()).toContain(column);
      const csv = await downloaded(page, 'CSV of these pages');
      const whole = `pages?period=last_30_days&only=content&${query.replace('50', '1000')}&`;
      expect(csv).toBe(await csvOf(reading(), whole));
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('is sorted by the column that one chooses', async () => {
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor, { view: 'bots' });
      const table = panel(page, 'Bots').getByRole('table');
      for (const [how, sort] of [
        ['ascending', 'name'],
        ['descending', '-name'],
      ] as const) {
        await table.locator('button.sort').first().click();
        await table.locator(`th[aria-sort=${how}]`).waitFor();
        await settled(page, visitor);
        const bots = await sorted('bots', `sort=${sort}`);
        expect((await rowsOf(table)).map(([name]) => name)).toEqual(bots.map(({ name }) => name));
        expect(await currentAddress(page)).toContain(`sort=${sort}`);
      }
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });
  });

  /** The rows of a list in an order, which has a cursor beside them. */
  async function sorted<Name extends 'bots' | 'pages'>(name: Name, query: string) {
    const { base, apiKey, id } = reading();
    const { body } = await get(base, `/websites/${id}/${name}?${query}`, apiKey);
    return body.data[name] as (Name extends 'bots' ? BotEntry : PageEntry)[];
  }
}
