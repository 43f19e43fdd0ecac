// How much a page asks: once for each answer, nothing while nobody sees it, and only whether
// something has changed when it asks again.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aLogEntryInput, eventually, GPTBOT } from '@app/testing';
import type { Page } from 'playwright-core';
import { get, ingest } from '../../support/http.js';
import { createWebsite } from '../../support/system-on-queue.js';
import { type Served, watchServed } from '../browser/served.js';
import { settled } from '../browser/settled.js';
import { canBeHidden, hide, show } from '../browser/visibility.js';
import type { Visitor } from '../browser/visitor.js';
import { addressOf, openView, type Stage } from '../stage.js';

const BUILT = join(import.meta.dirname, '../../../dist/apps/dashboard');
/**
 * The most script and style that a view may load when it is opened, in bytes as gzip: also what comes
 * after the first drawing. serving.spec.ts holds what comes before it below 60 kB.
 */
const BUDGET = 60_000;
const REFRESH_MS = 31_000;
/** When a page that was opened refreshes for the first time. */
const FIRST_REFRESH_MS = 30_000;

const VIEWS: Readonly<Record<string, Record<string, string>>> = {
  websites: { website: '' },
  overview: {},
  'overview, compared': { compare: 'previous', group_by: 'category' },
  bots: { view: 'bots' },
  'a bot': { view: 'bots', bot: 'GPTBot' },
  pages: { view: 'pages' },
  'a page': { view: 'pages', exact_path: '/pricing' },
  answers: { view: 'answers' },
  people: { view: 'people' },
  countries: { view: 'countries' },
  hosts: { view: 'hosts' },
  spoofed: { view: 'spoofed' },
  coverage: { view: 'coverage' },
  'coverage, never read': { view: 'coverage', tab: 'unread', kind: 'visited' },
  robots: { view: 'robots' },
  feeds: { view: 'feeds' },
  alerts: { view: 'alerts' },
  'rules of alerts': { view: 'alerts', tab: 'rules' },
  settings: { view: 'settings' },
  'settings, webhooks': { view: 'settings', tab: 'webhooks' },
};

interface StillPage {
  visitor: Visitor;
  page: Page;
  /** What the service answered while the page was opened. */
  first: Served[];
  takeServed: () => Served[];
}

