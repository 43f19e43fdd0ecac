// Logs that are dropped on the page, or chosen in it: read in the browser as the import reads them.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { eventually } from '@app/testing';
import type { Page, Route } from 'playwright-core';
import { faultsOfLook } from '../browser/accessibility.js';
import { settled } from '../browser/settled.js';
import { signedIn } from '../browser/sign-in.js';
import { Visitor } from '../browser/visitor.js';
import { judgeVisitors } from '../data.js';
import { combinedLines, OwnLogs } from '../logs/own-logs.js';
import type { Stage } from '../stage.js';
import { listKeys, makeApiKey } from '../../support/manage.js';
import { readBots, readPages, readSummary } from '../../support/reports.js';
import { createWebsite, type Tenant } from '../../support/system-on-queue.js';

const LOG_REQUESTS = '**/api/v1/logs/custom';

export function drop(stage: () => Stage): void {
  let logs: OwnLogs;
  beforeAll(() => {
    logs = new OwnLogs();
  });

  /** An account without any visit, and a browser that is signed in to it. */
  async function open() {
    const { system, browser } = stage();
    const tenant = await system.createTenant({ plan: 'pro' });
    const storageState = await signedIn(browser, system.base, tenant.apiKey);
    const visitor = await Visitor.come(browser, system.base, { storageState });
    const page = await visitor.open('');
    await page.getByRole('heading', { name: /^No entries for/ }).waitFor();
    return { tenant, visitor, page };
  }

  const reading = ({ apiKey, website }: Tenant) => ({
    ...{ base: stage().system.base, apiKey, id: website.public_id },
  });

  /** Everything that reports tell of the visits of a log. */
  async function reportsOf(tenant: Tenant) {
    const ever = 'start_date=2010-01-01&end_date=2030-01-01';
    return {
      summary: await readSummary(reading(tenant), ever),
      bots: await readBots(reading(tenant), ever),
      pages: await readPages(reading(tenant), `${ever}&limit=1000`),
    };
  }

  const choose = (page: Page, ...paths: string[]) =>
    page.getByLabel(/^Choose logs of/).setInputFiles(paths);
  const panel = (page: Page) => page.getByRole('region', { name: /^Import of/ });
  const over = (page: Page) => panel(page).getByRole('button', { name: 'Close' }).waitFor();

  /** Drops a file somewhere on the page, as a mouse does. */
  async function dropOn(page: Page, path: string): Promise<void> {
    const given = [readFileSync(path).toString('base64'), basename(path)];
    const data = await page.evaluateHandle(`(([base64, name]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], name));
      return transfer;
    })(${JSON.stringify(given)})`);
    // A browser tells of a file over the page again and again: the first time, the page may not
    // listen yet.
    await eventually(async () => {
      await page.locator('header.top').dispatchEvent('dragover', { dataTransfer: data });
      expect(await page.getByText('Drop logs to import them into').isVisible()).toBe(true);
    });
    await page.locator('header.top').dispatchEvent('drop', { dataTransfer: data });
  }

  async function expectKeysRevoked(tenant: Tenant, count: number): Promise<void> {
    const { system } = stage();
    await eventually(async () => {
      const { items } = await listKeys(
        { base: system.base, apiKey: tenant.apiKey },
        tenant.website.public_id,
      );
      const made = items.filter(({ name }) => name === 'Log dropped on the page');
      expect(made.map(({ revoked_at }) => revoked_at !== null)).toEqual(
        Array.from({ length: count }, () => true),
      );
    });
  }

  describe('a log that is dropped', () => {
    it('leads from an empty account to a chart, and its key ends', async () => {
      const { tenant, visitor, page } = await open();
      const path = logs.write('access.log', `${combinedLines(2_400)}not a line\n`);
      await dropOn(page, path);
      await over(page);
      await panel(page).getByText('2,400 entries imported, 1 rejected.').waitFor();
      await panel(page).getByText('Apache or nginx combined, 2,400 entries').waitFor();
      await panel(page).getByText('1 line was rejected').click();
      await panel(page).getByText('not a line').waitFor();
      expect(await faultsOfLook(page, 'import')).toEqual([]);
      await panel(page).getByRole('link', { name: /^Show/ }).click();
      await page.getByRole('region', { name: 'Visits' }).getByText('2,400 visits in').waitFor();
      expect(visitor.takeFaults()).toEqual([]);
      expect(visitor.requests.filter(({ path }) => /bot_[0-9A-Za-z]{20}/.test(path))).toEqual([]);
      await expectKeysRevoked(tenant, 1);
      await visitor.leave();
      const imported = await stage().system.createTenant({ plan: 'pro' });
      await logs.import(stage().system, imported, [path]);
      await stage().system.untilVisits(imported.website, 2_400);
      await judgeVisitors(stage().system);
      expect(await reportsOf(tenant)).toEqual(await reportsOf(imported));
    });

    it('leads to each website that got entries, and names hosts that are none', async () => {
      const { tenant, visitor, page } = await open();
      const { system } = stage();
      const shop = await createWebsite(system.accounts, tenant.account, 'shop.example');
      const domain = tenant.website.domain;
      const hosted = (host: string, count: number) =>
        combinedLines(count)
          .trimEnd()
          .split('\n')
          .map((line) => `${host} ${line}\n`)
          .join('');
      const content = hosted('www.shop.example', 30) + hosted('x.test', 2);
      await choose(page, logs.write('hosts.log', content));
      await over(page);
      await panel(page).getByText('2 entries name x.test, which is no website of yours').waitFor();
      const links = await panel(page).getByRole('link', { name: /^Show/ }).allInnerTexts();
      expect(links.map((text) => text.replace(/^.* of /, ''))).toEqual([
        'shop.example: 30 entries',
        `${domain}: 2 entries`,
      ]);
      expect(await faultsOfLook(page, 'import-hosts')).toEqual([]);
      await panel(page)
        .getByRole('link', { name: /shop\.example/ })
        .click();
      await page.getByRole('region', { name: 'Visits' }).getByText('30 visits in').waitFor();
      expect(page.url()).toContain(shop.public_id);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('counts in every format, plain and gzip, as the import counts', async () => {
      const { tenant, visitor, page } = await open();
      const paths = logs.writeEachFormat();
      await choose(page, ...paths);
      await over(page);
      const imported = await stage().system.createTenant({ plan: 'pro' });
      const expected = await logs.import(stage().system, imported, paths);
      const total = expected.reduce((sum, { entries }) => sum + entries, 0);
      expect(total).toBeGreaterThan(100);
      const said = await panel(page).locator('.imported').allInnerTexts();
      expect(said).toHaveLength(expected.length);
      for (const [at, { name, entries, rejected }] of expected.entries()) {
        expect(said[at]).toContain(basename(name));
        expect(said[at]).toMatch(new RegExp(`, ${entries} entr(y|ies), ${rejected} rejected`));
      }
      await stage().system.untilVisits(imported.website, total);
      await stage().system.untilVisits(tenant.website, total);
      await judgeVisitors(stage().system);
      expect(await reportsOf(tenant)).toEqual(await reportsOf(imported));
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('lists the lines that are no entries, with the reasons of the import', async () => {
      const { visitor, page } = await open();
      const bad = Array.from({ length: 70 }, (_, at) => `<b>bad ${at}</b>\n`).join('');
      const path = logs.write('bad.log', `${combinedLines(3)}${bad}${combinedLines(2)}`);
      await choose(page, path);
      await over(page);
      await panel(page).getByText('70 lines were rejected').click();
      const rows = await panel(page).locator('details li').allInnerTexts();
      const imported = await stage().system.createTenant({ plan: 'pro' });
      const [log] = await logs.import(stage().system, imported, [path]);
      expect(log).toMatchObject({ entries: 5, rejected: 70 });
      expect(rows).toHaveLength(50);
      for (const [at, { line, reason }] of (log?.first_rejects ?? []).entries())
        expect(rows[at]).toBe(`Line ${line} ${reason}\n<b>bad ${at}</b>`);
      await panel(page).getByText('… and 20 more').waitFor();
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('says what it cannot read, and imports the others', async () => {
      const { visitor, page } = await open();
      const broken = logs.write('broken.log', 'x');
      const packed = readFileSync(logs.write('whole.log.gz', combinedLines(500)));
      const cut = logs.writeBytes('cut.log.gz', packed.subarray(0, packed.length - 20));
      const good = logs.write('good.log', combinedLines(10));
      await choose(page, broken, cut, logs.write('empty.log', ''), good);
      await over(page);
      const said = await panel(page).locator('.imported').allInnerTexts();
      expect(said[0]).toContain('The format of broken.log is not recognised');
      expect(said[1]).toContain('cut.log.gz cannot be unpacked');
      expect(said[2]).toContain('the file has no entries');
      expect(said[3]).toContain('10 entries, 0 rejected');
      expect(await faultsOfLook(page, 'import-faults')).toEqual([]);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('waits as it is told, and counts once however often a batch is sent', async () => {
      const { tenant, visitor, page } = await open();
      const names: string[] = [];
      let isSeen = false;
      let isLost = false;
      await page.route(LOG_REQUESTS, async (route: Route) => {
        const name = (await route.request().headerValue('idempotency-key')) ?? '';
        names.push(name);
        if (name === names[0] && !isSeen)
          return route.fulfill({ status: 429, headers: { 'retry-after': '1' }, body: '{}' });
        const answer = await route.fetch();
        if (isLost) return route.fulfill({ response: answer });
        // This batch was accepted, and its answer is lost.
        isLost = true;
        return route.abort();
      });
      await choose(page, logs.write('waits.log', combinedLines(3_500)));
      await panel(page)
        .getByText(/The service lets this import wait \(429/)
        .waitFor();
      isSeen = true;
      await over(page);
      await panel(page).getByText('3,500 entries imported').waitFor();
      expect(names.length).toBeGreaterThan(new Set(names).size);
      await stage().system.untilVisits(tenant.website, 3_500);
      const { summary } = await reportsOf(tenant);
      expect(summary.total_visits).toBe(3_500);
      visitor.takeFaults();
      await visitor.leave();
    });

    it('goes on where it was cancelled, also in a page that was loaded again', async () => {
      const { tenant, visitor, page } = await open();
      const path = logs.write('long.log', combinedLines(9_500));
      let sent = 0;
      await page.route(LOG_REQUESTS, async (route: Route) => {
        sent += 1;
        if (sent === 3) await panel(page).getByRole('button', { name: 'Cancel' }).click();
        await route.continue();
      });
      await choose(page, path);
      await over(page);
      await panel(page)
        .getByText(/^Cancelled: [\d,]+ entries imported/)
        .waitFor();
      await expectKeysRevoked(tenant, 1);
      await page.unrouteAll();
      const first = (await reportsOf(tenant)).summary.total_visits;
      expect(first).toBeLessThan(9_500);
      await page.reload();
      await dropOn(page, path);
      await over(page);
      await panel(page)
        .getByText(/lines were imported from this browser before/)
        .waitFor();
      await stage().system.untilVisits(tenant.website, 9_500);
      // Once more, there is nothing to do.
      await panel(page).getByRole('button', { name: 'Close' }).click();
      await dropOn(page, path);
      await over(page);
      await panel(page).getByText('9,500 lines were imported from this browser before').waitFor();
      await expectKeysRevoked(tenant, 3);
      expect((await reportsOf(tenant)).summary.total_visits).toBe(9_500);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('takes its key along when the page is closed', async () => {
      const { tenant, visitor, page } = await open();
      await page.route(LOG_REQUESTS, () => undefined);
      page.on('dialog', (dialog) => void dialog.accept());
      await choose(page, logs.write('closed.log', combinedLines(10)));
      await panel(page).getByText('The file is read in this browser').waitFor();
      await page.goto('about:blank');
      await expectKeysRevoked(tenant, 1);
      await visitor.leave();
    });

    it('is not imported by somebody who may only read', async () => {
      const { system, browser } = stage();
      const tenant = await system.createTenant({ plan: 'pro' });
      const { key } = await makeApiKey(
        { base: system.base, apiKey: tenant.apiKey },
        { name: 'reader', scope: 'read' },
      );
      const storageState = await signedIn(browser, system.base, key);
      const visitor = await Visitor.come(browser, system.base, { storageState });
      const page = await visitor.open('');
      await choose(page, logs.write('reader.log', combinedLines(10)));
      await over(page);
      await panel(page).getByText(/scope/).waitFor();
      expect(visitor.requests.filter(({ path }) => path === '/api/v1/logs/custom')).toEqual([]);
      visitor.takeFaults();
      await visitor.leave();
    });
  });

  describe('a log that the command line imports', () => {
    it('leads from an empty account to a chart', async () => {
      const { tenant, visitor, page } = await open();
      const path = logs.write('cli.log', combinedLines(1_200));
      const [log] = await logs.import(stage().system, tenant, [path]);
      expect(log?.entries).toBe(1_200);
      await stage().system.untilVisits(tenant.website, 1_200);
      await page.locator('summary').filter({ hasText: 'Settings' }).click();
      await page.getByRole('button', { name: 'Refresh now' }).click();
      await page.getByRole('region', { name: 'Visits' }).getByText('1,200 visits in').waitFor();
      await settled(page, visitor);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });
  });
}
