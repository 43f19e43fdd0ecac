// AI companies: what their bots read, whom their assistants sent, and the pages between the two.
import type { LandingEntry, ProviderEntry } from '@app/contracts';
import { aLogEntryInput, CHROME, GPTBOT } from '@app/testing';
import type { Page } from 'playwright-core';
import { get, ingest } from '../../support/http.js';
import type { Tenant } from '../../support/system-on-queue.js';
import { faultsOfLook } from '../browser/accessibility.js';
import { currentAddress } from '../browser/address.js';
import { settled } from '../browser/settled.js';
import { signedIn } from '../browser/sign-in.js';
import { Visitor } from '../browser/visitor.js';
import type { Stage } from '../stage.js';
import { csvOf, downloaded, inFull, panel, rowsOf } from './numbers.js';

const DAYS = 'period=last_30_days';
const HOUR_MS = 3_600_000;
const ANSWERING =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot';
const CLAUDEBOT = 'Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)';

export function ai(stage: () => Stage): void {
  let tenant: Tenant;

  /** A day and an hour ago, so that days that are over have them. */
  const visits = (count: number, fields: object) =>
    Array.from({ length: count }, () =>
      aLogEntryInput({ host: 'guide.test', timestamp: Date.now() - 25 * HOUR_MS, ...fields }),
    );

  beforeAll(async () => {
    const { system } = stage();
    tenant = await system.createTenant({ domain: 'guide.test' });
    const entries = [
      ...visits(6, { user_agent: GPTBOT, path: '/guide' }),
      ...visits(2, { user_agent: GPTBOT, path: '/gone', status_code: 404 }),
      ...visits(3, { user_agent: ANSWERING, path: '/guide' }),
      ...visits(4, { user_agent: CLAUDEBOT, path: '/prices' }),
      ...visits(2, { user_agent: CHROME, path: '/guide', referer: 'https://chatgpt.com/' }),
      ...visits(1, { user_agent: CHROME, path: '/prices', referer: 'https://claude.ai/' }),
    ];
    await ingest(system.base, tenant.botKey, entries);
    await system.untilVisits(tenant.website, entries.length);
  });

  async function open(query: string): Promise<[Visitor, Page]> {
    const { browser, system } = stage();
    const storageState = await signedIn(browser, system.base, tenant.apiKey);
    const visitor = await Visitor.come(browser, system.base, { storageState });
    const page = await visitor.open(`./?website=${tenant.website.public_id}&view=ai&${query}`);
    await settled(page, visitor);
    return [visitor, page];
  }
  async function listed<Row>(report: string, query = DAYS): Promise<Row[]> {
    const path = `/websites/${tenant.website.public_id}/${report}?${query}`;
    const { body } = await get(stage().system.base, path, tenant.apiKey);
    return body.data[report] as Row[];
  }
  async function leave(visitor: Visitor): Promise<void> {
    expect(visitor.takeFaults()).toEqual([]);
    await visitor.leave();
  }

  describe('AI companies', () => {
    it('are those of the API, with what they read and whom they sent', async () => {
      const [visitor, page] = await open(DAYS);
      const companies = await listed<ProviderEntry>('providers');
      const table = panel(page, 'AI companies').getByRole('table').first();
      const heads = await table.locator('thead th').allInnerTexts();
      const rows = await rowsOf(table);
      const column = (title: string) =>
        rows.map((row) => row[heads.indexOf(title)]?.split(' ').pop());
      expect(column('Company')).toEqual(companies.map(({ provider }) => provider));
      expect(companies.map(({ provider }) => provider)).toEqual(['OpenAI', 'Anthropic']);
      expect(column('Reads')).toEqual(companies.map(({ reads }) => inFull(reads)));
      expect(column('Training')).toEqual(companies.map((row) => inFull(row.training_reads)));
      expect(column('Assistants')).toEqual(companies.map((row) => inFull(row.assistant_reads)));
      expect(column('Visitors sent')).toEqual(companies.map((row) => inFull(row.sent_visits)));
      expect(companies.map(({ sent_visits: sent }) => sent)).toEqual([2, 1]);
      expect(await faultsOfLook(page, 'ai')).toEqual([]);
      await leave(visitor);
    });

    it('open to their bots, which lead to the view of each', async () => {
      const [visitor, page] = await open(DAYS);
      const company = page.getByRole('button', { name: 'OpenAI' });
      await company.focus();
      await page.keyboard.press('Enter');
      expect(await company.getAttribute('aria-expanded')).toBe('true');
      const bots = page.getByRole('table', { name: 'The bots of OpenAI' });
      expect((await rowsOf(bots)).map(([name]) => name)).toEqual([
        expect.stringMatching(/^GPTBot/),
        expect.stringMatching(/^ChatGPT-User/),
      ]);
      expect(await faultsOfLook(page, 'ai-company')).toEqual([]);
      await bots.getByRole('link', { name: 'ChatGPT-User' }).click();
      await settled(page, visitor);
      expect(await currentAddress(page)).toContain('view=bots');
      expect(await currentAddress(page)).toContain('bot=ChatGPT-User');
      await leave(visitor);
    });

    it('can be taken along as CSV', async () => {
      const [visitor, page] = await open(DAYS);
      const reading = {
        ...{ base: stage().system.base, apiKey: tenant.apiKey },
        id: tenant.website.public_id,
      };
      expect(await downloaded(page, 'CSV of AI companies')).toBe(
        await csvOf(reading, `providers?${DAYS}&compare=previous&`),
      );
      await leave(visitor);
    });
  });

  describe('pages in AI answers', () => {
    it('are crawled, read for an answer, and visited, as the API counts them', async () => {
      const [visitor, page] = await open(DAYS);
      const pages = await listed<LandingEntry>('landings');
      expect(pages.map((row) => [row.path, row.answered_visits, row.sent_visits])).toEqual([
        ['/guide', 3, 2],
        ['/prices', 0, 1],
      ]);
      const rows = await rowsOf(panel(page, 'Pages in AI answers').getByRole('table'));
      expect(rows.map((row) => row.slice(0, 4))).toEqual(
        pages.map((row) => [
          row.path,
          ...[row.crawled_visits, row.answered_visits, row.sent_visits].map(inFull),
        ]),
      );
      await leave(visitor);
    });

    it('are those of one company where a filter names it', async () => {
      const [visitor, page] = await open(`${DAYS}&provider=Anthropic`);
      const [prices, ...others] = await listed<LandingEntry>(
        'landings',
        `${DAYS}&provider=Anthropic`,
      );
      expect(others).toEqual([]);
      const rows = await rowsOf(panel(page, 'Pages in AI answers').getByRole('table'));
      expect(rows.map((row) => row.slice(0, 4))).toEqual([
        ['/prices', inFull(prices?.crawled_visits ?? -1), '0', '1'],
      ]);
      await leave(visitor);
    });
  });
}