export function asking(stage: () => Stage): void {
  const isOfApi = ({ path }: { path: string }) => path.startsWith('/api/');
  const askedOf = (visitor: Visitor) => visitor.requests.filter(isOfApi).length;
  const gzipBytes = ({ path }: Served) => readFileSync(join(BUILT, `${path}.gz`)).length;

  describe('what the page asks', () => {
    /** Deliveries are counted in memory by the websites that got them, and written seconds later. */
    async function untilFeedsAreWritten(): Promise<void> {
      const { system, tenant } = stage();
      const { rows } = await system.database.pool.query<{ visits: number }>(
        'SELECT count(*)::integer AS visits FROM visits WHERE website_id = $1',
        [tenant.website.id],
      );
      await eventually(async () => {
        const path = `/websites/${tenant.website.public_id}/feeds`;
        const { body } = await get(system.base, path, tenant.apiKey);
        expect(body.data.feeds).toMatchObject([{ last_24_hours: { entries: rows[0]?.visits } }]);
      });
    }

    /**
     * Opens a view, and stops the clock of the page once it is complete, so that it refreshes only
     * when the test says so. On a machine so slow that it may have refreshed before, somebody else
     * opens it, whose browser has kept nothing.
     *
     * @returns with what the service answered to the page
     */
    async function openStill(parameters: Readonly<Record<string, string>>): Promise<StillPage> {
      for (;;) {
        // All views together are more than one account may ask in a minute.
        await stage().system.database.pool.query('DELETE FROM rate_limits');
        const visitor = await stage().reader();
        await visitor.context.clock.install();
        const page = await visitor.context.newPage();
        const takeServed = await watchServed(page);
        const opened = performance.now();
        await page.goto(addressOf(stage(), parameters));
        await settled(page, visitor);
        const now = await page.evaluate<number>('Date.now()');
        await page.clock.pauseAt(now + 2_000);
        if (performance.now() - opened + 2_000 < FIRST_REFRESH_MS)
          return { visitor, page, first: takeServed(), takeServed };
        await visitor.leave();
      }
    }

    /** Waits for as many answers as one refresh has. */
    async function nextServed(takeServed: () => Served[], answers: number): Promise<Served[]> {
      const served: Served[] = [];
      await eventually(() => {
        served.push(...takeServed());
        expect(served.length).toBeGreaterThanOrEqual(answers);
      });
      return served;
    }

    it('is little at first, and at each refresh whether that has changed', async () => {
      await untilFeedsAreWritten();
      const lines: string[] = [];
      for (const [name, parameters] of Object.entries(VIEWS)) {
        const { visitor, page, first, takeServed } = await openStill(parameters);
        const asked = first.filter(isOfApi);
        const paths = asked.map(({ path }) => path).sort();
        // Who looks at the page is asked once.
        const refreshed = paths.filter((path) => path !== '/api/v1/session');
        expect([name, new Set(asked.map(({ status }) => status))]).toEqual([name, new Set([200])]);
        expect([name, paths]).toEqual([name, [...new Set(paths)]]);
        const bytes = first
          .filter(({ path }) => /\.(js|css)$/.test(path))
          .reduce((sum, file) => sum + gzipBytes(file), 0);
        expect(bytes).toBeGreaterThan(5_000);
        expect(bytes).toBeLessThanOrEqual(BUDGET);

        await page.clock.fastForward(REFRESH_MS);
        const again = await nextServed(takeServed, refreshed.length);
        expect([name, again.map(({ path }) => path).sort()]).toEqual([name, refreshed]);
        expect([name, again.filter(({ status }) => status !== 304)]).toEqual([name, []]);
        lines.push(
          `${name}: ${asked.length} of the API, ${first.length - asked.length} files, ` +
            `${(bytes / 1000).toFixed(1)} kB of script and style; refreshed: ${again.length} × 304`,
        );
        expect(visitor.takeFaults()).toEqual([]);
        await visitor.leave();
      }
      console.log(['Requests of each view:', ...lines].join('\n'));
    });

    it('shows what is new, while somebody sees the page', async () => {
      const { system, tenant } = stage();
      const website = await createWebsite(system.accounts, tenant.account, 'live.example');
      const send = (path: string) =>
        ingest(system.base, tenant.botKey, [
          aLogEntryInput({ host: 'live.example', timestamp: Date.now(), path, user_agent: GPTBOT }),
        ]);
      const visitor = await stage().reader();
      await visitor.context.clock.install();
      await canBeHidden(visitor.context);
      const page = await openView(stage(), visitor, { website: website.public_id });
      await page.getByRole('heading', { name: 'No entries for live.example yet' }).waitFor();
      const figure = (count: string) =>
        page
          .getByRole('region', { name: 'AI bots', exact: true })
          .getByText(count, { exact: true });

      await send('/a');
      await system.untilVisits(website, 1);
      await page.clock.fastForward(REFRESH_MS);
      await figure('1').waitFor();
      await settled(page, visitor);

      await send('/b');
      await system.untilVisits(website, 2);
      await hide(page);
      const asked = askedOf(visitor);
      for (const minutes of [1, 10, 60]) await page.clock.fastForward(minutes * 60_000);
      await settled(page, visitor);
      expect(askedOf(visitor)).toBe(asked);
      expect(await figure('1').count()).toBe(1);
      await show(page);
      await figure('2').waitFor();
      await settled(page, visitor);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('is nothing more once the refresh is switched off', async () => {
      const visitor = await stage().reader();
      await visitor.context.clock.install();
      const page = await openView(stage(), visitor, { view: 'bots' });
      await page.getByTitle('Settings').click();
      await page.getByLabel('Refresh every 30 seconds').uncheck();
      await page.getByText('Does not refresh by itself').waitFor();
      const asked = askedOf(visitor);
      for (const minutes of [1, 10, 60]) await page.clock.fastForward(minutes * 60_000);
      await settled(page, visitor);
      expect(askedOf(visitor)).toBe(asked);
      await page.getByRole('button', { name: 'Refresh now' }).click();
      await settled(page, visitor);
      expect(askedOf(visitor)).toBeGreaterThan(asked);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });
  });
}
