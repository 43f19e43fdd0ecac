// Hosts and countries: what the views of them show, what their filters count, and how a host becomes
// a website.
import type { CountryEntry, HostEntry } from '@app/contracts';
import { aLogEntryInput, GPTBOT } from '@app/testing';
import type { Page } from 'playwright-core';
import { get, ingest, send } from '../../support/http.js';
import { readBots, type Reading, readSeries } from '../../support/reports.js';
import { createWebsite, type Tenant } from '../../support/system-on-queue.js';
import { faultsOfLook } from '../browser/accessibility.js';
import { currentAddress } from '../browser/address.js';
import { settled } from '../browser/settled.js';
import { signedIn } from '../browser/sign-in.js';
import { Visitor } from '../browser/visitor.js';
import type { Stage } from '../stage.js';
import { csvOf, downloaded, inFull, panel, rowsOf } from './numbers.js';

const DAYS = 'period=last_30_days';
const FOREIGN = 'www.my-shop.test';
const HOUR_MS = 3_600_000;

/** What is shown in several lines, or is heard only, as one line. */
const inOneLine = (text: string | undefined) => text?.replace(/\s+/g, ' ');

export function dimensions(stage: () => Stage): void {
  let tenant: Tenant;
  let blog: { public_id: string };

  /** An hour ago, so that the last hour that is over has them. */
  const visits = (count: number, host: string, fields: object = {}) =>
    Array.from({ length: count }, (_, index) =>
      aLogEntryInput({ host, timestamp: Date.now() - HOUR_MS, path: `/${index}`, ...fields }),
    );

  beforeAll(async () => {
    const { system } = stage();
    tenant = await system.createTenant({ domain: 'shop.test' });
    const website = await createWebsite(system.accounts, tenant.account, 'blog.test');
    blog = website;
    const bot = { user_agent: GPTBOT };
    const ofShop = [
      ...visits(5, 'shop.test', { country: 'DE' }),
      ...visits(3, 'www.shop.test', { ...bot, country: 'US', status_code: 404 }),
      ...visits(2, FOREIGN, { country: 'DE' }),
      ...visits(1, '203.0.113.7', bot),
    ];
    await ingest(system.base, tenant.botKey, [...ofShop, ...visits(4, 'blog.test')]);
    await system.untilVisits(tenant.website, ofShop.length);
    await system.untilVisits(website, 4);
  });

  const reading = (id = tenant.website.public_id): Reading => ({
    ...{ base: stage().system.base, apiKey: tenant.apiKey, id },
  });
  async function listed<Row>(report: string, id?: string): Promise<Row[]> {
    const { base, apiKey, id: website } = reading(id);
    const { body } = await get(base, `/websites/${website}/${report}${DAYS}`, apiKey);
    return body.data[report.split('?')[0] as string] as Row[];
  }

  async function open(query: string, apiKey = tenant.apiKey): Promise<[Visitor, Page]> {
    const { browser, system } = stage();
    const storageState = await signedIn(browser, system.base, apiKey);
    const visitor = await Visitor.come(browser, system.base, { storageState });
    const website = query.includes('website=') ? '' : `website=${tenant.website.public_id}&`;
    const page = await visitor.open(`./?${website}${query}`);
    await settled(page, visitor);
    return [visitor, page];
  }
  const figure = (page: Page, title: string) => panel(page, title).locator('.figure').innerText();
  const counts = (row: HostEntry | CountryEntry) =>
    [
      ...[row.total_visits, row.human_visits, row.bot_visits, row.ai_bot_visits],
      ...[row.spoofed_visits, row.error_visits],
    ].map(inFull);

  describe('hosts', () => {
    it('are those of the API, with the websites that they belong to', async () => {
      const [visitor, page] = await open(`view=hosts&${DAYS}`);
      const table = panel(page, 'Hosts').getByRole('table');
      const hosts = await listed<HostEntry>('hosts?');
      expect(hosts).toHaveLength(4);
      const rows = await rowsOf(table);
      expect(rows.map((row) => [row[0], ...row.slice(2, 8)])).toEqual(
        hosts.map((row) => [row.host, ...counts(row)]),
      );
      expect(rows.map((row) => [row[0], inOneLine(row[1])])).toEqual([
        ['shop.test', 'this website'],
        ['www.shop.test', 'this website'],
        [FOREIGN, 'none Add this website my-shop.test'],
        // An address is no domain.
        ['203.0.113.7', 'none'],
      ]);
      expect(await downloaded(page, 'CSV of these hosts')).toBe(
        await csvOf(reading(), `hosts?${DAYS}&limit=1000&`),
      );
      await table.getByRole('button', { name: 'Host' }).click();
      await settled(page, visitor);
      expect(await currentAddress(page)).toContain('sort=host');
      expect((await rowsOf(table)).map(([host]) => host)).toEqual(
        hosts.map(({ host }) => host).sort(),
      );
      await page.getByRole('link', { name: 'Of no website' }).click();
      await settled(page, visitor);
      expect((await rowsOf(table)).map(([host]) => host)).toEqual([FOREIGN, '203.0.113.7']);
      expect(await faultsOfLook(page, 'hosts-unknown')).toEqual([]);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('name the keys that they came with, where these are of another website', async () => {
      const [visitor, page] = await open(`website=${blog.public_id}&view=hosts&${DAYS}`);
      const [row] = await rowsOf(panel(page, 'Hosts').getByRole('table'));
      expect(row?.[0]).toBe('blog.test\nwith the key of shop.test (4)');
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('can be chosen, which counts their visits only, until the filter is taken away', async () => {
      const [visitor, page] = await open(`view=hosts&${DAYS}&exact_path=/1`);
      await page.getByRole('link', { name: 'www.shop.test' }).click();
      await page.getByRole('heading', { name: 'Overview of shop.test' }).waitFor();
      await settled(page, visitor);
      // Pages are not counted by host, so one filter takes the place of the other.
      expect(await currentAddress(page)).toMatch(
        /\?website=\w+&period=last_30_days&host=www\.shop\.test$/,
      );
      const filter = `${DAYS}&host=www.shop.test`;
      const { base, apiKey, id } = reading();
      const { body } = await get(base, `/websites/${id}/summary?${filter}`, apiKey);
      expect(body.data).toMatchObject({ total_visits: 3, bot_visits: 3, ai_referred_visits: null });
      expect([await figure(page, 'People'), await figure(page, 'Bots')]).toEqual(['0', '3']);
      expect(await panel(page, 'Sent by AI').innerText()).toMatch(/–\s+not counted by host/);
      expect(await figure(page, 'Errors')).toBe('100%');
      expect(await panel(page, 'Status codes').innerText()).toContain('100% of the visits got no');
      const chart = panel(page, 'Visits');
      await chart.getByText('Show as table').click();
      const series = await readSeries(reading(), filter);
      expect((await rowsOf(chart.getByRole('table'))).map((row) => row[1])).toEqual(
        series.map(({ ai_bot_visits: visits }) => inFull(visits)),
      );
      const bots = await readBots(reading(), filter);
      expect(
        (await rowsOf(panel(page, 'Top bots').getByRole('table'))).map((row) => row[2]),
      ).toEqual(bots.map(({ visits }) => inFull(visits)));
      await panel(page, 'Pages most read by AI')
        .getByText('Pages are not counted by host: these are of every host.')
        .waitFor();
      await page.getByRole('button', { name: 'Take the filter Host www.shop.test away' }).click();
      await settled(page, visitor);
      expect(await currentAddress(page)).not.toContain('host=');
      expect(await figure(page, 'People')).toBe('7');
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it.each([
      ['bots', 'Pages and times are not counted by host.'],
      ['bots&bot=GPTBot', 'Pages are not counted by host: these are of every host.'],
      ['pages', 'Pages are not counted by host: these are of every host.'],
      ['answers', 'Pages are not counted by host: these are of every host.'],
      ['people', 'filters do not change this list'],
      ['countries', 'filters do not change this list'],
      ['hosts', 'filters do not change this list'],
      ['coverage', 'Pages are not counted by host: these are of every host.'],
      ['robots', 'These visits are not counted by host: these are of every host.'],
    ])('say where their filter counts nothing: %s', async (view, words) => {
      const [visitor, page] = await open(`view=${view}&${DAYS}&host=www.shop.test`);
      expect((await page.locator('main').innerText()).replace(/\s+/g, ' ')).toContain(words);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('that belong to no website are listed beside the feeds, and become one', async () => {
      const [visitor, page] = await open('view=feeds');
      const unknown = panel(page, 'Hosts that belong to no website');
      await unknown.getByText('They came with a key of shop.test, so they count for it.').waitFor();
      expect((await rowsOf(unknown.getByRole('table'))).map((row) => [row[0], row[3]])).toEqual([
        [FOREIGN, '2'],
        ['203.0.113.7', '1'],
      ]);
      expect(await faultsOfLook(page, 'feeds-unknown-hosts')).toEqual([]);
      await unknown.getByRole('link', { name: 'Add this website my-shop.test' }).click();
      const form = page.getByRole('form', { name: 'Add a website' });
      await form.waitFor();
      await settled(page, visitor);
      expect(await currentAddress(page)).toMatch(/view=settings.*&add=my-shop\.test$/);
      expect(await form.getByLabel('Domain').inputValue()).toBe('my-shop.test');
      expect(await faultsOfLook(page, 'settings-add')).toEqual([]);
      await form.getByRole('button', { name: 'Add the website' }).click();
      await page.getByRole('heading', { name: 'Overview of my-shop.test' }).waitFor();
      await settled(page, visitor);
      expect(await currentAddress(page)).not.toContain('add=');
      const hosts = await listed<HostEntry>('hosts?');
      const made = hosts.find(({ host }) => host === FOREIGN)?.website as string;
      await page.goto(`./?website=${tenant.website.public_id}&view=hosts&${DAYS}`);
      const rows = await rowsOf(panel(page, 'Hosts').getByRole('table'));
      expect(rows.find(([host]) => host === FOREIGN)?.[1]).toBe('my-shop.test');
      await settled(page, visitor);
      expect(visitor.takeFaults()).toEqual([]);
      const { base, apiKey } = reading();
      await send(base, apiKey, `DELETE /websites/${made}`);
      await visitor.leave();
    });

    it('that belong to no website are listed below all websites, with the one they count for', async () => {
      const [visitor, page] = await open('website=');
      const unknown = panel(page, 'Hosts that belong to no website');
      expect((await rowsOf(unknown.getByRole('table'))).map((row) => [row[0], row[2]])).toEqual([
        [FOREIGN, 'shop.test'],
        ['203.0.113.7', 'shop.test'],
      ]);
      expect(await faultsOfLook(page, 'websites-unknown-hosts')).toEqual([]);
      await unknown.getByRole('link', { name: FOREIGN, exact: true }).click();
      await page.getByRole('heading', { name: 'Overview of shop.test' }).waitFor();
      await settled(page, visitor);
      expect(await currentAddress(page)).toContain(`host=${FOREIGN}`);
      expect(await figure(page, 'People')).toBe('2');
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('can be made websites by nobody who may only read', async () => {
      const { base, apiKey } = reading();
      const fields = { name: 'reader', scope: 'read' };
      const made = await send(base, apiKey, 'POST /keys', fields);
      const [visitor, page] = await open(`view=hosts&${DAYS}`, made.body.data.key as string);
      const rows = await rowsOf(panel(page, 'Hosts').getByRole('table'));
      expect(rows.find(([host]) => host === FOREIGN)?.[1]?.trim()).toBe('none');
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });
  });

  describe('countries', () => {
    it('are those of the API by their names, and can be chosen', async () => {
      const [visitor, page] = await open(`view=countries&${DAYS}`);
      const table = panel(page, 'Countries').getByRole('table');
      const countries = await listed<CountryEntry>('countries?');
      const rows = await rowsOf(table);
      expect(rows.map((row) => [row[1], ...row.slice(3)])).toEqual(countries.map(counts));
      expect(rows.map((row) => [inOneLine(row[0]), row[2]])).toEqual([
        ['Germany DE', '64%'],
        ['United States US', '27%'],
        ['Not known', '9.1%'],
      ]);
      expect(await downloaded(page, 'CSV of these countries')).toBe(
        await csvOf(reading(), `countries?${DAYS}&limit=1000&`),
      );
      expect(await faultsOfLook(page, 'countries-told')).toEqual([]);
      await table.getByRole('link', { name: 'Germany' }).click();
      await settled(page, visitor);
      expect(await currentAddress(page)).toMatch(/&country=DE$/);
      expect(await page.locator('.chip').innerText()).toMatch(/Country\s+Germany/);
      expect(await figure(page, 'People')).toBe('7');
      await page.getByRole('link', { name: 'Bots', exact: true }).click();
      await page.getByText('No bot came in these days with these filters').waitFor();
      await settled(page, visitor);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('are missing where the logs do not tell them, and it says what to do', async () => {
      const [visitor, page] = await open(`website=${blog.public_id}&view=countries&${DAYS}`);
      await page.getByText('The logs do not tell countries').waitFor();
      await page.getByText('docs/feeds/README.md').waitFor();
      await page.getByRole('main').getByRole('link', { name: 'Set up a sender' }).click();
      await page.getByRole('heading', { name: 'Who sends the logs of blog.test?' }).waitFor();
      await settled(page, visitor);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });
  });
}
