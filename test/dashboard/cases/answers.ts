// The view of answers shows what the API counts: content, or an error instead.
import type { BotEntry, PageEntry } from '@app/contracts';
import type { Page } from 'playwright-core';
import { currentAddress } from '../browser/address.js';
import { get } from '../../support/http.js';
import { readGroups, type Reading } from '../../support/reports.js';
import { settled } from '../browser/settled.js';
import { openView, type Stage } from '../stage.js';
import { csvOf, downloaded, inFull, panel, rowsOf } from './numbers.js';

const DAYS = 'period=last_30_days';
/** Tabs of the view, and how the API is asked for them. */
const TABS = [
  ['Bots', '&visitors=bots'],
  ['AI bots', '&visitors=ai_bots'],
  ['Everybody', ''],
] as const;
const CLASSES = [
  ['Content (2xx)', /^2/],
  ['Redirects and not modified (3xx)', /^3/],
  ['Not found (404, 410)', /^(404|410)$/],
] as const;

export function answers(stage: () => Stage): void {
  const reading = (): Reading => ({
    base: stage().system.base,
    apiKey: stage().tenant.apiKey,
    id: stage().tenant.website.public_id,
  });
  const first = async <Name extends 'bots' | 'pages'>(name: Name, query: string) => {
    const { base, apiKey, id } = reading();
    const { body } = await get(base, `/websites/${id}/${name}?${query}`, apiKey);
    return body.data[name] as (Name extends 'bots' ? BotEntry : PageEntry)[];
  };
  const opened = async (parameters: Record<string, string> = {}) => {
    const visitor = await stage().reader();
    const page = await openView(stage(), visitor, {
      ...{ view: 'answers', period: 'last_30_days' },
      ...parameters,
    });
    return { visitor, page };
  };
  const nameAndNumbers = (row: string[]) => [row[0], ...row.slice(-2)];
  /** The share beside the numbers is that of the errors, rounded to a percent or finer. */
  const expectShares = (rows: string[][]) => {
    for (const [share, visits, errors] of rows.map((row) => row.slice(-3))) {
      const exact = (100 * numberOf(errors)) / numberOf(visits);
      // One error of eight visits is 12.5 %, and shown as 13 %.
      expect(Math.abs(Number.parseFloat(share ?? '') - exact)).toBeLessThanOrEqual(0.5);
    }
  };

  describe('the view of answers', () => {
    it.each(TABS)('has the numbers of the API: %s', async (tab, visitors) => {
      const { visitor, page } = await opened();
      await page.getByRole('link', { name: tab, exact: true }).last().click();
      await settled(page, visitor);
      const { series, groups } = await readGroups(
        reading(),
        `${DAYS}&group_by=status&groups=100${visitors}`,
      );
      const chart = panel(page, 'Responses');
      await chart.getByText('Show as table').click();
      const table = chart.getByRole('table');
      await table.waitFor();
      const heads = await table.locator('thead th').allInnerTexts();
      const shown = await rowsOf(table);
      for (const [name, codes] of CLASSES) {
        const column = heads.indexOf(name);
        expect([name, shown.map((row) => row[column])]).toEqual([
          name,
          series.map((_, at) => inFull(sumAt(groups, codes, at))),
        ]);
      }
      const query = `${DAYS}${visitors}&sort=error_visits&limit=20`;
      const bots = (await first('bots', query)).filter(({ error_visits }) => error_visits);
      const botRows = await rowsOf(listOf(page, 'Bots that got errors'));
      expectShares(botRows);
      expect(botRows.map(nameAndNumbers)).toEqual(
        bots.map(({ name, visits, error_visits }) => [name, inFull(visits), inFull(error_visits)]),
      );
      const pages = (await first('pages', query)).filter(({ error_visits }) => error_visits);
      const pageRows = await rowsOf(listOf(page, 'Pages that returned errors'));
      expectShares(pageRows);
      expect(pageRows.map(nameAndNumbers)).toEqual(
        pages.map(({ path, bot_visits, human_visits, error_visits }) => [
          ...[path, inFull(bot_visits + human_visits), inFull(error_visits)],
        ]),
      );
      expect(bots.length * pages.length).toBeGreaterThan(1);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('can be downloaded, and leads to the bot and the page', async () => {
      const { visitor, page } = await opened({ tab: 'ai' });
      const query = `${DAYS}&visitors=ai_bots&sort=error_visits&limit=1000&`;
      for (const [list, what] of [
        ['bots', 'bots by errors'],
        ['pages', 'pages by errors'],
      ] as const)
        expect(await downloaded(page, `CSV of ${what}`)).toBe(
          await csvOf(reading(), `${list}?${query}`),
        );
      const bots = listOf(page, 'Bots that got errors');
      const name = (await rowsOf(bots))[0]?.[0] ?? '';
      await bots.getByRole('link', { name, exact: true }).click();
      await panel(page, name).waitFor();
      expect(new URL(await currentAddress(page)).searchParams.get('bot')).toBe(name);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('says what is not counted, and what to do', async () => {
      const { visitor, page } = await opened({ verification: 'verified' });
      for (const title of ['Responses', 'Bots that got errors', 'Pages that returned errors'])
        expect(await panel(page, title).innerText()).toMatch(
          /not counted by verification. Take this\s+filter away/,
        );
      const of = await opened({ exact_path: '/pricing' });
      expect(await panel(of.page, 'Responses').innerText()).toContain('not counted by page');
      const [row] = await rowsOf(listOf(of.page, 'Pages that returned errors'));
      expect(row?.[0]).toBe('/pricing');
      expect([...visitor.takeFaults(), ...of.visitor.takeFaults()]).toEqual([]);
      await Promise.all([visitor.leave(), of.visitor.leave()]);
    });
  });
}

const listOf = (page: Page, title: string) => panel(page, title).getByRole('table');

function sumAt(
  groups: readonly { name: string | null; series: readonly number[] }[],
  codes: RegExp,
  at: number,
): number {
  const ofClass = groups.filter(({ name }) => codes.test(name ?? ''));
  return ofClass.reduce((sum, { series }) => sum + (series[at] ?? NaN), 0);
}

const numberOf = (shown: string | undefined): number => Number(shown?.replaceAll(',', ''));
