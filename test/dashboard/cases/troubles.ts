// What a reader sees while something does not work: what came last, why nothing newer comes, and
// what happens next.
import { ingest } from '../../support/http.js';
import { createWebsite, startSystemOn, type System } from '../../support/system-on-queue.js';
import { startTcpProxy } from '../../support/tcp-proxy.js';
import { aLogEntryInput, eventually } from '@app/testing';
import { settled } from '../browser/settled.js';
import { signedIn } from '../browser/sign-in.js';
import { Visitor } from '../browser/visitor.js';
import { passAMinute } from '../pass-a-minute.js';
import { addressOf, openView, type Stage } from '../stage.js';
import { panel } from './numbers.js';

const AGAIN_MS = 31_000;

const old = (bot: string, day: string) => ({ bots: [bot], fetched_at: `${day}T00:00:00.000Z` });
/** What the API says of lists of addresses that came with a release. */
const LISTS = {
  ...{ source: 'bundled', oldest: '2026-05-05T00:00:00.000Z', release_only: 12 },
  ...{ lists: 32, current: 32, old: 0, missing: 0 },
  old_lists: [old('Bingbot', '2026-05-12'), old('GPTBot', '2026-05-05')],
};

export function troubles(stage: () => Stage): void {
  const BOTS = { view: 'bots' };
  /** The browser writes every request without a good answer on its console. */
  const NO_ANSWER = /^(console: Failed to load resource|request: )/;

  describe('when something does not work', () => {
    it('waits as long as the service says when there were too many requests', async () => {
      const { system, tenant } = stage();
      const visitor = await stage().reader();
      await visitor.context.clock.install();
      const page = await openView(stage(), visitor);
      await system.database.pool.query(
        `INSERT INTO rate_limits (key, points, expire) VALUES ($1, 300, $2)
         ON CONFLICT (key) DO UPDATE SET points = excluded.points, expire = excluded.expire`,
        [`session:${tenant.account.id}`, Date.now() + 60_000],
      );
      await page.getByRole('link', { name: 'Bots', exact: true }).click();
      const notice = page
        .getByRole('status')
        .getByText(/^Too many requests from all browsers .* by itself (?:in \d+ s|now)\.$/);
      await notice.waitFor();
      // Others were sent at the same time, and may be refused a moment later.
      await eventually(() => expect(visitor.underWay).toBe(0));
      expect(await page.getByText('Too many requests').count()).toBe(1);
      const refused = visitor.requests.filter(({ status }) => status === 429).length;
      expect(refused).toBeGreaterThan(0);
      const sent = visitor.requests.length;

      // It asks again by itself, when it may, and not before: then it would be refused once more.
      await passAMinute(page);
      await page.getByRole('table', { name: /^Bots, with visits/ }).waitFor();
      await settled(page, visitor);
      expect(await notice.count()).toBe(0);
      expect(visitor.requests.length).toBeGreaterThan(sent);
      expect(visitor.requests.filter(({ status }) => status === 429)).toHaveLength(refused);
      for (const fault of visitor.takeFaults()) expect(fault).toMatch(/ 429 /);
      await visitor.leave();
    });

    it('keeps what came last while the service cannot be reached', async () => {
      const visitor = await stage().reader();
      await visitor.context.clock.install();
      const page = await openView(stage(), visitor, BOTS);
      const shown = await page.locator('main').innerText();
      await visitor.context.setOffline(true);
      await page.clock.fastForward(AGAIN_MS);
      await page
        .getByRole('status')
        .getByText(/^The service cannot be reached from/)
        .waitFor();
      expect(await page.locator('main').innerText()).toBe(shown);
      await visitor.context.setOffline(false);
      await page.clock.fastForward(AGAIN_MS);
      await page.getByText('The service cannot be reached').waitFor({ state: 'detached' });
      expect(await page.locator('main').innerText()).toBe(shown);
      for (const fault of visitor.takeFaults()) expect(fault).toMatch(NO_ANSWER);
      await visitor.leave();
    });

    it('keeps what came last while the service has no database', async () => {
      const { system, browser, tenant } = stage();
      const proxy = await startTcpProxy(system.database.url);
      const base = await system.startApi({ DATABASE_URL: proxy.url });
      const storageState = await signedIn(browser, base, tenant.apiKey);
      const visitor = await Visitor.come(browser, base, { storageState });
      await visitor.context.clock.install();
      const page = await visitor.open(addressOf(stage(), BOTS));
      await settled(page, visitor);
      const shown = await page.locator('main').innerText();
      await proxy.cut();
      await page.clock.fastForward(AGAIN_MS);
      await page
        .getByRole('status')
        .getByText(/The page keeps asking; what you see is what/)
        .waitFor();
      expect(await page.locator('main').innerText()).toBe(shown);
      await proxy.mend();
      // The service connects again in its own time.
      const notice = page.getByText('The page keeps asking');
      while ((await notice.count()) > 0) {
        await page.clock.fastForward(AGAIN_MS);
        await settled(page, visitor);
      }
      expect(await page.locator('main').innerText()).toBe(shown);
      for (const fault of visitor.takeFaults()) expect(fault).toMatch(/ 503 /);
      await visitor.leave();
    });

    it('says which sender is silent', async () => {
      const { system, tenant } = stage();
      const website = await createWebsite(system.accounts, tenant.account, 'silent.example');
      await system.database.pool.query(
        `INSERT INTO website_feeds (website_id, feed, first_delivery, last_delivery)
         VALUES ($1, 'cloudflare', now() - interval '9 days', now() - interval '30 hours')`,
        [website.id],
      );
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor, { website: website.public_id });
      await page
        .getByRole('status')
        .getByText('The log source cloudflare has sent nothing for 30 h: look whether its sender')
        .waitFor();
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('says that lists of addresses are not current, and on the view of spoofed visits which', async () => {
      const open = async (lists: object) => {
        const visitor = await stage().reader();
        await visitor.context.route('**/api/v1/freshness', (route) =>
          route.fulfill({
            json: {
              success: true,
              data: { behind_seconds: 0, waiting_jobs: 0, address_lists: { ...LISTS, ...lists } },
            },
          }),
        );
        return { visitor, page: await openView(stage(), visitor) };
      };
      const { visitor, page } = await open({ current: 29, old: 2, missing: 1 });
      const foot = page.getByRole('contentinfo');
      await foot.getByText('29 of 32 lists of bots’ addresses are current, so fewer').waitFor();
      await foot.getByRole('link', { name: 'Which are old' }).click();
      const verdicts = panel(page, 'Verified');
      await verdicts.getByText('(GPTBot of 5 May 2026; Bingbot of 12 May 2026)').waitFor();
      await verdicts.getByText('Whoever runs it can let it fetch them every day.').waitFor();
      expect(await page.locator('body').innerText()).not.toContain('VERIFY_LISTS');
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();

      const current = await open({ old_lists: [] });
      await current.page.getByText('Refreshes every 30 s').waitFor();
      await settled(current.page, current.visitor);
      expect(await current.page.getByRole('contentinfo').innerText()).not.toMatch(/lists/);
      expect(current.visitor.takeFaults()).toEqual([]);
      await current.visitor.leave();
    });
  });

  describe('when nothing processes what comes', () => {
    let system: System;
    beforeAll(async () => {
      system = await startSystemOn('postgres', { worker: false });
    });
    afterAll(() => system.stop());

    it('says how far the reports are behind, until they are not', async () => {
      const { browser } = stage();
      const tenant = await system.createTenant();
      const entry = aLogEntryInput({ host: 'example.com', timestamp: Date.now() });
      await ingest(system.base, tenant.botKey, [entry]);
      await system.database.pool.query(
        "UPDATE bullmq.job SET added_at_ms = added_at_ms - 40000 WHERE state = 'waiting'",
      );
      const storageState = await signedIn(browser, system.base, tenant.apiKey);
      const visitor = await Visitor.come(browser, system.base, { storageState });
      await visitor.context.clock.install();
      const page = await visitor.open(`./?website=${tenant.website.public_id}`);
      const behind = page.getByRole('status').getByText(/^Reports are .* behind/);
      await behind.waitFor();
      expect(await behind.innerText()).toMatch(/^Reports are 4\d s behind: 1 batch waits\.$/);
      await system.startWorker();
      await system.untilVisits(tenant.website, 1);
      await settled(page, visitor);
      await page.clock.fastForward(AGAIN_MS);
      await behind.waitFor({ state: 'detached' });
      await page.getByRole('region', { name: 'People', exact: true }).getByText('1').waitFor();
      await settled(page, visitor);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });
  });
}
