// Lists: their changes from the days before, what is no content, the last minutes, all websites, and
// everything as a file.
import type { BotEntry, PageEntry } from '@app/contracts';
import { aLogEntryInput, CHROME, GPTBOT } from '@app/testing';
import type { Page } from 'playwright-core';
import { get, ingest } from '../../support/http.js';
import { createWebsite, type Tenant } from '../../support/system-on-queue.js';
import { currentAddress } from '../browser/address.js';
import { settled } from '../browser/settled.js';
import { signedIn } from '../browser/sign-in.js';
import { Visitor } from '../browser/visitor.js';
import type { Stage } from '../stage.js';
import { downloaded, panel, rowsOf } from './numbers.js';

const DAY_MS = 86_400_000;
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

export function lists(stage: () => Stage): void {
  let tenant: Tenant;

  const visits = (count: number, days: number, fields: object) =>
    Array.from({ length: count }, () =>
      aLogEntryInput({ host: 'list.test', timestamp: Date.now() - days * DAY_MS, ...fields }),
    );

  beforeAll(async () => {
    const { system } = stage();
    tenant = await system.createTenant({ domain: 'list.test' });
    const quiet = await createWebsite(system.accounts, tenant.account, 'quiet.test');
    const entries = [
      ...visits(3, 3, { user_agent: GPTBOT, path: '/guide' }),
      ...visits(6, 1, { user_agent: GPTBOT, path: '/guide' }),
      ...visits(9, 1, { user_agent: GPTBOT, path: '/robots.txt' }),
      ...visits(2, 0, { user_agent: GPTBOT, path: '/now', status_code: 404 }),
      ...visits(1, 1, { user_agent: CHROME, path: '/guide' }),
    ];
    const ofQuiet = visits(1, 1, { host: 'quiet.test', user_agent: CHROME, path: '/' });
    await ingest(system.base, tenant.botKey, [...entries, ...ofQuiet]);
    await system.untilVisits(tenant.website, entries.length);
    await system.untilVisits(quiet, 1);
  });

  async function open(query: string, website = tenant.website.public_id): Promise<[Visitor, Page]> {
    const { browser, system } = stage();
    const storageState = await signedIn(browser, system.base, tenant.apiKey);
    const visitor = await Visitor.come(browser, system.base, { storageState });
    const page = await visitor.open(`./?website=${website}&${query}`);
    await settled(page, visitor);
    return [visitor, page];
  }
  async function leave(visitor: Visitor): Promise<void> {
    expect(visitor.takeFaults()).toEqual([]);
    await visitor.leave();
  }
  const columnOf = async (page: Page, name: string, title: string) => {
    const table = panel(page, name).getByRole('table').first();
    const heads = await table.locator('thead th').allInnerTexts();
    const at = heads.findIndex((head) => head.startsWith(title));
    return (await rowsOf(table)).map((row) => row[at]);
  };
  const listed = async <Row>(report: string, query: string) => {
    const path = `/websites/${tenant.website.public_id}/${report}?${query}`;
    return (await get(stage().system.base, path, tenant.apiKey)).body.data[report] as Row[];
  };

  describe('lists', () => {
    it('have the change from the days before where Compare is on, and only there', async () => {
      const days = `start_date=${dayBefore(2)}&end_date=${dayBefore(1)}`;
      const [bot] = await listed<BotEntry & { previous: { visits: number } }>(
        'bots',
        `${days}&compare=previous`,
      );
      expect([bot?.visits, bot?.previous.visits]).toEqual([15, 3]);
      const [visitor, page] = await open(`view=bots&${days}`);
      expect(await columnOf(page, 'Bots', 'Change')).toEqual([undefined]);
      await page.getByRole('button', { name: 'Compare' }).click();
      await settled(page, visitor);
      expect(await columnOf(page, 'Bots', 'Change')).toEqual(['+400%']);
      await page.goto(`./?website=${tenant.website.public_id}&view=pages&compare=previous&${days}`);
      await settled(page, visitor);
      expect(await columnOf(page, 'Pages', 'Change')).toEqual(['+100%']);
      await leave(visitor);
    });

    it('leave out what is no content, until it is asked for', async () => {
      const [visitor, page] = await open('view=pages&period=last_7_days');
      const paths = async () => (await columnOf(page, 'Pages', 'Page')).sort();
      expect(await paths()).toEqual(['/guide', '/now']);
      await page.getByLabel('With files and scans').check();
      await settled(page, visitor);
      const all = await listed<PageEntry>('pages', 'period=last_7_days');
      expect(await paths()).toEqual(all.map(({ path }) => path).sort());
      expect(await paths()).toContain('/robots.txt');
      expect(await currentAddress(page)).toContain('kind=everything');
      await leave(visitor);
    });
  });

  it('shows the last thirty minutes, with the bots that came in them', async () => {
    const [visitor, page] = await open('view=live');
    expect(await panel(page, 'The last thirty minutes').innerText()).toContain('2 visits of bots');
    expect(await columnOf(page, 'Bots of these minutes', 'Visits')).toEqual(['2']);
    expect(await columnOf(page, 'Latest visits of bots', 'Page')).toEqual(['/now', '/now']);
    await leave(visitor);
  });

  it('orders all websites by any column', async () => {
    const [visitor, page] = await open('period=last_7_days', '');
    expect(await columnOf(page, 'All websites', 'Website')).toEqual(['list.test', 'quiet.test']);
    await panel(page, 'All websites').getByRole('button', { name: 'Website' }).click();
    await panel(page, 'All websites').getByRole('button', { name: 'Website' }).click();
    await settled(page, visitor);
    expect(await columnOf(page, 'All websites', 'Website')).toEqual(['quiet.test', 'list.test']);
    const [, errors] = await columnOf(page, 'All websites', 'Errors');
    expect(errors?.split(' ').pop()).toBe('2');
    await leave(visitor);
  });

  it('shows two websites beside each other', async () => {
    const [visitor, page] = await open('period=last_7_days', '');
    await page.getByRole('link', { name: 'Side by side' }).click();
    await panel(page, 'AI companies on both').getByRole('table').waitFor();
    await settled(page, visitor);
    const domains = async () => {
      const head = panel(page, 'Side by side').getByRole('table').locator('thead th');
      return (await head.allInnerTexts()).slice(1);
    };
    expect(await domains()).toEqual(['list.test', 'quiet.test']);
    const figures = await rowsOf(panel(page, 'Side by side').getByRole('table'));
    const last = (text: string | undefined) => text?.split(' ').pop();
    const shown = figures.map(([name, one, other]) => [name, last(one), last(other)]);
    expect(shown.slice(0, 3)).toEqual([
      ['People', '1', '1'],
      ['Bots', '20', '0'],
      ['AI bots', '20', '0'],
    ]);
    const { body } = await get(
      stage().system.base,
      `/websites/${tenant.website.public_id}/providers?period=last_7_days`,
      tenant.apiKey,
    );
    const [openAi] = body.data.providers as { reads: number }[];
    expect(await rowsOf(panel(page, 'AI companies on both').getByRole('table'))).toEqual([
      ['OpenAI', `${openAi?.reads}`, '0', '–', '–'],
    ]);
    const chart = panel(page, 'AI bots');
    expect(await chart.locator('.legend').innerText()).toMatch(/list\.test\s+20\s+quiet\.test\s+0/);
    await page.getByLabel('First website').selectOption('quiet.test');
    await settled(page, visitor);
    expect(await domains()).toEqual(['quiet.test', 'list.test']);
    expect(await currentAddress(page)).toMatch(/tab=ws_\w+(?:,|%2C)ws_\w+/);
    await leave(visitor);
  });

  it('gives everything of a website as one file', async () => {
    const [visitor, page] = await open('view=settings&tab=export');
    const lines = (await downloaded(page, 'All visits as NDJSON')).trim().split('\n');
    expect(lines).toHaveLength(21);
    await leave(visitor);
  });
}
